import type { Clock, Timer } from "@weft/room";

/** Work that is looked for at start, now and then, and when somebody says that there is some; never twice at a time. */
export interface BackgroundJob extends AsyncDisposable {
  /** Now, or once more when what is under way has ended. */
  soon(): void;
}

export interface BackgroundJobOptions {
  readonly clock: Clock;
  /** When it is looked for again, where `work` does not say. */
  readonly everyMs: number;
  /** When it is looked for first. Defaults to at once. */
  readonly firstAfterMs?: number;
  /**
   * Does all there is, or stops soon after `signal`. Answers in how many milliseconds there will be more: Infinity for not
   * before `soon`, nothing for `everyMs`.
   */
  readonly work: (signal: AbortSignal) => Promise<number | void>;
  /** Hears of an error that `work` did not expect; it is looked again after `everyMs`. */
  readonly failed: (error: unknown) => void;
  /** How long the end waits for work under way. Defaults to until it has stopped. */
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
