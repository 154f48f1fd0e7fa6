/** Asks for what has changed: from time to time while it is used, and at once when there is a reason to. */
import type { Timers } from "../../connection/reconnecting-socket.ts";

export interface PollerOptions {
  readonly intervalMs: number;
  readonly timers: Timers;
  /** Milliseconds, by a clock that does not jump. */
  readonly now: () => number;
  /** Whether no one can see what is polled for. Polling continues with `refreshIfOlderThan`. */
  readonly isHidden: () => boolean;
  readonly poll: (signal: AbortSignal) => Promise<void>;
}

/** A poll that has no answer by then has failed. */
const patienceMs = 30_000;
const backOffMs = [1_000, 2_000, 4_000, 8_000, 10_000] as const;

export class Poller {
  readonly #options: PollerOptions;
  #users = 0;
  #timer: { cancel(): void } | undefined;
  /** When something was last asked that was answered. Undefined until there is something to begin with. */
  #answeredAt: number | undefined;
  #failures = 0;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #abort: AbortController | undefined;
  #isWanted = false;
  #isStopped = false;

  constructor(options: PollerOptions) {
    this.#options = options;
  }

  get isUsed(): boolean {
    return this.#users > 0;
  }

  /** Whether there is something to begin with. */
  get hasBegun(): boolean {
    return this.#answeredAt !== undefined;
  }

  /** Polls until the answered function is called. Asks at once if the last answer is older than that. */
  use(staleAfterMs: number): () => void {
    this.#users++;
    this.refreshIfOlderThan(staleAfterMs);
    this.#schedule();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#users--;
      this.#schedule();
    };
  }

  /** What later answers build on has arrived. */
  begin(): void {
    this.#answeredAt ??= this.#options.now();
    if (this.#isWanted) void this.pollNow().catch(ignore);
    else this.#schedule();
  }

  refreshIfOlderThan(ms: number): void {
    if (this.#answeredAt !== undefined && this.#options.now() - this.#answeredAt > ms)
      void this.pollNow().catch(ignore);
  }

  /** Something may have changed: asks as soon as there is something to begin with. */
  want(): void {
    if (this.#answeredAt === undefined) this.#isWanted = true;
    else if (this.isUsed) void this.pollNow().catch(ignore);
    // Otherwise it is asked for when it is used again.
    else this.#answeredAt = -Infinity;
  }

  /** Resolves when a poll that was begun after this call has been answered. */
  pollNow(): Promise<void> {
    this.#isWanted = false;
    if (this.#running === undefined) return this.#run();
    // One more is enough for all who ask meanwhile.
    this.#next ??= this.#running.catch(ignore).then(() => {
      this.#next = undefined;
      return this.#run();
    });
    return this.#next;
  }

  stop(): void {
    this.#isStopped = true;
    this.#timer?.cancel();
    this.#abort?.abort();
  }

  #run(): Promise<void> {
    this.#timer?.cancel();
    const { timers, now, poll } = this.#options;
    const abort = new AbortController();
    this.#abort = abort;
    const patience = timers.set(patienceMs, () => abort.abort(new Error("The server takes too long to answer.")));
    const running = poll(abort.signal).then(
      () => {
        this.#failures = 0;
        this.#answeredAt = now();
      },
      (error: unknown) => {
        this.#failures++;
        throw error;
      },
    );
    const ended = running.finally(() => {
      patience.cancel();
      this.#running = undefined;
      this.#schedule();
    });
    this.#running = ended;
    return ended;
  }

  #schedule(): void {
    this.#timer?.cancel();
    if (this.#isStopped || !this.isUsed || this.#answeredAt === undefined || this.#running !== undefined) return;
    const wait =
      this.#failures === 0
        ? Math.max(0, this.#answeredAt + this.#options.intervalMs - this.#options.now())
        : (backOffMs[this.#failures - 1] ?? backOffMs.at(-1)!);
    this.#timer = this.#options.timers.set(wait, () => {
      if (!this.#options.isHidden()) void this.pollNow().catch(ignore);
    });
  }
}

/** The next poll tries again. */
function ignore(): void {}
