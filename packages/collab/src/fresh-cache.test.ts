import { expect, test } from "vitest";
import { FreshCache } from "./fresh-cache.ts";
import type { FreshCacheOptions } from "./fresh-cache.ts";

/** A cache of what a table of texts holds, and reads of it that end when the test says so. */
function world(options: Partial<FreshCacheOptions<string, string>> = {}) {
  const here = { now: 1_000 };
  const table = new Map<string, string>();
  const waiting: (() => void)[] = [];
  let reads = 0;
  const cache = new FreshCache<string, string>({ capacity: 10, freshForMs: 5_000, now: () => here.now, ...options });
  const load = (key: string) => async () => {
    reads++;
    return table.get(key);
  };
  return Object.assign(here, {
    table,
    cache,
    reads: () => reads,
    read: (key: string) => cache.read(key, load(key)),
    /** Reads what the table holds now, and answers when `release` is called. */
    readSlowly(key: string) {
      return cache.read(key, async () => {
        const found = await load(key)();
        await new Promise<void>((resolve) => waiting.push(resolve));
        return found;
      });
    },
    async release() {
      await new Promise((resolve) => setImmediate(resolve));
      for (const resolve of waiting.splice(0)) resolve();
    },
  });
}

test("[SG1] a value is read anew once it has its age, counted from when its read began", async () => {
  const w = world();
  w.table.set("a", "one");
  const reading = w.readSlowly("a");
  w.now += 1_000;
  await w.release();
  expect(await reading).toBe("one");
  w.table.set("a", "two");
  w.now += 3_999;
  expect([await w.read("a"), w.reads()]).toEqual(["one", 1]);
  w.now += 1;
  expect([w.cache.get("a"), w.cache.last("a")]).toEqual([undefined, "one"]);
  expect([await w.read("a"), w.reads()]).toEqual(["two", 2]);
});

test("[SG1] a clock that is set back does not make a value last for ever", async () => {
  const w = world();
  w.table.set("a", "one");
  await w.read("a");
  w.now -= 60_000;
  expect(w.cache.get("a")).toBeUndefined();
});

test("[SG2] a read that began before its value was dropped is not kept, and not given to those who ask later", async () => {
  for (const drop of ["drop", "dropWhere", "dropLoads", "clear"] as const) {
    const w = world();
    w.table.set("a", "old");
    const before = w.readSlowly("a");
    w.table.set("a", "new");
    if (drop === "drop") w.cache.drop("a");
    else if (drop === "dropWhere") w.cache.dropWhere(() => false);
    else w.cache[drop]();
    const after = w.read("a");
    await w.release();
    expect([await before, await after, w.cache.get("a")], drop).toEqual(["old", "new", "new"]);
  }
});

test("[SG2] a dropped value does not disturb the reads of others", async () => {
  const w = world();
  w.table.set("a", "one");
  const reading = w.readSlowly("a");
  w.cache.drop("b");
  await w.release();
  await reading;
  expect(w.cache.get("a")).toBe("one");
});

test("all who ask while a value is being read share its read; a read that fails is repeated", async () => {
  const w = world();
  w.table.set("a", "one");
  const readings = [w.readSlowly("a"), w.readSlowly("a"), w.read("a")];
  await w.release();
  expect([await Promise.all(readings), w.reads()]).toEqual([["one", "one", "one"], 1]);
  w.cache.drop("a");
  const failing = async () => Promise.reject(new Error("away"));
  const failed = await Promise.allSettled([w.cache.read("a", failing), w.cache.read("a", failing)]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await w.read("a")).toBe("one");
});

test("a read that takes longer than its value would be fresh is not joined", async () => {
  const w = world();
  w.table.set("a", "old");
  const slow = w.readSlowly("a");
  w.table.set("a", "new");
  w.now += 4_999;
  const joined = w.read("a");
  w.now += 1;
  const apart = w.read("a");
  await w.release();
  expect([await slow, await joined, await apart, w.cache.get("a")]).toEqual(["old", "old", "new", "new"]);
});

test("what is missing is not kept", async () => {
  const w = world();
  expect(await w.read("a")).toBeUndefined();
  w.table.set("a", "one");
  expect(await w.read("a")).toBe("one");
});

test("it never holds more than it may; what was not used for longest goes, and is reported", async () => {
  const dropped: string[] = [];
  const w = world({ capacity: 2, keeps: (value) => value !== "large", dropped: (value) => dropped.push(value) });
  for (const key of ["a", "b"]) {
    w.table.set(key, key);
    await w.read(key);
  }
  w.cache.get("a");
  w.table.set("c", "c");
  await w.read("c");
  w.table.set("d", "large");
  expect(await w.read("d")).toBe("large");
  expect([w.cache.get("a"), w.cache.get("b"), w.cache.get("c"), w.cache.get("d")]).toEqual([
    "a",
    undefined,
    "c",
    undefined,
  ]);
  w.cache.clear();
  expect(dropped).toEqual(["b", "a", "c"]);
});

test("a value may be fresh for as long as its read deserves, or be asked for younger", async () => {
  const w = world({ freshForMs: (tookMs) => tookMs * 100 });
  w.table.set("a", "one");
  const reading = w.readSlowly("a");
  w.now += 30;
  await w.release();
  await reading;
  w.now += 2_969;
  expect([w.cache.get("a"), w.cache.get("a", { maxAgeMs: 1_000 })]).toEqual(["one", undefined]);
  w.now += 1;
  expect(w.cache.get("a")).toBeUndefined();
});

test("hits, misses and the size are counted", async () => {
  const w = world();
  w.table.set("a", "one");
  await w.read("a");
  await w.read("a");
  w.cache.get("a");
  await w.read("b");
  expect(w.cache.figures).toEqual({ hits: 2, misses: 2, size: 1 });
});
