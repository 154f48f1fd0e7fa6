import type { ClientMessage } from "@weft/protocol";
import { parseOpId } from "./clocks.ts";
import type { Clock, Timer } from "./ports.ts";

export type Update = Extract<ClientMessage, { type: 201 }>;

/**
 * A client on its way back into Storage. It asks for Storage and goes on sending what its user does; once it has taken
 * in what it was given, it sends everything again that was never acknowledged, the oldest first. An op decided before
 * that would be decided out of order, and answered to a client that is about to forget the answer. So updates wait here
 * until the client has shown that it read the snapshot:
 *
 *     asked ──the snapshot's end goes out between two probes──► underway ──first answered──► reading
 *     reading ──second answered, and a moment──► read ──grace──► settled
 *
 * Whatever comes before `reading` comes again, and waits for its repetition. In `reading` a new edit may still be one from
 * before the snapshot was taken in: it waits until `read`, unless it is the first of a newcomer. From `read` on an update
 * waits only behind one that waits already. Op ids tell what the repetition is: it names an earlier connection, or repeats what waits. The
 * initial keys that a client adds to the snapshot come in front of the repetition and are not part of it, so they are
 * decided before it. A newcomer's first update comes behind the answer, and waits for nothing.
 */
export interface Return {
  /** Decides about an update: which updates are to be decided now, in order. None when this one waits. */
  take(update: Update): readonly Update[];
  /** The last frame of the snapshot is about to be sent. */
  ending(): void;
  /** It was sent. */
  ended(): void;
  /** The connection is gone, and what waits with it: it was not acknowledged, so it will come again. */
  end(): void;
}

export interface ReturnOptions {
  /** The actor number of this connection. */
  readonly actor: number;
  /** Calls back when the client has answered, behind everything that came from it before. */
  readonly probe: (answered: () => void) => void;
  readonly clock: Clock;
  /** It has read the snapshot. */
  readonly read: () => void;
  /** How long after it has read the snapshot a client may still send what it owes. */
  readonly graceMs: () => number;
  /** No repetition came: what waited is to be decided now, in order. */
  readonly release: (waiting: readonly Update[]) => void;
  /** It owes nothing any more. */
  readonly settled: () => void;
}

/** How long after it has read the snapshot a client may take to repeat something. */
const momentMs = 50;
/** A newcomer's first op has one of the first two numbers: some edits reserve one that they do not use. */
const newcomersClock = 1;

export function createReturn(options: ReturnOptions): Return {
  return new ClientReturn(options);
}

class ClientReturn implements Return {
  readonly #options: ReturnOptions;
  #phase: "asked" | "underway" | "reading" | "read" | "settled" = "asked";
  /** Updates that come again, or may, and those that came behind them. */
  #early: Update[] = [];
  #late: Update[] = [];
  /** Whether the early ones are sure to come again. */
  #sure = false;
  /** The smallest clock among the early ones. */
  #oldest = Infinity;
  #moment: Timer | undefined;
  #grace: Timer | undefined;

  constructor(options: ReturnOptions) {
    this.#options = options;
  }

  take(update: Update): readonly Update[] {
    const { ops } = update;
    const first = ops.length === 0 ? undefined : parseOpId(ops[0]!.opId);
    // Not the ids of an SDK, so not its habits either.
    if (first === undefined || this.#phase === "settled") return [update];
    if (this.#phase === "reading" || this.#phase === "read") {
      if (this.#early.length > 0) {
        if (this.#isRepetition(update)) return this.#repeated(update);
        this.#late.push(update);
        return [];
      }
      if (this.#phase === "read" || first.clock <= newcomersClock || this.#namesAnother(ops)) {
        this.#phase = "read";
        return [update];
      }
    }
    // The first op that a client ever makes: it owes no older one.
    else if (this.#phase === "underway" && this.#early.length === 0 && first.clock === 0) return [update];
    this.#early.push(update);
    this.#oldest = Math.min(this.#oldest, first.clock);
    return [];
  }

  ending(): void {
    if (this.#phase !== "asked") return;
    this.#phase = "underway";
    const { probe, clock, read, graceMs, release, settled } = this.#options;
    probe(() => {
      if (this.#phase !== "underway") return;
      this.#phase = "reading";
      this.#sure = this.#early.length > 0;
      read();
      this.#grace = clock.setTimer(graceMs(), () => {
        const waiting = [...this.#early, ...this.#late];
        this.end();
        settled();
        release(waiting);
      });
    });
  }

  ended(): void {
    if (this.#phase !== "underway" && this.#phase !== "reading") return;
    const { probe, clock, release } = this.#options;
    probe(() => {
      if (this.#phase !== "reading") return;
      this.#moment = clock.setTimer(momentMs, () => {
        if (this.#phase !== "reading") return;
        this.#phase = "read";
        if (this.#sure) return;
        const waiting = [...this.#early, ...this.#late];
        this.#early = [];
        this.#late = [];
        release(waiting);
      });
    });
  }

  end(): void {
    this.#phase = "settled";
    this.#moment?.cancel();
    this.#grace?.cancel();
    this.#early = [];
    this.#late = [];
  }

  #isRepetition({ ops }: Update): boolean {
    if (parseOpId(ops[0]!.opId)!.clock <= this.#oldest) return true;
    const waiting = new Set(this.#early.flatMap((update) => update.ops.map(({ opId }) => opId)));
    return this.#namesAnother(ops) || ops.some(({ opId }) => waiting.has(opId));
  }

  /** Whether an op was made on an earlier connection. */
  #namesAnother(ops: Update["ops"]): boolean {
    return ops.some(({ opId }) => parseOpId(opId)?.actor !== this.#options.actor);
  }

  #repeated(repetition: Update): readonly Update[] {
    const ids = new Set(repetition.ops.map(({ opId }) => opId));
    const added = [...(this.#sure ? [] : this.#early), ...this.#late]
      .map((update) => ({ ...update, ops: update.ops.filter(({ opId }) => !ids.has(opId)) }))
      .filter(({ ops }) => ops.length > 0);
    this.#early = [];
    this.#late = [];
    this.#phase = "read";
    return [...added, repetition];
  }
}
