import { z } from "zod";
import { internalEndpoint } from "./internal-endpoint.ts";

/** The availability of the server over the days that its status page shows. */
export const ServerStatus = z.object({
  /** Whether clients are served now, by this process or by another one of its cluster. */
  serves: z.boolean(),
  /** Availability is measured in slots of this length. */
  slotMinutes: z.int(),
  /** How many days are kept. */
  keptDays: z.int(),
  /** Days in UTC, oldest first, from the first that was recorded. */
  days: z.array(
    z.object({
      date: z.iso.date(),
      /** Slots in which the server was available. */
      available: z.int(),
      /** Slots of the day so far. */
      total: z.int(),
    }),
  ),
});
export type ServerStatus = z.output<typeof ServerStatus>;

export const getServerStatus = internalEndpoint({
  id: "server-status",
  route: "GET /internal/status",
  summary: "When the server was available",
  role: "anyone",
  returns: ServerStatus,
});

export const statusEndpoints = [getServerStatus] as const;
