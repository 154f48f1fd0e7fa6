import type { Signal, Signals } from "@weft/collab";
import { createNodeCluster, openNodeLease } from "@weft/cluster/node";
import type { ListedNode, NodeLease, NodeCluster, NodeId, Peers } from "@weft/cluster/node";
import { openNatsPeers } from "@weft/cluster/nats";
import type { LocalRoomHost } from "@weft/room";
import type { Store } from "@weft/store";
import manifest from "../../package.json" with { type: "json" };
import { createBusyShare } from "../busy-share.ts";
import type { Base } from "../compose/base.ts";
import type { Storage } from "../compose/storage.ts";
import type { ClusterSettings } from "../config.ts";
import { StartRefused } from "../config.ts";
import { createRandomIds } from "../random-ids.ts";
import { clusterNameOf } from "./cluster-name.ts";
import { createClusterSignals } from "./cluster-signals.ts";
import { nodeMetrics } from "./node-metrics.ts";

/** This process, as a node of a cluster. */
export interface Joining {
  readonly node: NodeId;
  readonly signals: Signals;
  /** The node that gets a room which this one gives up now. */
  readonly nextNode: () => NodeId | undefined;
  /** Joins the cluster: the store writes from then on. No rooms are placed here yet. */
  join(base: Base, store: Store): Promise<void>;
  /** Connects to the other nodes. Throws `StartRefused` if it cannot. */
  connect(base: Base, storage: Storage): Promise<(host: LocalRoomHost) => NodeCluster>;
}

export function createJoining({ servers, tls, nodeName: name }: ClusterSettings): Joining {
  const node = createRandomIds()() as NodeId;
  const signals = createClusterSignals();
  let lease: NodeLease;
  let peers: Peers | undefined;
  let cluster: NodeCluster | undefined;
  let loaded: Pick<LocalRoomHost, "awake"> | undefined;
  const readLoad = createLoad();
  return {
    node,
    signals,
    nextNode: () => cluster?.nextNode,
    async join({ clock, limits, log, parts, socketCounts }, { clusterNodes }) {
      lease = await openNodeLease({
        records: clusterNodes!,
        describe: () => ({
          id: node,
          name,
          version: manifest.version,
          load: loaded && readLoad(),
          connections: socketCounts.open.values().reduce((sum, count) => sum + count, 0),
          rooms: loaded?.awake ?? 0,
          isConnected: peers?.isConnected ?? false,
        }),
        clock,
        limits,
        failed: (err) => log.warn({ err }, "the lease of this node could not be renewed; it is tried again"),
      });
      parts.use(lease);
    },
    async connect({ clock, limits, log, metrics, parts }, { store, masterKey }) {
      const failed = (err: unknown) => log.error({ err }, "a fault between the nodes of the cluster");
      let opened: Peers;
      try {
        opened = await openNatsPeers({
          self: node,
          cluster: clusterNameOf(masterKey),
          servers,
          ...(tls && { tls }),
          clock,
          events: {
            failed,
            incompatible(other, reason) {
              const tell = () => log.error({ node: other }, describeStranger(lease.nodes.get(other), reason));
              // The next renewal says who it is. A node that stops does not wait for that.
              setTimeout(tell, 2 * limits.leaseRenewMs).unref();
            },
          },
        });
      } catch (cause) {
        const message = cause instanceof Error ? cause.message : "";
        throw new StartRefused(`NATS cannot be used. ${message} See WEFT_NATS.`, { cause });
      }
      peers = parts.use(opened);
      return (host) => {
        const created = createNodeCluster({
          peers: opened,
          lease,
          records: store.clusterNodes!,
          host,
          clock,
          limits,
          random: Math.random,
          published: (message) => signals.take(message as Signal),
          missed: () => signals.missed(),
          failed,
        });
        loaded = host;
        metrics.watch(nodeMetrics(() => created.node.figures));
        signals.connect((signal) => created.publish(signal));
        cluster = created;
        return created;
      };
    },
  };
}

/** For operators: a node of a release with which this one can exchange nothing. */
function describeStranger(other: ListedNode | undefined, reason: string): string {
  const { version } = manifest;
  const who =
    other === undefined ? "a node of another release" : `the node ${other.name}, of release ${other.version},`;
  return `This node, of release ${version}, and ${who} do not understand each other, and reach no rooms of each other: stop the nodes of one of the two releases. ${reason}`;
}

/** The share of the main thread that was busy since the last call. Undefined at the first. */
function createLoad(): () => number | undefined {
  let busyShare: (() => number) | undefined;
  return () => {
    const load = busyShare?.();
    busyShare ??= createBusyShare();
    return load;
  };
}
