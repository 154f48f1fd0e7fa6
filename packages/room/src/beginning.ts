import type { Clock, Timer } from "./ports.ts";

/**
 * The first keys of a room's Storage. A client that reads an empty Storage puts in its `initialStorage`, a throttle after
 * it has read it, and key by key. Another client that reads Storage before that would put in its own, and replace what
 * the first one has put in and its user has changed since. So an empty Storage is given to one writing client at a time:
 *
 *     asks ──► first: gets it ──read──► writes ──► finished: the others get what is there by then
 *       └────► others: wait     └─ silent, or gone: the next one is the first
 *
 * Nobody can tell whether a client has put in all of it, so this goes by what clients do: when a throttle ends while a
 * client puts in its keys, it sends those that are there already, often the first one alone, and the rest one throttle
 * later.
 */
export interface Beginning {
  /** Whether a writing connection may be given Storage now. If not, it is admitted later. */
  asks(connection: Connection): boolean;
  /** It has read the Storage that it was given. */
  read(actor: number): void;
  /** An update of it was decided. */
  wrote(actor: number): void;
  left(connection: Connection): void;
  end(): void;
}

interface Connection {
  readonly actor: number;
  readonly user: string;
}

export interface BeginningOptions {
  readonly clock: Clock;
  /** How many keys the root of Storage has. */
  readonly keys: () => number;
  /** Calls back when a connection has read everything that was sent to it. */
  readonly probe: (actor: number, answered: () => void) => void;
  /** A connection that waited is to be given Storage. */
  readonly admit: (actor: number) => void;
}

/** How long a client may be silent after it has read an empty Storage, and after its first keys. A page that loads is busy. */
const silentMs = 300;
/** How long the place of a client that has gone is kept for the next connection of its user. */
const absentMs = 1_000;
/** No connection waits longer than this, nor for one of which nothing was heard for so long. */
const atMostMs = 2_000;

export function createBeginning(options: BeginningOptions): Beginning {
  return new RoomBeginning(options);
}

class RoomBeginning implements Beginning {
  readonly #options: BeginningOptions;
  #first: (Connection & { wrote: boolean; gone: boolean }) | undefined;
  #timer: Timer | undefined;
  /** In the order in which they asked, each with the timer that ends its wait. */
  readonly #waiting = new Map<number, { readonly connection: Connection; readonly timer: Timer }>();

  constructor(options: BeginningOptions) {
    this.#options = options;
  }

  asks(connection: Connection): boolean {
    const { actor, user } = connection;
    // The project's back end has filled it, which sends everybody away.
    if (this.#first?.gone === true && !this.#first.wrote && this.#options.keys() > 0) this.#finish();
    const first = this.#first;
    if (first === undefined) {
      if (this.#options.keys() === 0) this.#give(connection);
      return true;
    }
    if (first.actor === actor) return true;
    if (first.gone && first.user === user) {
      this.#give(connection);
      return true;
    }
    if (this.#waiting.has(actor)) return false;
    const timer = this.#options.clock.setTimer(atMostMs, () => {
      this.#waiting.delete(actor);
      this.#options.admit(actor);
    });
    this.#waiting.set(actor, { connection, timer });
    return false;
  }

  read(actor: number): void {
    if (this.#first?.actor === actor && !this.#first.wrote) this.#finishAfter(silentMs);
  }

  wrote(actor: number): void {
    const first = this.#first;
    if (first?.actor !== actor) return;
    if (first.wrote) return this.#finish();
    first.wrote = true;
    this.#finishAfter(atMostMs);
    this.#options.probe(actor, () => {
      if (this.#first === first) this.#finishAfter(silentMs);
    });
  }

  left({ actor }: Connection): void {
    this.#waiting.get(actor)?.timer.cancel();
    this.#waiting.delete(actor);
    const first = this.#first;
    if (first?.actor !== actor) return;
    first.gone = true;
    this.#finishAfter(absentMs);
  }

  end(): void {
    this.#timer?.cancel();
    this.#first = undefined;
    for (const { timer } of this.#waiting.values()) timer.cancel();
    this.#waiting.clear();
  }

  #give({ actor, user }: Connection): void {
    this.#first = { actor, user, wrote: false, gone: false };
    this.#finishAfter(atMostMs);
  }

  #finishAfter(ms: number): void {
    this.#timer?.cancel();
    this.#timer = this.#options.clock.setTimer(ms, () => this.#finish());
  }

  #finish(): void {
    this.#timer?.cancel();
    this.#first = undefined;
    const { keys, admit } = this.#options;
    for (const [actor, { connection, timer }] of this.#waiting) {
      timer.cancel();
      this.#waiting.delete(actor);
      if (keys() > 0) admit(actor);
      else {
        this.#give(connection);
        return admit(actor);
      }
    }
  }
}
