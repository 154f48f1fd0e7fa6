/** The bodies of webhook requests. Their members are those that the protocol declares. */
import type { DomainEvent, DomainEventType } from "@weft/protocol/types";
import type { CustomKind } from "../types/app-types.ts";

type DataOf<T extends DomainEventType> = Extract<DomainEvent, { type: T }>["data"];
/** The server knows which ids are those of projects; applications have texts. */
type Unbranded<D> = { [K in keyof D]: K extends "projectId" ? string : D[K] };
type EventOf<T extends DomainEventType> = { type: T; data: Unbranded<DataOf<T>> };

/** A user has entered a room. */
export type UserEnteredEvent = EventOf<"userEntered">;
/** A user has left a room. */
export type UserLeftEvent = EventOf<"userLeft">;
/** A room was created. */
export type RoomCreatedEvent = EventOf<"roomCreated">;
/** A room was deleted. */
export type RoomDeletedEvent = EventOf<"roomDeleted">;
/** Storage of a room has changed. Such events are throttled. */
export type StorageUpdatedEvent = EventOf<"storageUpdated">;
/** The Yjs document of a room has changed. Such events are throttled. */
export type YDocUpdatedEvent = EventOf<"ydocUpdated">;
/** A thread was created. */
export type ThreadCreatedEvent = EventOf<"threadCreated">;
/** A thread was deleted. */
export type ThreadDeletedEvent = EventOf<"threadDeleted">;
/** Metadata of a thread was changed. */
export type ThreadMetadataUpdatedEvent = EventOf<"threadMetadataUpdated">;
/** A thread was marked as resolved. */
export type ThreadMarkedAsResolvedEvent = EventOf<"threadMarkedAsResolved">;
/** A thread was marked as not resolved. */
export type ThreadMarkedAsUnresolvedEvent = EventOf<"threadMarkedAsUnresolved">;
/** A comment was created. */
export type CommentCreatedEvent = EventOf<"commentCreated">;
/** The body of a comment was edited. */
export type CommentEditedEvent = EventOf<"commentEdited">;
/** A comment was deleted. */
export type CommentDeletedEvent = EventOf<"commentDeleted">;
/** Metadata of a comment was changed. */
export type CommentMetadataUpdatedEvent = EventOf<"commentMetadataUpdated">;
/** A user has reacted to a comment. */
export type CommentReactionAdded = EventOf<"commentReactionAdded">;
/** A user has removed a reaction from a comment. */
export type CommentReactionRemoved = EventOf<"commentReactionRemoved">;

/** What notifications of all kinds have. */
type OfAnyKind = Omit<EventOf<"notification">["data"], "kind" | "roomId" | "threadId" | "mentionId" | "subjectId">;
type NotificationOf<D> = { type: "notification"; data: OfAnyKind & D };

/** A user has not read that a thread has changed. */
export type ThreadNotificationEvent = NotificationOf<{ kind: "thread"; roomId: string; threadId: string }>;
/** A user has not read that a text mentions the user. */
export type TextMentionNotificationEvent = NotificationOf<{
  kind: "textMention";
  roomId: string;
  mentionId: string;
}>;
/** A user has not read a notification of the application's own. */
export type CustomNotificationEvent = NotificationOf<{
  kind: CustomKind;
  /** Null if it is about no room. */
  roomId: string | null;
  subjectId: string;
}>;
/** A user is to be notified on a channel. */
export type NotificationEvent = ThreadNotificationEvent | TextMentionNotificationEvent | CustomNotificationEvent;

/** Every event, by its type. */
type Events = { [T in Exclude<DomainEventType, "notification">]: EventOf<T> } & { notification: NotificationEvent };

/** An event that a webhook endpoint receives. */
export type WebhookEvent = Events[DomainEventType];

/** Whether an event is about new comments in a thread. */
export function isThreadNotificationEvent(event: WebhookEvent): event is ThreadNotificationEvent {
  return event.type === "notification" && event.data.kind === "thread";
}

/** Whether an event is about a mention in a text document. */
export function isTextMentionNotificationEvent(event: WebhookEvent): event is TextMentionNotificationEvent {
  return event.type === "notification" && event.data.kind === "textMention";
}

/** Whether an event is about a notification of the application's own. */
export function isCustomNotificationEvent(event: WebhookEvent): event is CustomNotificationEvent {
  return event.type === "notification" && event.data.kind.startsWith("$");
}
