import { expect, test } from "vitest";
import { Turns } from "./turns.ts";

test("work of one key never overlaps, whatever becomes of it; work of two keys does", async () => {
  const turns = new Turns();
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
    turns.run("k", work("first", true)),
    turns.run("k", work("second")),
    turns.run("other", work("aside")),
    turns.run("k", work("third")),
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
