/** Threads, comments and what belongs to them, as REST and clients see them. */
import { z } from "zod";
import { CommentBody, Mention } from "../comment-body.ts";
import { mapOf } from "../endpoint.ts";
import { limits } from "../limits.ts";
import { Permission } from "../permission.ts";
import { StorableText } from "../storable.ts";

const at = z.iso.datetime();

export const ThreadId = z.string().regex(/^th_[\w-]{21}$/, "must be `th_` and 21 letters, digits, `_` or `-`.");
export const CommentId = z.string().regex(/^cm_[\w-]{21}$/, "must be `cm_` and 21 letters, digits, `_` or `-`.");
export const AttachmentId = z.string().regex(/^at_[\w-]{21}$/, "must be `at_` and 21 letters, digits, `_` or `-`.");

const metadataText = StorableText.max(limits.commentMetadataValueLength);
const MetadataValue = z.union([metadataText, z.number(), z.boolean()]);
const metadataBounds = { entries: limits.metadataEntries, keyLength: limits.metadataKeyLength };

/** Metadata of a new thread or comment. */
export const CommentMetadata = mapOf(MetadataValue, metadataBounds);
/** A change: null removes an entry. */
export const CommentMetadataPatch = mapOf(MetadataValue.nullable(), metadataBounds);
/** Metadata as it is answered. */
const Metadata = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
  .meta({ description: "Values are strings, numbers or booleans." });
export const CommentMetadataAnswer = Metadata;

/** Any grapheme: compared as the text that it is. */
export const Emoji = StorableText.min(1).max(limits.emojiLength);

export const Attachment = z
  .strictObject({
    type: z.literal("attachment"),
    id: AttachmentId,
    name: z.string(),
    size: z.int().meta({ description: "Bytes." }),
    mimeType: z.string().meta({ description: "Derived from the file extension. Empty for unknown extensions." }),
  })
  .meta({ id: "Attachment" });
export type Attachment = z.output<typeof Attachment>;

export const Reaction = z
  .strictObject({
    emoji: z.string(),
    createdAt: at.meta({ description: "When the reaction was first added." }),
    users: z.array(z.strictObject({ id: z.string() })).meta({ description: "In the order of their reactions." }),
    userId: z.string().meta({ description: "The first of the users." }),
  })
  .meta({ id: "Reaction" });

export const UserReaction = z
  .strictObject({ emoji: z.string(), createdAt: at, userId: z.string() })
  .meta({ id: "UserReaction" });

export const Comment = z
  .strictObject({
    type: z.literal("comment"),
    id: CommentId,
    threadId: ThreadId,
    roomId: z.string(),
    userId: z.string(),
    createdAt: at,
    editedAt: at.optional().meta({ description: "Absent if the comment was never edited." }),
    deletedAt: at.optional().meta({ description: "Only present on deleted comments." }),
    body: CommentBody.optional().meta({ description: "Absent on deleted comments." }),
    reactions: z.array(Reaction),
    attachments: z.array(Attachment),
    metadata: Metadata,
  })
  .meta({ id: "Comment" });

export const ThreadVisibility = z.enum(["public", "private"]);

export const Thread = z
  .strictObject({
    type: z.literal("thread"),
    id: ThreadId,
    roomId: z.string(),
    createdAt: at,
    updatedAt: at.meta({ description: "Updated when the thread or anything in it changes." }),
    comments: z.array(Comment).meta({ description: "Oldest first, including deleted comments." }),
    metadata: Metadata,
    resolved: z.boolean(),
    visibility: ThreadVisibility,
  })
  .meta({ id: "Thread" });

export const Subscription = z
  .strictObject({ kind: z.literal("thread"), subjectId: z.string(), createdAt: at })
  .meta({ id: "Subscription" });
export const UserSubscription = z
  .strictObject({ ...Subscription.shape, userId: z.string() })
  .meta({ id: "UserSubscription" });

const inboxMembers = {
  id: z.string(),
  notifiedAt: at,
  readAt: at.nullable().meta({
    description: "Null until the notification is read. The notification is unread again when `notifiedAt` is later.",
  }),
  organizationId: z.string().optional(),
};
export const ThreadInboxNotification = z
  .strictObject({ kind: z.literal("thread"), ...inboxMembers, roomId: z.string(), threadId: ThreadId })
  .meta({ id: "ThreadInboxNotification" });
export const TextMentionInboxNotification = z
  .strictObject({
    kind: z.literal("textMention"),
    ...inboxMembers,
    roomId: z.string(),
    mentionId: z.string(),
    mention: Mention,
    createdBy: z.string(),
  })
  .meta({ id: "TextMentionInboxNotification" });
export const ActivityData = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
export const CustomInboxNotification = z
  .strictObject({
    kind: z.templateLiteral(["$", z.string()]),
    ...inboxMembers,
    roomId: z.string().nullable().optional(),
    subjectId: z.string(),
    activities: z.array(z.strictObject({ id: z.string(), createdAt: at, data: ActivityData })),
    activityData: ActivityData.meta({ description: "Time of the latest activity." }),
  })
  .meta({ id: "CustomInboxNotification" });
/** A notification in a user's inbox. */
export const InboxNotification = z.union([
  ThreadInboxNotification,
  TextMentionInboxNotification,
  CustomInboxNotification,
]);

export const DeletedThread = z.strictObject({
  type: z.literal("deletedThread"),
  id: z.string(),
  roomId: z.string(),
  deletedAt: at,
});
export const DeletedInboxNotification = z.strictObject({
  type: z.literal("deletedInboxNotification"),
  id: z.string(),
  roomId: z.string().nullable(),
  deletedAt: at,
});
export const DeletedSubscription = z.strictObject({
  type: z.literal("deletedSubscription"),
  kind: z.literal("thread"),
  subjectId: z.string(),
  deletedAt: at,
});

/** What the caller may do in each room, as permission strings. */
export const PermissionHints = z.record(z.string(), z.array(Permission));

/** An instant that a caller chooses, such as the date of imported history. */
export const ChosenInstant = z.iso.datetime({ offset: true });
