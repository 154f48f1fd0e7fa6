import { z } from "zod";
import { internalEndpoint } from "./internal-endpoint.ts";

/** A process of the server that is a node of its cluster. */
export const StaffNode = z.object({
  id: z.string(),
  /** As operators know it: `WEFT_NODE_NAME`, or the name of its host. */
  name: z.string(),
  version: z.string(),
  /** When it joined the cluster. Null for a node of an earlier release. */
  joinedAt: z.iso.datetime().nullable(),
  /** Rooms that are loaded on it. */
  rooms: z.int(),
  /** WebSocket connections to it. */
  connections: z.int(),
  /** The share of its main thread that was busy between its last two renewals, from 0 to 1. Null before the first. */
  load: z.number().nullable(),
  /** `draining`: it is about to stop. `disconnected`: it has no connection to NATS. `unreachable`: it has a lease, and does not answer the node that is asked. `incompatible`: the releases of the two don't understand each other. */
  state: z.enum(["active", "draining", "disconnected", "unreachable", "incompatible"]),
  /** Why the node that is asked and this one don't understand each other; null if they do. */
  incompatibility: z.string().nullable(),
  /** Whether it is the node that answers this call. */
  isAnswering: z.boolean(),
});
export type StaffNode = z.output<typeof StaffNode>;

export const listNodes = internalEndpoint({
  id: "staff-nodes",
  route: "GET /internal/staff/nodes",
  summary: "The nodes of the cluster that have a lease, by name; none if the server is one process",
  role: "staff",
  returns: z.array(StaffNode),
});

export const nodeEndpoints = [listNodes] as const;
