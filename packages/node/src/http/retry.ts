/** When a call is made again, and how long it waits before. */

const firstWaitMs = 250;
const longestWaitMs = 8_000;
/** A server that asks for a longer wait gets no second call: the caller learns of it at once. */
const longestAskedMs = 60_000;

/**
 * Milliseconds until the next attempt: random, below a bound that doubles with each attempt, and at least what the server asked
 * for. Undefined if it asked for more than a minute.
 *
 * @param attempt 0 for the first that failed
 * @param askedMs what the server asked for
 * @param random from 0 to 1
 */
export function waitBeforeRetry(attempt: number, askedMs: number | undefined, random: number): number | undefined {
  if (askedMs !== undefined && askedMs > longestAskedMs) return undefined;
  const jitter = random * Math.min(firstWaitMs * 2 ** attempt, longestWaitMs);
  return (askedMs ?? 0) + jitter;
}

/** What a `Retry-After` header asks for: seconds, or a date. Milliseconds; undefined if it asks for nothing. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Statuses of a server that has not carried out the call, and may do so later. */
export function isTemporary(status: number): boolean {
  return status === 429 || status === 503;
}

/** @throws the signal's reason */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    const abort = () => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    signal?.addEventListener("abort", abort, { once: true });
  });
}
