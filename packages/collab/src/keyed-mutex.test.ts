import { expect, test } from "vitest";
import { KeyedMutex } from "./keyed-mutex.ts";

test("work of one key never overlaps, whatever becomes of it; work of two keys does", async () => {
  const mutex = new KeyedMutex();
  const log: string[] = [];
  const work =
    (name: string, fails = false) =>
    async () => {
      log.push(`${name} begins`);
      await Promise.resolve();
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
  const all = await Promise.allSettled([
    mutex.run("k", work("first", true)),
    mutex.run("k", work("second")),
    mutex.run("other", work("aside")),
    mutex.run("k", work("third")),
  ]);
  expect(all.map((one) => one.status)).toEqual(["rejected", "fulfilled", "fulfilled", "fulfilled"]);
  expect(log.filter((line) => !line.startsWith("aside"))).toEqual([
    "first begins",
    "first ends",
    "second begins",
    "second ends",
    "third begins",
    "third ends",
  ]);
  expect(log.indexOf("aside begins")).toBeLessThan(log.indexOf("first ends"));
});
