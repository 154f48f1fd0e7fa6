import type { AnalyticsMetric } from "@weft/protocol";
import type { z } from "zod";

export type Metric = z.output<typeof AnalyticsMetric>;

/** A chart: one or more metrics that belong together. */
export interface AnalyticsPanel {
  readonly title: string;
  readonly about: string;
  /** The part of the docs' page that says how it is counted. */
  readonly docs: string;
  readonly metrics: readonly { readonly metric: Metric; readonly name: string }[];
}

export const analyticsPanels: readonly AnalyticsPanel[] = [
  {
    title: "Connected users",
    about: "Connections at one time.",
    docs: "connections",
    metrics: [
      { metric: "connectionsMax", name: "At most" },
      { metric: "connectionsAverage", name: "On average" },
    ],
  },
  {
    title: "Active users",
    about: "Users with an id who were connected.",
    docs: "how-active-users-are-counted",
    metrics: [{ metric: "activeUsers", name: "Active users" }],
  },
  {
    title: "People in a room",
    about: "Average over the rooms with at least one user.",
    docs: "connections",
    metrics: [{ metric: "peoplePerRoom", name: "People" }],
  },
  {
    title: "Anonymous connections",
    about: "Connections without a user id.",
    docs: "how-active-users-are-counted",
    metrics: [{ metric: "anonymousConnections", name: "Connections" }],
  },
  {
    title: "Rooms",
    about: "Rooms that were entered, and rooms that were created.",
    docs: "rooms",
    metrics: [
      { metric: "roomsActive", name: "Active" },
      { metric: "roomsCreated", name: "Created" },
    ],
  },
  {
    title: "Messages per second",
    about: "Messages that clients sent, over the time of each step.",
    docs: "messages-and-changes",
    metrics: [{ metric: "messagesPerSecond", name: "Messages per second" }],
  },
  {
    title: "Messages",
    about: "Messages that clients sent.",
    docs: "messages-and-changes",
    metrics: [{ metric: "messages", name: "Messages" }],
  },
  {
    title: "Storage operations",
    about: "Changes of Storage.",
    docs: "messages-and-changes",
    metrics: [{ metric: "storageOps", name: "Operations" }],
  },
  {
    title: "Yjs updates",
    about: "Changes of Yjs documents.",
    docs: "messages-and-changes",
    metrics: [{ metric: "documentUpdates", name: "Updates" }],
  },
  {
    title: "REST requests",
    about: "Calls of the REST API, by class of status.",
    docs: "requests-and-errors",
    metrics: [
      { metric: "requestsDone", name: "2xx, done" },
      { metric: "requestsRedirected", name: "3xx, redirected" },
      { metric: "requestsRefused", name: "4xx, refused" },
      { metric: "requestsFailed", name: "5xx, failed" },
    ],
  },
  {
    title: "Socket errors",
    about: "Connections that were refused, lost or ended by a limit.",
    docs: "requests-and-errors",
    metrics: [{ metric: "socketErrors", name: "Errors" }],
  },
];
