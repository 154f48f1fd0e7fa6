import { headsPerRead } from "./thread-pages.ts";
import type { NewestPage, NewestPlace, NewestThreads, ThreadHead } from "./thread-records.ts";

export interface TestedThreadsOptions {
  /** Reads the newest threads after a place. */
  readonly read: (page: NewestPage) => Promise<NewestThreads>;
  /** Those of these threads whose comments meet the filter. */
  readonly test: (threads: readonly ThreadHead[]) => Promise<readonly ThreadHead[]>;
  readonly limit: number;
  readonly after: NewestPlace | undefined;
  /** How many threads and comments are looked at, about. */
  readonly lookAt: number;
}

/**
 * A page of threads whose comments are tested: as many threads are read as it takes to fill the page, within the bound. A page
 * may be short, or empty, before the last one.
 */
export async function testedThreads({
  read,
  test,
  limit,
  after,
  lookAt,
}: TestedThreadsOptions): Promise<Pick<NewestThreads, "threads" | "next">> {
  const found: ThreadHead[] = [];
  let place = after;
  for (let looked = 0; looked < lookAt;) {
    const { threads, places, next } = await read({ limit: headsPerRead, after: place, lookAt: lookAt - looked });
    const met = new Set(threads.length === 0 ? [] : await test(threads));
    for (const [at, thread] of threads.entries()) {
      looked += 1 + thread.commentCount;
      if (!met.has(thread)) continue;
      found.push(thread);
      if (found.length < limit) continue;
      const isLast = at === threads.length - 1;
      return { threads: found, next: isLast ? next : places[at] };
    }
    if (next === undefined) return { threads: found, next };
    place = next;
    // A read that found none has looked at as many as it may.
    if (threads.length === 0) break;
  }
  return { threads: found, next: place };
}
