import { expect, test } from "vitest";
import { testedThreads } from "./tested-threads.ts";
import type { NewestPage, NewestPlace, ThreadHead } from "./thread-records.ts";

/** Threads from the newest on, each with comments: `n` is the place of one. */
function listOf(count: number, comments = 0) {
  const all = Array.from({ length: count }, (_, n) => ({ id: String(n), commentCount: comments }) as ThreadHead);
  let reads = 0;
  const read = ({ limit, after }: NewestPage) => {
    reads++;
    const from = after === undefined ? 0 : Number(after[1]) + 1;
    const threads = all.slice(from, from + limit);
    const places = threads.map(({ id }) => [0, Number(id)] as const);
    return Promise.resolve({ threads, places, next: from + limit < count ? places.at(-1) : undefined });
  };
  return { read, reads: () => reads };
}

test("[TH1] pages of tested threads contain each match once, from the newest on", async () => {
  const { read } = listOf(250);
  const everySeventh = (some: readonly ThreadHead[]) => Promise.resolve(some.filter(({ id }) => Number(id) % 7 === 0));
  const ids: number[] = [];
  let after: NewestPlace | undefined;
  do {
    const { threads, next } = await testedThreads({ read, test: everySeventh, limit: 5, after, lookAt: 1_000 });
    expect(threads.length).toBeLessThanOrEqual(5);
    ids.push(...threads.map(({ id }) => Number(id)));
    after = next;
  } while (after !== undefined);
  expect(ids).toEqual(Array.from({ length: 36 }, (_, n) => n * 7));
});

test("[TH1] a page that few threads meet ends after a bounded number of threads and comments", async () => {
  const { read, reads } = listOf(1_000, 9);
  const none = () => Promise.resolve([]);
  const { threads, next } = await testedThreads({ read, test: none, limit: 5, after: undefined, lookAt: 2_000 });
  expect(threads).toEqual([]);
  expect(next).toEqual([0, 199]);
  expect(reads()).toBe(2);
});
