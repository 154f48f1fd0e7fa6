import { expect, test } from "vitest";
import { createSignalNetwork } from "../suites/signal-network.ts";
import { createSharedCounts } from "./shared-counts.ts";

test("[SG11] a process tells the others what it has taken in portions, each count for itself", async () => {
  const network = createSignalNetwork();
  const heard: string[] = [];
  const open = (process: string, name: string) =>
    createSharedCounts({
      signals: network.join(),
      name,
      taken: (key, amount) => void heard.push(`${process} ${key} ${amount}`),
    });
  const [one] = [open("one", "calls"), open("two", "calls"), open("three", "others")];
  for (let call = 0; call < 7; call++) one.add("a", 1, 3);
  one.add("b", 2, 3);
  await network.settle();
  expect(heard).toEqual(["two a 3", "two a 3"]);
});

test("[SG11] what waits to be told is bounded", async () => {
  const network = createSignalNetwork();
  const heard: string[] = [];
  const counts = createSharedCounts({ signals: network.join(), name: "n", taken: () => {} });
  createSharedCounts({ signals: network.join(), name: "n", taken: (key) => void heard.push(key) });
  for (let key = 0; key < 10_001; key++) counts.add(`${key}`, 1, 3);
  await network.settle();
  expect(heard).toEqual(["0"]);
});
