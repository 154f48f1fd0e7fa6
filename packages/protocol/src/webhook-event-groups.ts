import type { DomainEventType } from "./webhook.ts";

/** An event that webhook endpoints can be subscribed to, as pages show it. */
export interface DescribedWebhookEvent {
  readonly type: DomainEventType;
  /** When it is sent. */
  readonly description: string;
  /** The setting of an endpoint that says how far apart its messages about one room are. Others are not throttled. */
  readonly throttle?: "storageUpdatedThrottleSeconds" | "yDocUpdatedThrottleSeconds";
}

export interface WebhookEventGroup {
  readonly title: string;
  readonly events: readonly DescribedWebhookEvent[];
}

/** Every event that webhook endpoints can be subscribed to, in groups. Without schemas, so that pages can load it alone. */
export const webhookEventGroups: readonly WebhookEventGroup[] = [
  {
    title: "Rooms",
    events: [
      { type: "roomCreated", description: "A room is created, through the API or by the first user who enters it." },
      { type: "roomDeleted", description: "A room is deleted." },
      { type: "userEntered", description: "A user enters a room. Frequent in busy projects." },
      { type: "userLeft", description: "A user leaves a room or loses the connection. Frequent in busy projects." },
    ],
  },
  {
    title: "Contents",
    events: [
      {
        type: "storageUpdated",
        description: "The Storage of a room has changed. Throttled per room.",
        throttle: "storageUpdatedThrottleSeconds",
      },
      {
        type: "ydocUpdated",
        description: "A Yjs document of a room has changed. Throttled per room.",
        throttle: "yDocUpdatedThrottleSeconds",
      },
    ],
  },
  {
    title: "Threads",
    events: [
      { type: "threadCreated", description: "A thread is created." },
      { type: "threadDeleted", description: "A thread is deleted." },
      { type: "threadMetadataUpdated", description: "The metadata of a thread has changed." },
      { type: "threadMarkedAsResolved", description: "A thread is marked as resolved." },
      { type: "threadMarkedAsUnresolved", description: "A resolved thread is reopened." },
    ],
  },
  {
    title: "Comments",
    events: [
      { type: "commentCreated", description: "A comment is created." },
      { type: "commentEdited", description: "The text of a comment has changed." },
      { type: "commentDeleted", description: "A comment is deleted." },
      { type: "commentMetadataUpdated", description: "The metadata of a comment has changed." },
      { type: "commentReactionAdded", description: "A user adds a reaction to a comment." },
      { type: "commentReactionRemoved", description: "A user removes a reaction from a comment." },
    ],
  },
  {
    title: "Notifications",
    events: [
      {
        type: "notification",
        description: "An inbox notification stays unread. Sent once per enabled channel, for emails and chat messages.",
      },
    ],
  },
];
