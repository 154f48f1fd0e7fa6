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

/**
 * First who uses the project, then what they send, then what fails. The total of messages has no chart: it would be the
 * curve of messages per second again.
 */
export const analyticsPanels: readonly AnalyticsPanel[] = [
  {
    title: "Connections",
    about: "Open connections at one time.",
    docs: "connections",
    metrics: [
      { metric: "connectionsMax", name: "Peak" },
      { metric: "connectionsAverage", name: "Average" },
    ],
  },
  {
    title: "Users",
    about: "Connected users with an ID, and anonymous connections.",
    docs: "how-active-users-are-counted",
    metrics: [
      { metric: "activeUsers", name: "Identified users" },
      { metric: "anonymousConnections", name: "Anonymous connections" },
    ],
  },
  {
    title: "Rooms",
    about: "Rooms with connections, and new rooms.",
    docs: "rooms",
    metrics: [
      { metric: "roomsActive", name: "Active" },
      { metric: "roomsCreated", name: "Created" },
    ],
  },
  {
    title: "Users per room",
    about: "Average over rooms with at least one user.",
    docs: "connections",
    metrics: [{ metric: "peoplePerRoom", name: "Users" }],
  },
  {
    title: "Messages per second",
    about: "Messages sent by clients.",
    docs: "messages-and-changes",
    metrics: [{ metric: "messagesPerSecond", name: "Messages per second" }],
  },
  {
    title: "Document changes",
    about: "Storage operations and Yjs updates.",
    docs: "messages-and-changes",
    metrics: [
      { metric: "storageOps", name: "Storage operations" },
      { metric: "documentUpdates", name: "Yjs updates" },
    ],
  },
  {
    title: "Comments",
    about: "New threads, comments and reactions.",
    docs: "comments-and-notifications",
    metrics: [
      { metric: "comments", name: "Comments" },
      { metric: "threads", name: "Threads" },
      { metric: "reactions", name: "Reactions" },
    ],
  },
  {
    title: "Notifications by channel",
    about: "Notification events by channel.",
    docs: "comments-and-notifications",
    metrics: [
      { metric: "notificationsEmail", name: "Email" },
      { metric: "notificationsSlack", name: "Slack" },
      { metric: "notificationsTeams", name: "Teams" },
      { metric: "notificationsWebPush", name: "Web push" },
    ],
  },
  {
    title: "Notifications by kind",
    about: "Notification events by kind, on all channels.",
    docs: "comments-and-notifications",
    metrics: [
      { metric: "notificationsOfThreads", name: "Threads" },
      { metric: "notificationsOfTextMentions", name: "Text mentions" },
      { metric: "notificationsOfCustomKinds", name: "Custom kinds" },
    ],
  },
  {
    title: "Webhook deliveries",
    about: "Attempts by result.",
    docs: "webhook-deliveries",
    metrics: [
      { metric: "webhooksDelivered", name: "Delivered" },
      { metric: "webhooksRetried", name: "Failed, to be retried" },
      { metric: "webhooksFailed", name: "Failed" },
    ],
  },
  {
    title: "AI messages",
    about: "Messages sent to copilots.",
    docs: "ai-usage",
    metrics: [{ metric: "aiMessages", name: "Messages" }],
  },
  {
    title: "AI tokens",
    about: "Tokens of model calls.",
    docs: "ai-usage",
    metrics: [
      { metric: "aiInputTokens", name: "Input" },
      { metric: "aiOutputTokens", name: "Output" },
    ],
  },
  {
    title: "REST requests",
    about: "REST API requests by status.",
    docs: "requests-and-errors",
    metrics: [
      { metric: "requestsDone", name: "2xx Success" },
      { metric: "requestsRedirected", name: "3xx Redirect" },
      { metric: "requestsRefused", name: "4xx Client error" },
      { metric: "requestsFailed", name: "5xx Server error" },
    ],
  },
  {
    title: "Socket errors",
    about: "Connections that were refused, lost or closed by a limit.",
    docs: "requests-and-errors",
    metrics: [{ metric: "socketErrors", name: "Errors" }],
  },
];
