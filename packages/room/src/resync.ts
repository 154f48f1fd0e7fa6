import type { UpdateStorage } from "@weft/protocol";
import { parseOpId } from "./clocks.ts";
import type { Clock, Timer } from "./ports.ts";

/**
 * Keeps the ops of a reconnecting client in order. The client asks for Storage and keeps sending its user's edits; once it
 * has read the snapshot, it resends every op that was never acknowledged, oldest first. An op decided before that would
 * be decided out of order, and its ack would reach a client that is about to discard it. So updates wait here until the
 * client has shown that it read the snapshot:
 *
 *     asked ──the snapshot's end goes out between two probes──► underway ──first answered──► reading
 *     reading ──second answered, and a moment──► read ──grace──► settled
 *
 * An update that arrives before `reading` is sent again, and waits for its repetition. In `reading`, an update may still
 * be an edit from before the client read the snapshot: it waits until `read`, unless it is a new client's first. From
 * `read` on, an update waits only behind updates that already wait. Op ids identify the repetition: it contains ops of an
 * earlier connection, or ops of an update that waits. The initial keys that a client adds to the snapshot come before the
 * repetition and are not part of it, so they are decided first. A new client's first update follows the snapshot and does
 * not wait.
 */
export interface Resync {
  /** Returns the updates to decide now, in order; none when this one has to wait. */
  take(update: UpdateStorage): readonly UpdateStorage[];
  /** The last frame of the snapshot is about to be sent. */
  snapshotEnding(): void;
  /** The last frame of the snapshot was sent. */
  snapshotEnded(): void;
  /** The connection closed. Updates that wait are dropped: they were not acknowledged, so the client will resend them. */
  end(): void;
}

export interface ResyncOptions {
  /** The actor number of this connection. */
  readonly actor: number;
  /** Calls back when the client has answered a ping, after everything that it sent before. */
  readonly probe: (answered: () => void) => void;
  readonly clock: Clock;
  /** The client has read the snapshot. */
  readonly read: () => void;
  /** How long after it has read the snapshot the client may still resend ops. */
  readonly graceMs: () => number;
  /** There was no repetition: these updates are to be decided now, in order. */
  readonly release: (waiting: readonly UpdateStorage[]) => void;
  /** The client has no unacknowledged ops from before. */
  readonly settled: () => void;
}

/** How long a client may take from reading the snapshot to resending ops. */
const momentMs = 50;
/** A new client's first op has one of the first two clocks: some edits reserve one that they do not use. */
const newClientsClock = 1;

export function startResync(options: ResyncOptions): Resync {
  return new ClientResync(options);
}

class ClientResync implements Resync {
  readonly #options: ResyncOptions;
  #phase: "asked" | "underway" | "reading" | "read" | "settled" = "asked";
  /** Updates that will or may be resent, and those that arrived after them. */
  #early: UpdateStorage[] = [];
  #late: UpdateStorage[] = [];
  /** Whether the early ones are certain to be resent. */
  #sure = false;
  /** The smallest clock among the early ones. */
  #oldest = Infinity;
  #moment: Timer | undefined;
  #grace: Timer | undefined;

  constructor(options: ResyncOptions) {
    this.#options = options;
  }

  take(update: UpdateStorage): readonly UpdateStorage[] {
    const { ops } = update;
    const first = ops.length === 0 ? undefined : parseOpId(ops[0]!.opId);
    // Op ids of another form are not an SDK's, so its behaviour cannot be assumed.
    if (first === undefined || this.#phase === "settled") return [update];
    if (this.#phase === "reading" || this.#phase === "read") {
      if (this.#early.length > 0) {
        if (this.#isRepetition(update)) return this.#repeated(update);
        this.#late.push(update);
        return [];
      }
      if (this.#phase === "read" || first.clock <= newClientsClock || this.#namesAnother(ops)) {
        this.#phase = "read";
        return [update];
      }
    }
    // The first op that a client makes: there are no older ones to resend.
    else if (this.#phase === "underway" && this.#early.length === 0 && first.clock === 0) return [update];
    this.#early.push(update);
    this.#oldest = Math.min(this.#oldest, first.clock);
    return [];
  }

  snapshotEnding(): void {
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

  snapshotEnded(): void {
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

  #isRepetition({ ops }: UpdateStorage): boolean {
    if (parseOpId(ops[0]!.opId)!.clock <= this.#oldest) return true;
    const waiting = new Set(this.#early.flatMap((update) => update.ops.map(({ opId }) => opId)));
    return this.#namesAnother(ops) || ops.some(({ opId }) => waiting.has(opId));
  }

  /** Whether an op belongs to an earlier connection. */
  #namesAnother(ops: UpdateStorage["ops"]): boolean {
    return ops.some(({ opId }) => parseOpId(opId)?.actor !== this.#options.actor);
  }

  #repeated(repetition: UpdateStorage): readonly UpdateStorage[] {
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
