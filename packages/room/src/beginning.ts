import type { Clock, Timer } from "./ports.ts";

/**
 * The first keys of a room's Storage. A client that reads an empty Storage writes its `initialStorage` one throttle
 * interval later, key by key. A second client that reads Storage before that would write its own, and overwrite what
 * the first one has written and its user has changed since. So an empty Storage is given to one writing client at a
 * time:
 *
 *     asks ──► first: gets it ──read──► writes ──► finished: the others get Storage with these keys
 *       └────► others: wait     └─ silent, or gone: the next one is the first
 *
 * A client does not say when it has written all keys, so this relies on how clients behave: when a throttle interval
 * ends while a client writes its keys, it sends the ones that it has so far, often just the first, and the rest one
 * interval later.
 */
export interface Beginning {
  /** Whether a writing connection may be given Storage now. If not, it is admitted later. */
  asks(connection: Connection): boolean;
  /** It has read the Storage that it was given. */
  read(actor: number): void;
  /** An update of the connection was decided. */
  wrote(actor: number): void;
  left(connection: Connection): void;
  end(): void;
}

interface Connection {
  readonly actor: number;
  readonly userKey: string;
}

export interface BeginningOptions {
  readonly clock: Clock;
  /** Number of keys of the root of Storage. */
  readonly keys: () => number;
  /** Calls back when the connection has read everything that was sent to it. */
  readonly probe: (actor: number, answered: () => void) => void;
  /** Gives Storage to a connection that waited. */
  readonly admit: (actor: number) => void;
}

/**
 * How long a client may be silent after it has read an empty Storage, and after its first keys. A loading page is busy.
 */
const silentMs = 300;
/** How long the place of a disconnected client is kept for the next connection of its user. */
const absentMs = 1_000;
/** No connection waits longer than this in total, or for a client that has been silent for this long. */
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
    const { actor, userKey: user } = connection;
    // Storage was filled over REST, which closes every connection.
    if (this.#first?.gone === true && !this.#first.wrote && this.#options.keys() > 0) this.#finish();
    const first = this.#first;
    if (first === undefined) {
      if (this.#options.keys() === 0) this.#give(connection);
      return true;
    }
    if (first.actor === actor) return true;
    if (first.gone && first.userKey === user) {
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

  #give({ actor, userKey: user }: Connection): void {
    this.#first = { actor, userKey: user, wrote: false, gone: false };
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
