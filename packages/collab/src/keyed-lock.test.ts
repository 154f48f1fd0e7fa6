import { expect, test } from "vitest";
import { KeyedLock } from "./keyed-lock.ts";

/** Work that runs until it is ended, with a log of what began and ended. */
function world() {
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  const work =
    (name: string, fails = false) =>
    async () => {
      log.push(`+${name}`);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      log.push(`-${name}`);
      if (fails) throw new Error(name);
      return name;
    };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    work,
    take: async () => {
      await settle();
      return log.splice(0).join(" ");
    },
    end: (name: string) => ends.get(name)!(),
  };
}

test("reads of one key run together, and writes run alone, in the order in which they came", async () => {
  const lock = new KeyedLock();
  const { work, take, end } = world();
  const all = [
    lock.read("k", work("r1")),
    lock.read("k", work("r2")),
    lock.write("k", work("w1")),
    lock.read("k", work("r3")),
    lock.write("k", work("w2")),
    lock.write("other", work("w3")),
  ];
  expect(await take()).toBe("+r1 +r2 +w3");
  end("r2");
  expect(await take()).toBe("-r2");
  end("r1");
  expect(await take()).toBe("-r1 +w1");
  end("w1");
  expect(await take()).toBe("-w1 +r3");
  end("r3");
  expect(await take()).toBe("-r3 +w2");
  end("w2");
  end("w3");
  expect(await Promise.all(all)).toEqual(["r1", "r2", "w1", "r3", "w2", "w3"]);
});

test("work that fails keeps no other from running", async () => {
  const lock = new KeyedLock();
  const { work, take, end } = world();
  const all = Promise.allSettled([
    lock.read("k", work("r", true)),
    lock.write("k", work("w", true)),
    lock.write("k", work("last")),
  ]);
  await take();
  end("r");
  expect(await take()).toBe("-r +w");
  end("w");
  expect(await take()).toBe("-w +last");
  end("last");
  expect((await all).map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
});
