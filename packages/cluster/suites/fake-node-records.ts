import type { Limits, RoomAddress } from "@weft/protocol";
import type { Clock, OpenedRoom, RoomStore } from "@weft/room";
import { keyOf } from "@weft/room";
import type { NodeRecords, NodeState } from "../src/node-records.ts";
import { RoomElsewhere } from "../src/node-records.ts";
import type { NodeId } from "../src/peers.ts";

/** Nodes, and the one room of a store in memory, by a clock of their own, which all nodes share. */
export interface FakeNodeRecords extends NodeRecords {
  /** The store of a node: it claims rooms in the name of the node, and gives them up to `next`. */
  storeOf(node: NodeId, next?: () => NodeId | undefined): RoomStore;
  /** The node that has the room, whether its lease has ended or not. */
  holderOf(address: RoomAddress): NodeId | undefined;
  /** Calls of this node fail until it is back. */
  cutOff(node: NodeId): void;
  /** Calls of this node are under way until it is back. */
  pause(node: NodeId): void;
  bringBack(node: NodeId): void;
}

export function createFakeNodeRecords(
  store: RoomStore,
  clock: Pick<Clock, "monotonic">,
  { leaseMs }: Pick<Limits, "leaseMs">,
): FakeNodeRecords {
  const nodes = new Map<NodeId, { state: NodeState; until: number }>();
  const holders = new Map<string, NodeId>();
  const wants = new Map<string, RoomAddress>();
  const away = new Set<NodeId>();
  const paused = new Map<NodeId, PromiseWithResolvers<void>>();
  const reach = async (node: NodeId) => {
    if (away.has(node)) throw new Error("The database cannot be reached.");
    await paused.get(node)?.promise;
  };
  const isAlive = (node: NodeId) => (nodes.get(node)?.until ?? 0) > clock.monotonic();
  const ownerOf = (address: RoomAddress) => {
    const holder = holders.get(keyOf(address));
    return holder !== undefined && isAlive(holder) ? holder : undefined;
  };
  const extend = (state: NodeState) => void nodes.set(state.id, { state, until: clock.monotonic() + leaseMs });
  return {
    cutOff: (node) => void away.add(node),
    pause(node) {
      if (!paused.has(node)) paused.set(node, Promise.withResolvers());
    },
    bringBack(node) {
      away.delete(node);
      paused.get(node)?.resolve();
      paused.delete(node);
    },
    holderOf: (address) => holders.get(keyOf(address)),
    async join(state) {
      await reach(state.id);
      extend(state);
    },
    async renew(state) {
      await reach(state.id);
      extend(state);
      const wanted = [...wants].filter(([key]) => holders.get(key) === state.id);
      for (const [key] of wanted) wants.delete(key);
      return {
        nodes: Array.from(nodes.values(), (node) => node.state).filter(({ id }) => isAlive(id)),
        wanted: wanted.map(([, address]) => ({ ...address, key: 1, epoch: 0 })),
      };
    },
    leave: async (node) => void nodes.delete(node),
    ownerOf: async (address) => ownerOf(address),
    ownersOf: async (addresses) => addresses.map(ownerOf),
    want: async (address) => void wants.set(keyOf(address), address),
    // The store of the node has done it.
    release: async () => {},
    storeOf: (node, next = () => undefined) => ({
      ...store,
      get full() {
        return store.full;
      },
      async open(address, reserve): Promise<OpenedRoom | undefined> {
        await reach(node);
        const owner = ownerOf(address);
        if (owner !== undefined && owner !== node) throw new RoomElsewhere(owner);
        holders.set(keyOf(address), node);
        return store.open(address, reserve);
      },
      async commit(commit) {
        await reach(node);
        await store.commit(commit);
      },
      async release() {
        await reach(node);
        const heir = next();
        for (const [key, holder] of holders) {
          if (holder !== node) continue;
          if (heir === undefined || !isAlive(heir)) holders.delete(key);
          else holders.set(key, heir);
        }
      },
    }),
  };
}
