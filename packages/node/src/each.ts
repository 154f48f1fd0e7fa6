/** Works on several items at the same time. The first failure ends all others. */

export interface EachOptions {
  /** How many at the same time. */
  readonly concurrency: number;
  readonly signal?: AbortSignal;
}

/**
 * @param items gets the signal that ends everything
 * @throws the first failure
 */
export async function eachOf<T>(
  items: (signal: AbortSignal) => AsyncIterator<T>,
  work: (item: T, signal: AbortSignal) => Promise<void>,
  { concurrency, signal }: EachOptions,
): Promise<void> {
  const failure = new AbortController();
  const stopped = signal === undefined ? failure.signal : AbortSignal.any([signal, failure.signal]);
  const iterator = items(stopped);
  const workNext = async () => {
    try {
      for (;;) {
        stopped.throwIfAborted();
        const next = await iterator.next();
        if (next.done === true) return;
        await work(next.value, stopped);
      }
    } catch (error) {
      failure.abort(error);
      throw error;
    }
  };
  const workers = await Promise.allSettled(Array.from({ length: concurrency }, workNext));
  const failed = workers.some(({ status }) => status === "rejected");
  if (failed) throw signal?.aborted === true ? signal.reason : failure.signal.reason;
}
