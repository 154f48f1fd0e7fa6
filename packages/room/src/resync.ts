import type { UpdateStorage } from "@weft/protocol";
import { parseOpId } from "./clocks.ts";
import type { Clock, Timer } from "./ports.ts";

/**
 * Keeps the ops of a reconnecting client in order. The client asks for Storage and keeps sending its user's edits; once it
 * has read the snapshot, it resends every op that was never acknowledged, oldest first. An op decided before that would
 * be decided out of order, and its ack would reach a client that is about to discard it. So updates wait here until the
 * client has shown that it read the snapshot:
 *
 *     asked ──the snapshot's end goes out behind a probe──► underway ──answered──► reading ──► read ──grace──► settled
 *
 * An update that arrives before `reading` is sent again, and waits for its repetition. In `reading`, an update may still
 * be an edit from before the client read the snapshot, since a browser answers probes while its page is busy. Unless it is
 * a new client's first, it waits for the repetition, or for an echo: an answer that the page itself gives (`echo.ts`) and
 * that follows the repetition. From `read` on, an update waits only behind updates that already wait. Op ids identify the
 * repetition: it contains ops of an earlier connection, or ops of an update that waits. The initial keys that a client adds
 * to the snapshot come before the repetition and are not part of it, so they are decided first. A new client's first update
 * follows the snapshot and does not wait.
 */
export interface Resync {
  /** Returns the updates to decide now, in order; none when this one has to wait. */
  take(update: UpdateStorage): readonly UpdateStorage[];
  /** The last frame of the snapshot is about to be sent. */
  snapshotEnding(): void;
  /** The page has answered: it has read the snapshot, and resent what it had to. Returns the updates to decide now. */
  echoed(): readonly UpdateStorage[];
  /** The connection closed. Updates that wait are dropped: they were not acknowledged, so the client will resend them. */
  end(): void;
}

export interface ResyncOptions {
  /** The actor number of this connection. */
  readonly actor: number;
  /** Calls back when the client has answered a ping, after everything that it sent before. */
  readonly probe: (answered: () => void) => void;
  readonly clock: Clock;
  /** The client has read the snapshot, or its browser has. */
  readonly read: () => void;
  /** Asks the page for an echo. */
  readonly askEcho: () => void;
  /** How long after it has read the snapshot the client may still resend ops. */
  readonly graceMs: () => number;
  /** There was no repetition: these updates are to be decided now, in order. */
  readonly release: (waiting: readonly UpdateStorage[]) => void;
  /** The client has no unacknowledged ops from before. */
  readonly settled: () => void;
}

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
    if (this.#phase === "reading") {
      this.#options.askEcho();
      this.#startGrace();
    }
    return [];
  }

  snapshotEnding(): void {
    if (this.#phase !== "asked") return;
    this.#phase = "underway";
    const { probe, read } = this.#options;
    probe(() => {
      if (this.#phase !== "underway") return;
      this.#phase = "reading";
      this.#sure = this.#early.length > 0;
      read();
      this.#startGrace();
    });
  }

  echoed(): readonly UpdateStorage[] {
    if (this.#phase !== "reading") return [];
    this.#phase = "read";
    if (this.#sure) return [];
    const waiting = [...this.#early, ...this.#late];
    this.#early = [];
    this.#late = [];
    return waiting;
  }

  end(): void {
    this.#phase = "settled";
    this.#grace?.cancel();
    this.#early = [];
    this.#late = [];
  }

  #startGrace(): void {
    const { clock, graceMs, settled, release } = this.#options;
    this.#grace?.cancel();
    this.#grace = clock.setTimer(graceMs(), () => {
      const waiting = [...this.#early, ...this.#late];
      this.end();
      settled();
      release(waiting);
    });
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
