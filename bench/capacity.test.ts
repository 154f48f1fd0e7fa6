import { expect, test } from "vitest";
import { clusterFor, demandOn, placementImbalance, usages } from "./capacity.ts";
import type { Costs } from "./capacity.ts";

const costs: Costs = {
  connectionKiB: 16,
  processMiB: 140,
  presenceUs: 60,
  deliveryUs: 2,
  editUs: 100,
  messageUs: 10,
  frameUs: 100,
};
const [documents] = usages;

test("one node forwards nothing, and needs what its connections do", () => {
  const demand = demandOn(1, 3_000, documents!, costs);
  expect(demand).toMatchObject({ messages: 0, megabytes: 0, commits: 300 });
  // 1,200 updates and 300 edits a second, each with two receivers.
  expect(demand.cpuShare).toBeCloseTo((1_200 * 60 + 3_000 * 2 + 300 * 100) / 1e6);
  expect(demand.memoryMiB).toBeCloseTo(140 + (3_000 * 16) / 1_024);
});

test("a cluster is as large as it must be, and no larger", () => {
  const { nodes, cpuShare } = clusterFor(100_000, documents!, costs, 1.2);
  expect(cpuShare * 1.2).toBeLessThanOrEqual(0.5);
  expect(demandOn(nodes - 1, 100_000, documents!, costs).cpuShare * 1.2).toBeGreaterThan(0.5);
  expect(clusterFor(100, documents!, costs, 1.2).nodes).toBe(3);
});

test("fewer nodes are needed where the users of a room are on one node", () => {
  const [, whiteboards] = usages;
  const random = clusterFor(10_000, whiteboards!, costs, 1.2);
  const byRoom = clusterFor(10_000, whiteboards!, costs, 1.2, "byRoom");
  expect(byRoom.nodes).toBeLessThan(random.nodes);
  expect(byRoom.messages).toBeLessThan(random.messages);
});

test("two random choices keep the busiest node near the average", () => {
  const imbalance = placementImbalance(10, 1_000);
  expect(imbalance).toBeGreaterThanOrEqual(1);
  expect(imbalance).toBeLessThan(1.5);
  expect(placementImbalance(10, 1_000)).toBe(imbalance);
});
