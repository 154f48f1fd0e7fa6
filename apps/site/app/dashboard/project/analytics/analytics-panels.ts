import type { AnalyticsMetric } from "@weft/protocol";
import type { z } from "zod";

export type Metric = z.output<typeof AnalyticsMetric>;

/** A chart: one or more metrics that belong together. */
export interface AnalyticsPanel {
  readonly title: string;
  readonly about: string;
  readonly metrics: readonly { readonly metric: Metric; readonly name: string }[];
}

export const analyticsPanels: readonly AnalyticsPanel[] = [
  {
    title: "Connected users",
    about: "Connections at one time.",
    metrics: [
      { metric: "connectionsMax", name: "At most" },
      { metric: "connectionsAverage", name: "On average" },
    ],
  },
  {
    title: "Active users",
    about: "Users with an id who were connected.",
    metrics: [{ metric: "activeUsers", name: "Active users" }],
  },
  {
    title: "Anonymous connections",
    about: "Connections without a user id.",
    metrics: [{ metric: "anonymousConnections", name: "Connections" }],
  },
  {
    title: "Rooms",
    about: "Rooms that somebody entered, and rooms that were made.",
    metrics: [
      { metric: "roomsActive", name: "Active" },
      { metric: "roomsCreated", name: "Created" },
    ],
  },
  { title: "Messages", about: "Messages that clients sent.", metrics: [{ metric: "messages", name: "Messages" }] },
  {
    title: "Storage operations",
    about: "Changes of Storage.",
    metrics: [{ metric: "storageOps", name: "Operations" }],
  },
  {
    title: "Yjs updates",
    about: "Changes of Yjs documents.",
    metrics: [{ metric: "documentUpdates", name: "Updates" }],
  },
  {
    title: "REST requests",
    about: "Calls with a secret key.",
    metrics: [
      { metric: "requests", name: "All" },
      { metric: "requestErrors", name: "Refused or failed" },
    ],
  },
  {
    title: "Socket errors",
    about: "Connections that were refused, lost or ended by a limit.",
    metrics: [{ metric: "socketErrors", name: "Errors" }],
  },
];
