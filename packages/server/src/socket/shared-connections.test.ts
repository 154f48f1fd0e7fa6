import { createSignalNetwork } from "@weft/collab/suites/signal-network.ts";
import type { ProjectId } from "@weft/protocol";
import { createManualClock } from "@weft/room/suites/fakes.ts";
import { expect, test } from "vitest";
import { createSharedConnections } from "./shared-connections.ts";

const project = "p" as ProjectId;

function world(limit: number) {
  const network = createSignalNetwork();
  const clock = createManualClock();
  const nodes = new Map<string, unknown>();
  const join = (self: string) => {
    nodes.set(self, {});
    return createSharedConnections({ signals: network.join(), node: () => ({ self, nodes }), limit, clock });
  };
  return { network, clock, nodes, join };
}

test("[SE25] nodes know of each other's connections to a project, to a hundredth of the limit", async () => {
  const { network, join } = world(1_000);
  const [one, two, three] = [join("one"), join("two"), join("three")];
  for (let count = 1; count <= 25; count++) one.counted(project, count);
  for (let count = 1; count <= 9; count++) two.counted(project, count);
  await network.settle();
  expect([one, two, three].map((node) => node.elsewhere(project))).toEqual([0, 20, 20]);
  expect(network.published).toHaveLength(2);
  expect(three.elsewhere("q" as ProjectId)).toBe(0);
  for (let count = 24; count >= 0; count--) one.counted(project, count);
  await network.settle();
  expect(three.elsewhere(project)).toBe(0);
});

test("[SE25] connections of a node that is lost do not count, and those of a lost signal do within a minute", async () => {
  const { network, clock, nodes, join } = world(10);
  const [one, two] = [join("one"), join("two")];
  network.deliver("lost");
  one.counted(project, 3);
  await network.settle();
  network.deliver("carried");
  expect(two.elsewhere(project)).toBe(0);
  await clock.advance(60_000);
  await network.settle();
  expect(two.elsewhere(project)).toBe(3);
  nodes.delete("one");
  expect(two.elsewhere(project)).toBe(0);
});
