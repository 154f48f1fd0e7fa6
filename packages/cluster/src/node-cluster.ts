import type { Limits, RoomAddress } from "@weft/protocol";
import { WeftError } from "@weft/protocol";
import type { CallRules, Clock, Cluster, LocalRoomHost, RoomHost } from "@weft/room";
import { HostDraining } from "@weft/room";
import type { NodeLease } from "./node-lease.ts";
import type { FromCaller, FromRooms, NodeMessage, ToAll } from "./node-messages.ts";
import type { ListedNode, NodeRecords, NodeState, Renewal } from "./node-records.ts";
import { RoomElsewhere } from "./node-records.ts";
import type { NodeFigures, NodeView } from "./node-figures.ts";
import { createOwners } from "./owners.ts";
import type { Owners } from "./owners.ts";
import type { NodeId, Peers } from "./peers.ts";
import { place } from "./placement.ts";
import { excessRooms } from "./rebalancing.ts";
import { createRemoteHosts, NodeLost } from "./remote-hosts.ts";
import type { RemoteHosts } from "./remote-hosts.ts";
import { createServedHost } from "./served-host.ts";
import type { ServedHost } from "./served-host.ts";

/**
 * A cluster of processes that share a database and reach each other.
 *
 *     call ─► which node has the room? ─┬─ this one ──────► local host
 *              the store, remembered    ├─ another one ───► messages ─► its local host
 *              none: placed on one      └─ one that is lost: wait until its lease ends, or it gives the room up
 */
export interface NodeCluster extends Cluster, AsyncDisposable {
  readonly node: NodeView;
  /** The node that gets a room which this one gives up now; undefined while it only gives up rooms that are not used. */
  readonly nextNode: NodeId | undefined;
  /** Tells every other node, which calls `published` with it. */
  publish(message: unknown): void;
  /** From then on, others call the rooms of this node. */
  open(): void;
  /** Places no more rooms here. Those that are given up from now on belong to other nodes at once. */
  drain(): Promise<void>;
}

export interface NodeClusterOptions {
  readonly peers: Peers;
  readonly lease: NodeLease;
  readonly records: Pick<NodeRecords, "ownerOf" | "ownersOf" | "want" | "release">;
  /** The rooms of this node. Its store claims rooms in this node's name. */
  readonly host: LocalRoomHost;
  readonly clock: Clock;
  readonly limits: Pick<Limits, "roomMoveMs" | "knownOwners" | "roomsMovedPerRenewal" | "quietRoomMs">;
  /** Uniform, from 0 to 1, exclusive. */
  readonly random: () => number;
  /** What other nodes published, and that some of it may have been missed. */
  readonly published: (message: unknown) => void;
  readonly missed: () => void;
  /** A fault of this node that no caller on it learns of. */
  readonly failed: (cause: unknown) => void;
}

export function createNodeCluster(options: NodeClusterOptions): NodeCluster {
  return new Node(options);
}

/** How often a room is tried again whose node is lost or gives it up, in milliseconds. */
const againMs = 200;

class Node implements NodeCluster {
  readonly #options: NodeClusterOptions;
  readonly #self: NodeId;
  readonly #remote: RemoteHosts;
  readonly #served: ServedHost;
  readonly #owners: Owners;
  /** Nodes that did not answer, until a message of theirs arrives. */
  readonly #lost = new Set<NodeId>();
  readonly #refused = { elsewhere: 0, draining: 0, lost: 0 };
  readonly #givenUp = { wanted: 0, lease: 0, balance: 0 };
  #wants = 0;
  /** Under way: rooms move to nodes with fewer of them. */
  #rebalancing: Promise<void> | undefined;

  constructor(options: NodeClusterOptions) {
    const { peers, host, failed } = options;
    this.#options = options;
    this.#self = peers.self;
    const send = (to: NodeId, message: NodeMessage) => peers.send(to, message);
    this.#remote = createRemoteHosts(send);
    this.#served = createServedHost({
      host,
      send,
      sendLater: (to, message) => peers.sendLater(to, message),
      isServing: () => options.lease.isHeld,
      failed,
    });
    this.#owners = createOwners(options.limits.knownOwners);
  }

  open(): void {
    const { peers, lease, host, published, missed } = this.#options;
    peers.listen({
      received: (from, message) => {
        if (isMessage(message)) this.#take(from, message as FromRooms | FromCaller);
      },
      published: (from, message) => {
        if (!isMessage(message)) return;
        const toAll = message as ToAll;
        if (toAll.kind === "leaving") this.#lose(from);
        else if (toAll.kind === "published") published(toAll.message);
      },
      lost: (node) => this.#lose(node),
      missed,
    });
    lease.listen({
      renewed: () => {
        this.#greetLost();
        this.#rebalancing ??= this.#rebalance().finally(() => (this.#rebalancing = undefined));
      },
      // A node that hears the others is asked by them: what it has is wanted only while it does not.
      wanted: (rooms) => {
        if (!peers.isConnected) for (const room of rooms) void this.#giveUp(room, "wanted");
      },
      doubted: () => {
        for (const room of host.addresses()) void this.#giveUp(room, "lease");
      },
    });
  }

  async #giveUp(room: RoomAddress | Renewal["wanted"][number], why: keyof NodeFigures["givenUp"]): Promise<void> {
    const { host, records, failed } = this.#options;
    this.#givenUp[why] += 1;
    try {
      await host.close(room, "RESTARTING");
      // It may not be loaded any more, and belong to this node all the same.
      if ("epoch" in room) await records.release([room]);
    } catch (cause) {
      failed(cause);
    }
  }

  get #nodes(): ReadonlyMap<NodeId, ListedNode> {
    return this.#options.lease.nodes;
  }

  get #figures(): NodeFigures {
    const { lease, peers } = this.#options;
    const { leftMs: leaseLeftMs, isHeld, isDraining } = lease;
    return {
      leaseLeftMs,
      isHeld,
      isDraining,
      isConnected: peers.isConnected,
      nodes: lease.nodes.size,
      transport: peers.figures,
      calls: this.#remote.calls,
      refused: { ...this.#refused },
      wants: this.#wants,
      givenUp: { ...this.#givenUp },
    };
  }

  get node(): NodeView {
    return {
      self: this.#self,
      nodes: this.#nodes,
      figures: this.#figures,
      incompatibility: (node) => this.#options.peers.incompatibility(node),
      isReachable: (node) => !this.#options.peers.isConnected || !this.#lost.has(node),
    };
  }

  get nextNode(): NodeId | undefined {
    const { lease } = this.#options;
    if (!lease.isDraining && this.#rebalancing === undefined) return undefined;
    const next = this.#place([...this.#nodes.values()].filter(({ id }) => id !== this.#self));
    return next === this.#self ? undefined : next;
  }

  async call<T>(address: RoomAddress, rules: CallRules, make: (host: RoomHost) => Promise<T>): Promise<T> {
    const { clock, limits } = this.#options;
    const until = clock.monotonic() + limits.roomMoveMs;
    for (;;) {
      const node = await this.#nodeFor(address, rules);
      if (node !== undefined) {
        try {
          return await make(this.#hostOf(node));
        } catch (cause) {
          const isRefused = cause instanceof RoomElsewhere || cause instanceof HostDraining;
          if (!isRefused && !(cause instanceof NodeLost)) throw cause;
          this.#refused[cause instanceof RoomElsewhere ? "elsewhere" : isRefused ? "draining" : "lost"] += 1;
          const next = cause instanceof RoomElsewhere && cause.node !== node ? cause.node : undefined;
          if (next === undefined) this.#owners.delete(address);
          else this.#owners.set(address, next);
          if (!isRefused && !rules.repeatable) throw new WeftError("RESTARTING", { cause });
          // Another node is called at once, but not for ever: the two may name each other.
          if (next !== undefined && clock.monotonic() < until) continue;
        }
      }
      if (clock.monotonic() >= until) throw new WeftError("RESTARTING");
      await new Promise<void>((resolve) => clock.setTimer(againMs, resolve));
    }
  }

  async locate(addresses: readonly RoomAddress[]): Promise<readonly (RoomHost | undefined)[]> {
    const { records, host } = this.#options;
    const isHere = addresses.map((address) => host.isAwake(address));
    const elsewhere = addresses.filter((_, index) => !isHere[index]);
    // A node that had a room would answer that it is asleep.
    const found = elsewhere.length === 0 ? [] : await records.ownersOf(elsewhere);
    let next = 0;
    return isHere.map((here) => {
      const node = here ? this.#self : (found[next++] ?? this.#self);
      return this.#lost.has(node) ? undefined : this.#hostOf(node);
    });
  }

  async hosts(): ReturnType<Cluster["hosts"]> {
    const others = [...this.#nodes.keys()].filter((node) => node !== this.#self);
    return [this.#options.host, ...others.map((node) => (this.#lost.has(node) ? lostHost : this.#hostOf(node)))];
  }

  publish(message: unknown): void {
    this.#options.peers.publish({ kind: "published", message } satisfies ToAll);
  }

  async drain(): Promise<void> {
    await this.#options.lease.drain();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { peers } = this.#options;
    // Its rooms are free: others need not wait until they miss it.
    peers.publish({ kind: "leaving" } satisfies ToAll);
    await peers[Symbol.asyncDispose]();
  }

  /** The node to call. Undefined for now: the one that has the room cannot be reached. */
  async #nodeFor(address: RoomAddress, { loads }: CallRules): Promise<NodeId | undefined> {
    const { records, peers, host } = this.#options;
    // A node that had the room loads it again or says who has it; to a call that does not load it, the room is asleep there.
    const known = loads ? this.#owners.get(address) : host.isAwake(address) ? this.#self : undefined;
    if (known !== undefined) return known;
    const owner = await records.ownerOf(address);
    if (owner === undefined) return loads ? this.#place([...this.#nodes.values()]) : this.#self;
    if (!this.#lost.has(owner)) {
      this.#owners.set(address, owner);
      return owner;
    }
    // Only a node that hears others may say that this one does not.
    if (loads && peers.isConnected) {
      this.#wants += 1;
      await records.want(address);
    }
    return undefined;
  }

  #place(nodes: readonly NodeState[]): NodeId {
    return place(nodes, this.#self, this.#lost, this.#options.random);
  }

  /** Gives up quiet rooms while this node has many more rooms than the others. Their clients reconnect, and are not away. */
  async #rebalance(): Promise<void> {
    const { peers, lease, host, limits } = this.#options;
    const excess = lease.isDraining || !peers.isConnected ? 0 : excessRooms([...this.#nodes.values()], this.#self);
    if (excess === 0) return;
    const quiet = host.quietRooms(limits.quietRoomMs).slice(0, Math.min(excess, limits.roomsMovedPerRenewal));
    await Promise.all(quiet.map((room) => this.#giveUp(room, "balance")));
  }

  #hostOf(node: NodeId): RoomHost {
    return node === this.#self ? this.#options.host : this.#remote.hostOf(node);
  }

  #take(from: NodeId, message: FromRooms | FromCaller): void {
    this.#lost.delete(from);
    if (message.kind === "greeting") this.#options.peers.send(from, { kind: "greeted" } satisfies NodeMessage);
    else if (isFromRooms(message)) this.#remote.take(from, message);
    else this.#served.take(from, message);
  }

  #lose(node: NodeId): void {
    this.#lost.add(node);
    this.#owners.forget(node);
    this.#remote.lost(node);
    this.#served.lost(node);
  }

  /** A node that was lost and answers is there again. Those without a lease are forgotten. */
  #greetLost(): void {
    for (const node of this.#lost) {
      if (this.#nodes.has(node)) this.#options.peers.send(node, { kind: "greeting" } satisfies NodeMessage);
      else this.#lost.delete(node);
    }
  }
}

/** Of a node that did not answer before: no one waits for it again. */
const lostHost: Pick<RoomHost, "connected" | "occupied" | "close"> = {
  connected: () => Promise.reject(new NodeLost()),
  occupied: () => Promise.reject(new NodeLost()),
  close: () => Promise.reject(new NodeLost()),
};

const fromRooms: ReadonlySet<string> = new Set<FromRooms["kind"]>(["greeted", "answer", "failed", "link", "observed"]);

function isFromRooms(message: FromRooms | FromCaller): message is FromRooms {
  return fromRooms.has(message.kind);
}

/** Those of a newer release may be of any kind. */
function isMessage(message: unknown): message is { readonly kind: string } {
  return typeof message === "object" && message !== null && "kind" in message;
}
