import { createHmac } from "node:crypto";
import { performance } from "node:perf_hooks";
import type { Signal, Signals } from "@weft/collab";
import { createNodeCluster } from "@weft/cluster/node";
import type { NodeCluster, NodeId } from "@weft/cluster/node";
import { openNatsPeers } from "@weft/cluster/nats";
import type { LocalRoomHost } from "@weft/room";
import manifest from "../../package.json" with { type: "json" };
import type { Base } from "../compose/base.ts";
import type { Storage } from "../compose/storage.ts";
import type { ClusterSettings } from "../config.ts";
import { StartRefused } from "../config.ts";
import { createRandomIds } from "../random-ids.ts";
import { createClusterSignals } from "./cluster-signals.ts";

/** This process, as a node of a cluster that it is about to join. */
export interface Joining {
  readonly node: NodeId;
  readonly signals: Signals;
  /** Connects to the other nodes. Throws `StartRefused` if it cannot. */
  connect(base: Base, storage: Storage): Promise<(host: LocalRoomHost) => NodeCluster>;
}

export function createJoining({ servers, tls, nodeName }: ClusterSettings): Joining {
  const node = createRandomIds()() as NodeId;
  const signals = createClusterSignals();
  return {
    node,
    signals,
    async connect({ clock, limits, log, parts, socketCounts }, { store, masterKey }) {
      const { clusterNodes: records } = store;
      if (records === undefined) throw new Error("The store was not opened as a node of a cluster.");
      const failed = (err: unknown) => log.error({ err }, "a fault between the nodes of the cluster");
      let peers;
      try {
        peers = await openNatsPeers({
          self: node,
          cluster: clusterNameOf(masterKey),
          servers,
          ...(tls && { tls }),
          clock,
          events: { failed },
        });
      } catch (cause) {
        throw new StartRefused(`NATS cannot be used. ${cause instanceof Error ? cause.message : ""} See WEFT_NATS.`, {
          cause,
        });
      }
      parts.use(peers);
      const load = createLoad();
      return (host) => {
        const cluster = createNodeCluster({
          peers,
          records,
          host,
          describe: () => ({
            name: nodeName,
            version: manifest.version,
            load: load(),
            connections: socketCounts.open.values().reduce((sum, count) => sum + count, 0),
          }),
          clock,
          limits,
          random: Math.random,
          published: (message) => signals.take(message as Signal),
          missed: () => signals.missed(),
          failed,
        });
        signals.connect((signal) => cluster.publish(signal));
        return cluster;
      };
    },
  };
}

/** Clusters with another master key may share the NATS servers. */
function clusterNameOf(masterKey: Uint8Array): string {
  return createHmac("sha256", masterKey).update("cluster").digest("hex").slice(0, 16);
}

/** The share of the main thread that was busy since the last call. Undefined at the first. */
function createLoad(): () => number | undefined {
  let before: ReturnType<typeof performance.eventLoopUtilization> | undefined;
  return () => {
    const now = performance.eventLoopUtilization();
    const utilization = before && performance.eventLoopUtilization(now, before).utilization;
    before = now;
    return utilization;
  };
}
