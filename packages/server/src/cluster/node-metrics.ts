import type { NodeFigures } from "@weft/cluster/node";
import type { WatchedMetric } from "../metrics.ts";

/** The metrics of a node of a cluster. */
export function nodeMetrics(figures: () => NodeFigures): readonly WatchedMetric[] {
  const metric = (
    type: WatchedMetric["type"],
    name: string,
    help: string,
    read: (figures: NodeFigures) => number | Readonly<Record<string, number>>,
  ): WatchedMetric => ({
    type,
    name: `weft_cluster_${name}`,
    help,
    read() {
      const value = read(figures());
      if (typeof value === "number") return [{ labels: {}, value }];
      return Object.entries(value).map(([reason, count]) => ({ labels: { reason }, value: count }));
    },
  });
  return [
    metric("gauge", "nodes", "Nodes of the cluster that have a lease.", ({ nodes }) => nodes),
    metric(
      "gauge",
      "peers_connected",
      "Other nodes that this node exchanges messages with.",
      ({ transport }) => transport.reachable,
    ),
    metric("gauge", "nats_connected", "Whether this node is connected to NATS.", ({ isConnected }) =>
      Number(isConnected),
    ),
    metric("gauge", "lease_held", "Whether so much of this node's lease is left that it writes.", ({ isHeld }) =>
      Number(isHeld),
    ),
    metric(
      "gauge",
      "lease_left_seconds",
      "Time until this node's lease ends.",
      ({ leaseLeftMs }) => leaseLeftMs / 1_000,
    ),
    metric("counter", "frames_sent_total", "Frames sent to other nodes.", ({ transport }) => transport.framesSent),
    metric(
      "counter",
      "frames_received_total",
      "Frames received from other nodes.",
      ({ transport }) => transport.framesReceived,
    ),
    metric(
      "counter",
      "bytes_sent_total",
      "Bytes of frames sent to other nodes.",
      ({ transport }) => transport.bytesSent,
    ),
    metric(
      "counter",
      "bytes_received_total",
      "Bytes of frames received from other nodes.",
      ({ transport }) => transport.bytesReceived,
    ),
    metric(
      "counter",
      "links_lost_total",
      "Conversations with other nodes that were lost.",
      ({ transport }) => transport.lost,
    ),
    metric(
      "gauge",
      "pending_bytes",
      "Bytes for the slowest other node that it has not acknowledged.",
      ({ transport }) => transport.pendingBytes,
    ),
    metric(
      "counter",
      "calls_forwarded_total",
      "Requests for rooms of other nodes that were sent to them.",
      ({ calls }) => calls,
    ),
    metric(
      "counter",
      "calls_refused_total",
      "Calls about a room that a node did not take, by reason.",
      ({ refused }) => refused,
    ),
    metric(
      "counter",
      "rooms_wanted_total",
      "Requests through the database for rooms of nodes that cannot be reached.",
      ({ wants }) => wants,
    ),
    metric("counter", "rooms_given_up_total", "Rooms that this node gave up, by reason.", ({ givenUp }) => givenUp),
  ];
}
