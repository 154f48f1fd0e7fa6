import type { Clock } from "@weft/room/ports";
import type { WorkerThread } from "./worker-thread.ts";

/**
 * The worker threads, by slot. A thread is started when it is needed, and replaced after it was lost. If a thread cannot
 * be started (no thread, no memory), it is retried with growing pauses; callers wait meanwhile, up to a number of attempts.
 */
export interface WorkerPool {
  /** The running thread of this slot, or the reason why there is none. */
  thread(slot: number): Promise<WorkerThread | NoWorker>;
  /** What runs in each slot now. */
  readonly threads: readonly (WorkerThread | undefined)[];
  end(): Promise<void>;
}

export interface NoWorker {
  readonly kind: "noWorker";
  readonly reason: string;
}

/** After this many failed starts, the callers that wait are refused; the next caller tries again. */
const startAttempts = 5;
const firstPauseMs = 100;
const longestPauseMs = 5_000;

interface Slot {
  thread: WorkerThread | undefined;
  /** Failed starts in a row. */
  failures: number;
  /** Shared by all callers that wait for the thread. */
  starting: Promise<WorkerThread | NoWorker> | undefined;
}

export function createWorkerPool(options: {
  readonly size: number;
  readonly start: () => WorkerThread;
  readonly clock: Pick<Clock, "setTimer">;
}): WorkerPool {
  const { start, clock } = options;
  let closed = false;
  const pauses = new Set<() => void>();

  const pause = (afterMs: number) =>
    new Promise<void>((resolve) => {
      const done = () => {
        timer.cancel();
        pauses.delete(done);
        resolve();
      };
      const timer = clock.setTimer(afterMs, done);
      pauses.add(done);
    });

  const begin = (slot: Slot): string | undefined => {
    try {
      slot.thread = start();
      return undefined;
    } catch (cause) {
      slot.failures++;
      return cause instanceof Error ? cause.message : String(cause);
    }
  };

  /** How a thread ended shows whether it ever ran. */
  const countEnd = (slot: Slot) => {
    if (slot.thread === undefined || slot.thread.alive) return;
    slot.failures = slot.thread.started ? 0 : slot.failures + 1;
    slot.thread = undefined;
  };

  const restart = async (slot: Slot): Promise<WorkerThread | NoWorker> => {
    let reason = "It ended before it ran.";
    for (let left = startAttempts; left > 0; left--) {
      countEnd(slot);
      if (slot.failures > 0) await pause(Math.min(firstPauseMs * 2 ** (slot.failures - 1), longestPauseMs));
      if (closed) return { kind: "noWorker", reason: "The server stops." };
      const failure = begin(slot);
      if (failure === undefined) return slot.thread!;
      reason = failure;
    }
    return { kind: "noWorker", reason: `A worker for documents cannot be started: ${reason}` };
  };

  const slots = Array.from({ length: options.size }, (): Slot => ({
    thread: undefined,
    failures: 0,
    starting: undefined,
  }));

  return {
    get threads() {
      return slots.map(({ thread }) => thread);
    },
    async thread(at) {
      const slot = slots[at]!;
      if (slot.thread?.alive === true) return slot.thread;
      slot.starting ??= restart(slot).finally(() => (slot.starting = undefined));
      return slot.starting;
    },
    async end() {
      closed = true;
      for (const done of pauses) done();
      for (const { starting } of slots) await starting;
      for (const { thread } of slots) await thread?.end();
    },
  };
}
