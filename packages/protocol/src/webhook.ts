/**
 * Domain events: what happened to a project's data, as webhooks report it, and as activity and notifications read it. The
 * names and members of `data` are those that the official `WebhookHandler` accepts; nothing else may be sent under these
 * names. Instants are ISO 8601. Descriptions and examples are those of the event catalog, of test events and of samples.
 */
import { z } from "zod";
import { ProjectId } from "./ids.ts";
import { JsonObject } from "./json.ts";

const about = (description: string, example?: unknown) => ({
  description,
  ...(example === undefined ? undefined : { examples: [example] }),
});
const at = (description: string) => z.iso.datetime().meta({ description });
const user = (description: string) => z.string().meta(about(description, "sample-user"));

const projectId = ProjectId.meta({ description: "The project." });
const inRoom = z.object({ projectId, roomId: z.string().meta(about("The room.", "sample-room")) });
const ofUser = inRoom.extend({
  connectionId: z.int().meta(about("The number of the connection in the room.", 1)),
  userId: z.string().nullable().meta(about("The user; null with a public key.", "sample-user")),
  userInfo: JsonObject.nullable().meta(about("The user info of the token.", { name: "Sample User" })),
  numActiveUsers: z.int().meta(about("Connections in the room after the event.", 1)),
});
const ofThread = inRoom.extend({ threadId: z.string().meta(about("The thread.", "sample-thread")) });
const ofComment = ofThread.extend({ commentId: z.string().meta(about("The comment.", "sample-comment")) });
const emoji = z.string().meta(about("The emoji.", "👍"));
const updated = { updatedAt: at("When it changed."), updatedBy: user("The user who changed it.") };

export const notificationChannels = ["email", "slack", "teams", "webPush"] as const;

/** The members of `data`, by type. */
export const webhookEvents = {
  userEntered: ofUser.extend({ enteredAt: at("When the user entered.") }),
  userLeft: ofUser.extend({ leftAt: at("When the user left.") }),
  roomCreated: inRoom.extend({ createdAt: at("When the room was created.") }),
  roomDeleted: inRoom.extend({ deletedAt: at("When the room was deleted.") }),
  storageUpdated: inRoom.extend({ updatedAt: at("When the last change was made.") }),
  ydocUpdated: inRoom.extend({ updatedAt: at("When the last change was made.") }),
  threadCreated: ofThread.extend({
    createdAt: at("When the thread was created."),
    createdBy: user("The author of the first comment."),
  }),
  threadDeleted: ofThread.extend({ deletedAt: at("When the thread was deleted.") }),
  threadMetadataUpdated: ofThread.extend(updated),
  threadMarkedAsResolved: ofThread.extend(updated),
  threadMarkedAsUnresolved: ofThread.extend(updated),
  commentCreated: ofComment.extend({ createdAt: at("When the comment was written."), createdBy: user("The author.") }),
  commentEdited: ofComment.extend({ editedAt: at("When the comment was edited.") }),
  commentDeleted: ofComment.extend({ deletedAt: at("When the comment was deleted.") }),
  commentMetadataUpdated: ofComment.extend(updated),
  commentReactionAdded: ofComment.extend({
    emoji,
    addedAt: at("When the reaction was added."),
    addedBy: user("The user who added it."),
  }),
  commentReactionRemoved: ofComment.extend({
    emoji,
    removedAt: at("When the reaction was removed."),
    removedBy: user("The user who removed it."),
  }),
  notification: z.object({
    channel: z.enum(notificationChannels).meta(about("Where to send the notification.", "email")),
    /** `thread`, `textMention`, or a kind of the project's own, which begins with `$`. */
    kind: z
      .union([z.enum(["thread", "textMention"]), z.templateLiteral(["$", z.string()])])
      .meta(about("The kind of notification: built-in, or a custom kind that starts with $.", "thread")),
    projectId,
    /** Null for a kind of the project's own that is about no room. */
    roomId: z.string().nullable().meta(about("The room; null for a custom kind without one.", "sample-room")),
    userId: user("The user to notify."),
    inboxNotificationId: z.string().meta(about("The inbox notification.", "sample-inbox-notification")),
    createdAt: at("When the event was created."),
    triggeredAt: at("When the first unread activity happened."),
    threadId: z.string().optional().meta(about("The thread, for the kind thread.", "sample-thread")),
    mentionId: z.string().optional().meta(about("The mention, for the kind textMention.")),
    subjectId: z.string().optional().meta(about("The subject, for custom kinds.")),
  }),
} as const;

export type DomainEventType = keyof typeof webhookEvents;

/** An event as a webhook's body holds it. */
export type DomainEvent = {
  readonly [T in DomainEventType]: { readonly type: T; readonly data: z.output<(typeof webhookEvents)[T]> };
}[DomainEventType];
