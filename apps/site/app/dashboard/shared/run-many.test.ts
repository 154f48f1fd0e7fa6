import { expect, test } from "vitest";
import { runMany } from "./run-many.ts";

const ids = Array.from({ length: 10 }, (_, index) => `r${index}`);

test("work is done once for every id, at most four at a time, and a failure stops no other", async () => {
  const removed: string[] = [];
  let running = 0;
  let most = 0;
  const seen: number[] = [];
  const result = await runMany(
    ids,
    async (id) => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
      if (id === "r3") throw new Error("Something went wrong on the server.");
      removed.push(id);
    },
    ({ done, failed }) => seen.push(done + failed.length),
  );
  expect(result).toEqual({
    done: 9,
    failed: [{ id: "r3", why: "Something went wrong on the server." }],
    total: 10,
  });
  expect(removed.toSorted()).toEqual(ids.filter((id) => id !== "r3"));
  expect(most).toBe(4);
  expect(seen).toEqual(Array.from({ length: 10 }, (_, index) => index + 1));
});

test("it stops when it is aborted", async () => {
  const stop = new AbortController();
  const result = await runMany(
    ids,
    async () => stop.abort(),
    () => undefined,
    stop.signal,
  );
  expect(result.done).toBeLessThanOrEqual(4);
});
