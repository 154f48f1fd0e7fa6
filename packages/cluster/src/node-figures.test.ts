import { testRoom as address } from "@weft/room/suites/test-host.ts";
import { createRecordingSocket, settled } from "@weft/room/suites/fakes.ts";
import type { ConnectedUser } from "@weft/room";
import { expect, test } from "vitest";
import { createPeerWorld, recordingListener } from "../suites/peer-world.ts";
import type { TestCluster, TestNode } from "../suites/test-cluster.ts";
import { openTestCluster } from "../suites/test-cluster.ts";
import type { NodeId } from "./peers.ts";

const user: ConnectedUser = { scopes: ["*:write"], storage: "write", version: 8 };

/** Two nodes, of which the first has the room. */
async function openTwo(): Promise<{ cluster: TestCluster; owner: TestNode; other: TestNode }> {
  const cluster = await openTestCluster([0.1, 0.9]);
  const [owner, other] = cluster.nodes;
  await owner!.host.prewarm(address);
  expect(cluster.ownerOf(address)).toBe(owner);
  return { cluster, owner: owner!, other: other! };
}

test("[CL32] a lease runs out by the clock of its node, which stops writing when a third is left", async () => {
  const { cluster, owner } = await openTwo();
  await using _ = cluster;
  // It was renewed when the clock was advanced last.
  expect(owner.cluster.node.figures).toMatchObject({ leaseLeftMs: 6_000, isHeld: true, isDraining: false, nodes: 2 });
  cluster.records.cutOff(owner.id);
  await cluster.clock.advance(3_999);
  expect(owner.cluster.node.figures).toMatchObject({ leaseLeftMs: 2_001, isHeld: true });
  await cluster.clock.advance(1);
  expect(owner.cluster.node.figures).toMatchObject({ leaseLeftMs: 2_000, isHeld: false });
  await cluster.clock.advance(10_000);
  expect(owner.cluster.node.figures).toMatchObject({
    leaseLeftMs: 0,
    isHeld: false,
    givenUp: { lease: 1, wanted: 0, balance: 0 },
  });
  cluster.records.bringBack(owner.id);
  await cluster.clock.advance(2_000);
  expect(owner.cluster.node.figures.isHeld).toBe(true);
  await owner.cluster.drain();
  expect(owner.cluster.node.figures.isDraining).toBe(true);
});

test("[CL32] requests to other nodes are counted, and calls that they refuse, by reason", async () => {
  const { cluster, owner, other } = await openTwo();
  await using _ = cluster;
  await owner.host.members(address);
  expect(owner.cluster.node.figures.calls).toBe(0);
  await other.host.members(address);
  await other.edge.enter(address, user, createRecordingSocket());
  expect(other.cluster.node.figures).toMatchObject({ calls: 2, refused: { elsewhere: 0, draining: 0, lost: 0 } });

  owner.local.newActor = () => new Promise(() => {});
  const asking = other.host.newActor(address).catch(() => {});
  await settled();
  cluster.network.cut(owner.id, other.id);
  await cluster.clock.advance(20_000);
  await asking;
  expect(other.cluster.node.figures).toMatchObject({ calls: 3, refused: { elsewhere: 0, draining: 0, lost: 1 } });
  expect(other.cluster.node.isReachable(owner.id)).toBe(false);
  expect(owner.cluster.node.isReachable(owner.id)).toBe(true);
});

test("[CL32] the node that wants a room counts it, and so does the node that gives it up", async () => {
  const { cluster, owner, other } = await openTwo();
  await using _ = cluster;
  owner.peers.isConnected = false;
  cluster.network.cut(owner.id, other.id);
  const entering = other.edge.enter(address, user, createRecordingSocket());
  await cluster.clock.advance(10_000);
  await entering;
  expect(other.cluster.node.figures.wants).toBeGreaterThan(0);
  expect(owner.cluster.node.figures).toMatchObject({ isConnected: false, givenUp: { wanted: 1, lease: 0 }, wants: 0 });
});

test("[CL32] frames, bytes, losses and pending bytes are counted on both sides", () => {
  const world = createPeerWorld({ seed: 1 });
  const { clock, network } = world;
  const [one, other] = [world.open("a"), world.open("b")];
  for (const peers of [one, other]) peers.listen(recordingListener());
  clock.advance(100);
  expect([one.figures, other.figures]).toMatchObject([
    { reachable: 1, lost: 0, pendingBytes: 0 },
    { reachable: 1, lost: 0, pendingBytes: 0 },
  ]);
  const before = { sent: one.figures, received: other.figures };
  one.send("b" as NodeId, Buffer.alloc(100_000));
  expect(one.figures.pendingBytes).toBeGreaterThan(100_000);
  clock.advance(100);
  const sent = one.figures.bytesSent - before.sent.bytesSent;
  expect(sent).toBeGreaterThan(100_000);
  expect(sent).toBeLessThan(102_000);
  expect(one.figures.framesSent).toBe(before.sent.framesSent + 1);
  expect(other.figures.bytesReceived - before.received.bytesReceived).toBe(sent);
  expect(other.figures.framesReceived).toBe(before.received.framesReceived + 1);
  // Acknowledged with the next ping.
  clock.advance(1_000);
  expect(one.figures.pendingBytes).toBe(0);

  network.disconnect("a" as NodeId);
  expect(one.figures).toMatchObject({ reachable: 0, lost: 1 });
  const { framesSent } = one.figures;
  clock.advance(3_500);
  expect(other.figures).toMatchObject({ reachable: 0, lost: 1 });
  expect(one.figures.framesSent).toBe(framesSent);
});
