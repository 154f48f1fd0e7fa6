import type { Clock, Timer } from "@weft/room";

/** Work that runs at start, at intervals and on request, one run at a time. */
export interface BackgroundJob extends AsyncDisposable {
  /** Runs the work now, or once more after the current run. */
  soon(): void;
}

export interface BackgroundJobOptions {
  readonly clock: Clock;
  /** The interval to the next run when `work` returns none. */
  readonly everyMs: number;
  /** The delay before the first run. Defaults to none. */
  readonly firstAfterMs?: number;
  /**
   * Does all pending work, or stops soon after `signal`. Returns the milliseconds until the next run: Infinity to wait
   * for `soon`, undefined for `everyMs`.
   */
  readonly work: (signal: AbortSignal) => Promise<number | void>;
  /** Receives an error that `work` throws; the next run follows after `everyMs`. */
  readonly failed: (error: unknown) => void;
  /** How long disposal waits for the current run. Defaults to no limit. */
  readonly patienceMs?: number;
}

export function openBackgroundJob(options: BackgroundJobOptions): BackgroundJob {
  const { clock, everyMs, firstAfterMs = 0, work, failed, patienceMs = Infinity } = options;
  const closing = new AbortController();
  let timer: Timer | undefined;
  let running: Promise<void> | undefined;
  let again = false;

  const run = async () => {
    let wait: number | void = undefined;
    try {
      wait = await work(closing.signal);
    } catch (error) {
      failed(error);
    }
    running = undefined;
    if (closing.signal.aborted) return;
    if (again) begin();
    else if (wait !== Infinity) timer = clock.setTimer(Math.max(0, wait ?? everyMs), begin);
  };
  const begin = () => {
    timer?.cancel();
    again = false;
    running = run();
  };

  if (firstAfterMs === 0) begin();
  else timer = clock.setTimer(firstAfterMs, begin);
  return {
    soon() {
      if (closing.signal.aborted) return;
      if (running === undefined) begin();
      else again = true;
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      timer?.cancel();
      if (running === undefined) return;
      if (patienceMs === Infinity) return running;
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const patience = clock.setTimer(patienceMs, resolve);
      await Promise.race([running, late]);
      patience.cancel();
    },
  };
}
