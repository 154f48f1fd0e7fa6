import { describe, expect, test } from "vitest";
import type { NodeState } from "./node-records.ts";
import type { NodeId } from "./peers.ts";
import { excessRooms } from "./rebalancing.ts";

const self = "self" as NodeId;
const node = (id: string, rooms: number, more: Partial<NodeState> = {}): NodeState => ({
  id: id as NodeId,
  name: id,
  version: "1.0.0",
  load: 0.1,
  connections: 0,
  rooms,
  isDraining: false,
  ...more,
});

describe("[CL30] a node gives up rooms", () => {
  test("beyond the average, when it has many more", () => {
    expect(excessRooms([node("self", 300), node("b", 0), node("c", 0)], self)).toBe(200);
  });

  test.each([
    ["it has about as many", [node("self", 110), node("b", 90)]],
    ["there are few rooms", [node("self", 12), node("b", 0)]],
    ["it is alone", [node("self", 500)]],
    ["the others drain", [node("self", 500), node("b", 0, { isDraining: true })]],
    ["the load of the others is not known yet", [node("self", 500), node("b", 0, { load: undefined })]],
    ["it is not one of them", [node("b", 500), node("c", 0)]],
  ])("but none when %s", (_when, nodes) => {
    expect(excessRooms(nodes, self)).toBe(0);
  });

  test("and only those with too many do", () => {
    const nodes = [node("self", 10), node("b", 300), node("c", 20)];
    expect(excessRooms(nodes, self)).toBe(0);
    expect(excessRooms(nodes, "b" as NodeId)).toBe(190);
  });
});
