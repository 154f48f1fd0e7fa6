import { expect, test } from "vitest";
import { changedPaths, momentsKept, StorageTimeline } from "./storage-timeline.ts";

test("[DT6] the past of Storage has each state once, with the latest ones where there are too many", () => {
  let now = 0;
  const timeline = new StorageTimeline(() => ++now);
  const first = { n: 0 };
  timeline.add(first);
  timeline.add(first);
  timeline.add({ n: 0 });
  expect(timeline.moments).toEqual([{ at: 1, state: first }]);
  for (let n = 1; n <= momentsKept; n++) timeline.add({ n });
  expect(timeline.moments).toHaveLength(momentsKept);
  expect([timeline.moments[0]!.state, timeline.moments.at(-1)!.state]).toEqual([{ n: 1 }, { n: momentsKept }]);
});

test.each([
  ["a member", { a: 1, b: 2 }, { a: 1, b: 3 }, ["b"]],
  ["a member that is new, and one that is gone", { a: 1 }, { b: 1 }, ["a", "b"]],
  ["an element of a list", { m: { k: [1, 2] } }, { m: { k: [1, 3] } }, ["m/k/1"]],
  ["an element that is gone", { m: [1, 2] }, { m: [1] }, ["m/1"]],
  ["a branch that becomes a value", { a: { b: 1 } }, { a: 1 }, ["a"]],
  ["nothing", { a: [1] }, { a: [1] }, []],
])("[DT6] between two states, what has changed is named: %s", (_, before, after, paths) => {
  expect(changedPaths(before, after)).toEqual(paths);
});
