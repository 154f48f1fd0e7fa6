import type { Clock } from "@weft/room";
import type { NodeId, Peers } from "../peers.ts";
import type { TransportEvents } from "./links.ts";
import { createPeers } from "./links.ts";
import type { NatsServers } from "./nats-servers.ts";
import { openNatsWire } from "./nats-wire.ts";
import type { TransportLimits } from "./transport-limits.ts";
import { defaultTransportLimits } from "./transport-limits.ts";

export type { NodeId, PeerListener, Peers } from "../peers.ts";
export { inspectNats } from "./nats-inspection.ts";
export type { NatsInspectionOptions, NatsReport } from "./nats-inspection.ts";
export type { TransportEvents } from "./links.ts";
export type { TransportLimits } from "./transport-limits.ts";

export interface NatsPeersOptions extends NatsServers {
  readonly self: NodeId;
  /** Clusters of different names may share NATS servers. */
  readonly cluster: string;
  readonly clock: Pick<Clock, "setTimer" | "defer">;
  readonly events?: Partial<TransportEvents>;
  readonly limits?: Partial<TransportLimits>;
}

/**
 * Connects this process to the other nodes of its cluster through NATS. A connection that is lost later is made again, for
 * as long as it takes.
 *
 * @example
 * await using peers = await openNatsPeers({ self, cluster: "weft", servers: ["nats://127.0.0.1:4222"], clock });
 *
 * @throws if no server can be used, with a message for operators
 */
export async function openNatsPeers(options: NatsPeersOptions): Promise<Peers> {
  const { self, cluster, servers, tls, clock, events, limits } = options;
  const failed = (cause: unknown) => events?.failed?.(cause);
  const { pieceBytes } = { ...defaultTransportLimits, ...limits };
  const wire = await openNatsWire({ self, cluster, servers, ...(tls && { tls }), clock, pieceBytes, failed });
  return createPeers(wire, { self, clock, ...(events && { events }), ...(limits && { limits }) });
}
