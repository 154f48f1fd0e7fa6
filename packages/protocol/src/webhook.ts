/**
 * Domain events: what happened to a project's data, as webhooks report it, and as activity and notifications read it. The
 * names and members of `data` are those that the official `WebhookHandler` accepts; nothing else may be sent under these
 * names. Instants are ISO 8601.
 */
import { z } from "zod";
import { ProjectId } from "./ids.ts";
import { JsonObject } from "./json.ts";

const at = z.iso.datetime();
const inRoom = z.object({ projectId: ProjectId, roomId: z.string() });
const ofUser = inRoom.extend({
  connectionId: z.int(),
  userId: z.string().nullable(),
  userInfo: JsonObject.nullable(),
  numActiveUsers: z.int(),
});
const ofThread = inRoom.extend({ threadId: z.string() });
const ofComment = ofThread.extend({ commentId: z.string() });

export const notificationChannels = ["email", "slack", "teams", "webPush"] as const;

/** The members of `data`, by type. */
export const webhookEvents = {
  userEntered: ofUser.extend({ enteredAt: at }),
  userLeft: ofUser.extend({ leftAt: at }),
  roomCreated: inRoom.extend({ createdAt: at }),
  roomDeleted: inRoom.extend({ deletedAt: at }),
  storageUpdated: inRoom.extend({ updatedAt: at }),
  ydocUpdated: inRoom.extend({ updatedAt: at }),
  threadCreated: ofThread.extend({ createdAt: at, createdBy: z.string() }),
  threadDeleted: ofThread.extend({ deletedAt: at }),
  threadMetadataUpdated: ofThread.extend({ updatedAt: at, updatedBy: z.string() }),
  threadMarkedAsResolved: ofThread.extend({ updatedAt: at, updatedBy: z.string() }),
  threadMarkedAsUnresolved: ofThread.extend({ updatedAt: at, updatedBy: z.string() }),
  commentCreated: ofComment.extend({ createdAt: at, createdBy: z.string() }),
  commentEdited: ofComment.extend({ editedAt: at }),
  commentDeleted: ofComment.extend({ deletedAt: at }),
  commentMetadataUpdated: ofComment.extend({ updatedAt: at, updatedBy: z.string() }),
  commentReactionAdded: ofComment.extend({ emoji: z.string(), addedAt: at, addedBy: z.string() }),
  commentReactionRemoved: ofComment.extend({ emoji: z.string(), removedAt: at, removedBy: z.string() }),
  notification: z.object({
    channel: z.enum(notificationChannels),
    /** `thread`, `textMention`, or a kind of the project's own, which begins with `$`. */
    kind: z.union([z.enum(["thread", "textMention"]), z.templateLiteral(["$", z.string()])]),
    projectId: ProjectId,
    /** Null for a kind of the project's own that is about no room. */
    roomId: z.string().nullable(),
    userId: z.string(),
    inboxNotificationId: z.string(),
    createdAt: at,
    triggeredAt: at,
    threadId: z.string().optional(),
    mentionId: z.string().optional(),
    subjectId: z.string().optional(),
  }),
} as const;

export type DomainEventType = keyof typeof webhookEvents;

/** An event as a webhook's body holds it. */
export type DomainEvent = {
  readonly [T in DomainEventType]: { readonly type: T; readonly data: z.output<(typeof webhookEvents)[T]> };
}[DomainEventType];
