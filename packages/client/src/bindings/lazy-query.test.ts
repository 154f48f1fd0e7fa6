import { expect, test } from "vitest";
import { LazyQuery } from "./lazy-query.ts";
import type { LoadState, WatchedSource } from "./lazy-query.ts";

/** A source that a test fills, and what was asked of it. */
function createSource() {
  const listeners = new Set<() => void>();
  let state: LoadState<readonly number[]> = { isLoading: true };
  const asked: string[] = [];
  const source: WatchedSource<readonly number[]> = {
    get: () => state,
    subscribe(listener) {
      asked.push("subscribe");
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    fetchMore: () => Promise.resolve(asked.push("fetchMore")),
  };
  const fill = (data: readonly number[]) => {
    state = { isLoading: false, data };
    for (const listener of listeners) listener();
  };
  return { source, fill, asked, listeners };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test("[CS189] a query is opened by its first subscription, once, and answers the same object until it changes", async () => {
  const { source, fill, asked, listeners } = createSource();
  let openings = 0;
  const query = new LazyQuery(() => {
    openings++;
    return Promise.resolve(source);
  });
  expect([query.get(), openings]).toEqual([{ isLoading: true }, 0]);
  let changes = 0;
  const stops = [query.subscribe(() => changes++), query.subscribe(() => {})];
  await turn();
  expect([openings, asked, changes]).toEqual([1, ["subscribe", "subscribe"], 1]);
  fill([1]);
  const shown = query.get();
  expect([shown, changes]).toMatchObject([{ isLoading: false, data: [1] }, 2]);
  expect(query.get()).toBe(shown);
  (shown as unknown as { fetchMore: () => void }).fetchMore();
  expect(asked.at(-1)).toBe("fetchMore");
  for (const stop of stops) stop();
  expect(listeners.size).toBe(0);
});

test("[CS189] a subscription that ends before the query is opened listens to nothing", async () => {
  const { source, asked } = createSource();
  const query = new LazyQuery(() => Promise.resolve(source));
  query.subscribe(() => {})();
  await turn();
  expect(asked).toEqual([]);
});

test("[CS189] code that cannot be loaded is an error, and the next subscription tries again", async () => {
  const { source, fill } = createSource();
  const answers = [Promise.reject(new Error("The page is older than its server.")), Promise.resolve(source)];
  const query = new LazyQuery(() => answers.shift()!);
  query.subscribe(() => {});
  await turn();
  expect(query.get()).toMatchObject({ isLoading: false, error: { message: "The page is older than its server." } });
  query.subscribe(() => {});
  await turn();
  fill([2]);
  expect(query.get()).toMatchObject({ isLoading: false, data: [2] });
});
