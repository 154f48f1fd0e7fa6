import type { Limits, RoomAddress } from "@weft/protocol";
import { createRoomEdge, openRoomHost } from "@weft/room";
import type { LocalRoomHost, RoomEdge, RoomHost } from "@weft/room";
import { createFakeDocuments } from "@weft/room/suites/fake-documents.ts";
import {
  bareSeal,
  createManualClock,
  createManualStore,
  limitsWith,
  noEffects,
  noUploads,
  silentEvents,
} from "@weft/room/suites/fakes.ts";
import type { ManualClock, ManualStore } from "@weft/room/suites/fakes.ts";
import { createClusterHost } from "../src/cluster-host.ts";
import type { NodeLease } from "../src/node-lease.ts";
import { openNodeLease } from "../src/node-lease.ts";
import type { NodeCluster } from "../src/node-cluster.ts";
import { createNodeCluster } from "../src/node-cluster.ts";
import type { NodeId } from "../src/peers.ts";
import { createFakeNodeRecords } from "./fake-node-records.ts";
import type { FakeNodeRecords } from "./fake-node-records.ts";
import { createFakeNetwork } from "./fake-peers.ts";
import type { FakeNetwork, FakePeers } from "./fake-peers.ts";

/** Nodes in this process, on a clock that the test advances, over one store with one room. */
export interface TestCluster extends AsyncDisposable {
  readonly nodes: readonly TestNode[];
  readonly network: FakeNetwork;
  readonly records: FakeNodeRecords;
  readonly store: ManualStore;
  readonly clock: ManualClock;
  /** The node that has the room. */
  ownerOf(address: RoomAddress): TestNode | undefined;
}

export interface TestNode {
  readonly id: NodeId;
  readonly peers: FakePeers;
  readonly cluster: NodeCluster;
  readonly lease: NodeLease;
  /** The rooms of all nodes. */
  readonly host: RoomHost;
  readonly local: LocalRoomHost;
  /** Sockets of this node. */
  readonly edge: RoomEdge;
  /** What it says of itself; undefined until it is known. */
  load: number | undefined;
  /** Rooms that it says it has beside those that are loaded. */
  otherRooms: number;
  readonly faults: unknown[];
  readonly published: unknown[];
}

/** `checksEpochs`: whether the store refuses what former owners commit, as stores do. */
export async function openTestCluster(
  loads: readonly (number | undefined)[] = [0.1, 0.1, 0.1],
  overrides: Partial<Limits> = {},
  checksEpochs = true,
): Promise<TestCluster> {
  const limits = limitsWith(overrides);
  const clock = createManualClock();
  const store = createManualStore({ checksEpochs });
  store.flushAtOnce();
  const network = createFakeNetwork();
  const records = createFakeNodeRecords(store, clock, limits);
  const nodes: TestNode[] = [];
  for (const [index, load] of loads.entries()) {
    const peers = network.join(`node ${index}`);
    let drawn = 0;
    let cluster: NodeCluster | undefined = undefined;
    const local = openRoomHost({
      store: records.storeOf(peers.self, () => cluster?.nextNode),
      documents: createFakeDocuments(),
      uploads: noUploads,
      effects: noEffects,
      clock,
      limits,
      events: silentEvents,
      random: () => `${index}:${drawn++}`,
    });
    const faults: unknown[] = [];
    const published: unknown[] = [];
    const said = { load, otherRooms: 0 };
    const failed = (cause: unknown) => void faults.push(cause);
    const lease = await openNodeLease({
      records,
      describe: () => {
        const rooms = local.awake + said.otherRooms;
        return { id: peers.self, name: `host ${index}`, version: "1.0.0", connections: 0, rooms, load: said.load };
      },
      clock,
      limits,
      failed,
    });
    const created = createNodeCluster({
      peers,
      lease,
      records,
      host: local,
      clock,
      limits,
      // Two choices in turn: no test depends on which.
      random: () => (drawn++ % 7) / 7,
      published: (message) => void published.push(message),
      missed: () => void published.push("missed"),
      failed,
    });
    cluster = created;
    created.open();
    const host = createClusterHost(created);
    const edge = createRoomEdge({ host, clock, toFrame: bareSeal });
    nodes.push({
      id: peers.self,
      peers,
      cluster: created,
      lease,
      host,
      local,
      edge,
      get load() {
        return said.load;
      },
      set load(value) {
        said.load = value;
      },
      get otherRooms() {
        return said.otherRooms;
      },
      set otherRooms(value) {
        said.otherRooms = value;
      },
      faults,
      published,
    });
  }
  // All of them know each other.
  await clock.advance(limits.leaseRenewMs);
  return {
    nodes,
    network,
    records,
    store,
    clock,
    ownerOf: (address) => nodes.find(({ id }) => id === records.holderOf(address)),
    async [Symbol.asyncDispose]() {
      for (const node of nodes) await leave(node);
    },
  };
}

/** As a server that stops. */
export async function leave({ cluster, lease }: TestNode): Promise<void> {
  await cluster[Symbol.asyncDispose]();
  await lease[Symbol.asyncDispose]();
}
