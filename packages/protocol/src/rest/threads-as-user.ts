/** Threads, comments and subscriptions for clients, under `/v2/c`. */
import { z } from "zod";
import { CommentBody } from "../comment-body.ts";
import { endpoint, integer } from "../endpoint.ts";
import { RoomId } from "../ids.ts";
import { limits } from "../limits.ts";
import { StorableText } from "../storable.ts";
import {
  AttachmentId,
  ChosenInstant,
  Comment,
  CommentId,
  CommentMetadata,
  CommentMetadataAnswer,
  CommentMetadataPatch,
  DeletedInboxNotification,
  DeletedSubscription,
  DeletedThread,
  Emoji,
  PermissionHints,
  Subscription,
  Thread,
  ThreadId,
  ThreadInboxNotification,
  ThreadVisibility,
  UserReaction,
} from "./comment-objects.ts";
import { SubscriptionSettings, SubscriptionSettingsChange } from "./threads.ts";

const tag = "Comments";
const reads = { comments: "read" } as const;
const writes = { comments: "write" } as const;
const roomPath = z.object({ roomId: RoomId });
const threadPath = z.object({ roomId: RoomId, threadId: z.string() });
const commentPath = z.object({ roomId: RoomId, threadId: z.string(), commentId: z.string() });
const room = "/v2/c/rooms/{roomId}";
const thread = `${room}/threads/{threadId}` as const;
const comment = `${thread}/comments/{commentId}` as const;
const attachmentIds = z.array(AttachmentId).max(limits.attachmentsPerComment).optional();

const page = {
  limit: integer({
    min: 1,
    max: limits.threadsPerPage,
    default: limits.threadsPerPage,
    description: "Threads per page.",
  }),
  cursor: z.string().optional().meta({ description: "The `meta.nextCursor` of the previous page." }),
  query: z.string().optional().meta({ description: "A filter; empty for all threads." }),
};
const requestedAt = z.iso.datetime().meta({ description: "Pass as `since` to get later changes." });
const ofCaller = { inboxNotifications: z.array(ThreadInboxNotification), subscriptions: z.array(Subscription) };
const deleted = {
  deletedThreads: z.array(DeletedThread),
  deletedInboxNotifications: z.array(DeletedInboxNotification),
  deletedSubscriptions: z.array(DeletedSubscription),
};
const since = z.object({ since: ChosenInstant });

export const listThreadsAsUser = endpoint({
  id: "list-threads-as-user",
  route: `GET ${room}/threads`,
  tag,
  summary: "List threads as user",
  description: "A page is shorter than `limit` if its threads are large.",
  auth: "user",
  needs: reads,
  path: roomPath,
  query: z.object(page),
  returns: z.strictObject({
    data: z.array(Thread),
    ...ofCaller,
    meta: z.strictObject({ requestedAt, nextCursor: z.string().nullable(), permissionHints: PermissionHints }),
  }),
  errors: ["INVALID_QUERY"],
});

/** As clients did before filters had a language. */
export const searchThreadsAsUser = endpoint({
  id: "search-threads-as-user",
  route: `POST ${room}/threads/search`,
  tag,
  summary: "Search threads as user",
  description: "Older version of `GET /v2/c/rooms/{roomId}/threads`. The response doesn't include deleted items.",
  auth: "user",
  needs: reads,
  path: roomPath,
  body: z.object({
    metadata: CommentMetadataPatch.optional().meta({
      description: "Entries that threads must have. Null matches threads without the entry.",
    }),
    limit: z.int().min(1).max(limits.threadsPerPage).default(limits.threadsPerPage),
    cursor: StorableText.optional().meta({ description: "The `meta.nextCursor` of the previous page." }),
    query: StorableText.optional().meta({ description: "A filter; empty for all threads." }),
  }),
  returns: z.strictObject({
    data: z.array(Thread),
    ...ofCaller,
    ...deleted,
    meta: z.strictObject({ requestedAt, nextCursor: z.string().nullable(), permissionHints: PermissionHints }),
  }),
  errors: ["INVALID_QUERY"],
});

export const listChangedThreadsAsUser = endpoint({
  id: "list-changed-threads-as-user",
  route: `GET ${room}/threads/delta`,
  tag,
  summary: "List changed threads as user",
  description: `Returns the oldest changes, at most ${limits.threadChanges} threads by default. If there are more, \`meta.requestedAt\` is the time of the first change that isn't in the response.`,
  auth: "user",
  needs: reads,
  path: roomPath,
  query: since,
  returns: z.strictObject({
    data: z.array(Thread),
    ...ofCaller,
    ...deleted,
    meta: z.strictObject({ requestedAt, permissionHints: PermissionHints }),
  }),
});

export const searchCommentsAsUser = endpoint({
  id: "search-comments-as-user",
  route: `GET ${room}/threads/comments/search`,
  tag,
  summary: "Search comments as user",
  description: `Finds comments that contain every word of the text, newest first, among the newest ${limits.commentsSearched} comments of the room by default (the limit \`commentsSearched\`).`,
  auth: "user",
  needs: reads,
  path: roomPath,
  query: z.object({ text: z.string().default(""), query: z.string().optional() }),
  returns: z.strictObject({
    data: z.array(z.strictObject({ threadId: z.string(), commentId: z.string(), content: z.string() })),
  }),
  errors: ["INVALID_QUERY"],
});

export const getThreadAsUser = endpoint({
  id: "get-thread-as-user",
  route: `GET ${room}/thread-with-notification/{threadId}`,
  tag,
  summary: "Get thread as user",
  auth: "user",
  needs: reads,
  path: threadPath,
  returns: z.strictObject({
    thread: Thread,
    inboxNotification: ThreadInboxNotification.optional(),
    subscription: Subscription.optional(),
  }),
  errors: ["RESOURCE_NOT_FOUND"],
});

export const createThreadAsUser = endpoint({
  id: "create-thread-as-user",
  route: `POST ${room}/threads`,
  tag,
  summary: "Create thread as user",
  auth: "user",
  needs: writes,
  path: roomPath,
  body: z.object({
    id: ThreadId.optional(),
    visibility: ThreadVisibility.optional(),
    comment: z.object({
      id: CommentId.optional(),
      body: CommentBody,
      metadata: CommentMetadata.optional(),
      attachmentIds,
    }),
    metadata: CommentMetadata.optional(),
  }),
  returns: Thread,
  errors: ["RESOURCE_ALREADY_EXISTS", "PLAN_LIMIT_REACHED"],
});

export const deleteThreadAsUser = endpoint({
  id: "delete-thread-as-user",
  route: `DELETE ${thread}`,
  tag,
  summary: "Delete thread as user",
  auth: "user",
  needs: writes,
  path: threadPath,
  returns: { empty: true },
  status: 204,
  errors: ["RESOURCE_NOT_FOUND"],
});

export const editThreadMetadataAsUser = endpoint({
  id: "edit-thread-metadata-as-user",
  route: `POST ${thread}/metadata`,
  tag,
  summary: "Edit thread metadata as user",
  auth: "user",
  needs: writes,
  path: threadPath,
  body: CommentMetadataPatch,
  returns: CommentMetadataAnswer,
  errors: ["RESOURCE_NOT_FOUND"],
});

const resolution = {
  tag,
  auth: "user",
  needs: writes,
  path: threadPath,
  returns: { empty: true },
  status: 204,
  errors: ["RESOURCE_NOT_FOUND"],
} as const;
export const markThreadAsResolvedAsUser = endpoint({
  id: "mark-thread-as-resolved-as-user",
  route: `POST ${thread}/mark-as-resolved`,
  summary: "Mark thread as resolved as user",
  ...resolution,
});
export const markThreadAsUnresolvedAsUser = endpoint({
  id: "mark-thread-as-unresolved-as-user",
  route: `POST ${thread}/mark-as-unresolved`,
  summary: "Mark thread as unresolved as user",
  ...resolution,
});

export const subscribeToThreadAsUser = endpoint({
  id: "subscribe-to-thread-as-user",
  route: `POST ${thread}/subscribe`,
  tag,
  summary: "Subscribe to thread as user",
  auth: "user",
  needs: reads,
  ofUser: true,
  path: threadPath,
  returns: Subscription,
  errors: ["RESOURCE_NOT_FOUND"],
});
export const unsubscribeFromThreadAsUser = endpoint({
  id: "unsubscribe-from-thread-as-user",
  route: `POST ${thread}/unsubscribe`,
  tag,
  summary: "Unsubscribe from thread as user",
  auth: "user",
  needs: reads,
  ofUser: true,
  path: threadPath,
  returns: { empty: true },
  status: 204,
  errors: ["RESOURCE_NOT_FOUND"],
});

export const getThreadParticipantsAsUser = endpoint({
  id: "get-thread-participants-as-user",
  route: `GET ${thread}/participants`,
  tag,
  summary: "Get thread participants as user",
  auth: "user",
  needs: reads,
  path: threadPath,
  returns: z.strictObject({ participantIds: z.array(z.string()) }),
  errors: ["RESOURCE_NOT_FOUND"],
});

export const createCommentAsUser = endpoint({
  id: "create-comment-as-user",
  route: `POST ${thread}/comments`,
  tag,
  summary: "Create comment as user",
  auth: "user",
  needs: writes,
  path: threadPath,
  body: z.object({
    id: CommentId.optional(),
    body: CommentBody,
    metadata: CommentMetadata.optional(),
    attachmentIds,
  }),
  returns: Comment,
  errors: ["RESOURCE_NOT_FOUND", "RESOURCE_ALREADY_EXISTS", "PLAN_LIMIT_REACHED"],
});

export const getCommentAsUser = endpoint({
  id: "get-comment-as-user",
  route: `GET ${comment}`,
  tag,
  summary: "Get comment as user",
  auth: "user",
  needs: reads,
  path: commentPath,
  returns: Comment,
  errors: ["RESOURCE_NOT_FOUND"],
});

export const editCommentAsUser = endpoint({
  id: "edit-comment-as-user",
  route: `POST ${comment}`,
  tag,
  summary: "Edit comment as user",
  auth: "user",
  needs: writes,
  path: commentPath,
  body: z.object({ body: CommentBody, attachmentIds, metadata: CommentMetadataPatch.optional() }),
  returns: Comment,
  errors: ["RESOURCE_NOT_FOUND"],
});

export const deleteCommentAsUser = endpoint({
  id: "delete-comment-as-user",
  route: `DELETE ${comment}`,
  tag,
  summary: "Delete comment as user",
  auth: "user",
  needs: writes,
  path: commentPath,
  returns: { empty: true },
  status: 204,
  errors: ["RESOURCE_NOT_FOUND"],
});

export const editCommentMetadataAsUser = endpoint({
  id: "edit-comment-metadata-as-user",
  route: `POST ${comment}/metadata`,
  tag,
  summary: "Edit comment metadata as user",
  auth: "user",
  needs: writes,
  path: commentPath,
  body: CommentMetadataPatch,
  returns: CommentMetadataAnswer,
  errors: ["RESOURCE_NOT_FOUND"],
});

export const addReactionAsUser = endpoint({
  id: "add-reaction-as-user",
  route: `POST ${comment}/reactions`,
  tag,
  summary: "Add comment reaction as user",
  description: "If the user already added this reaction, returns the existing reaction.",
  auth: "user",
  needs: writes,
  path: commentPath,
  body: z.object({ emoji: Emoji }),
  returns: UserReaction,
  errors: ["RESOURCE_NOT_FOUND"],
});

export const removeReactionAsUser = endpoint({
  id: "remove-reaction-as-user",
  route: `DELETE ${comment}/reactions/{emoji}`,
  tag,
  summary: "Remove comment reaction as user",
  description: "Removing a reaction that does not exist succeeds.",
  auth: "user",
  needs: writes,
  path: z.object({ roomId: RoomId, threadId: z.string(), commentId: z.string(), emoji: z.string() }),
  returns: { empty: true },
  status: 204,
  errors: ["RESOURCE_NOT_FOUND"],
});

function settingsAsUser(name: "subscription-settings" | "notification-settings", older: string) {
  const common = { tag: "Notifications", auth: "user", needs: reads, ofUser: true, path: roomPath } as const;
  const settings = name.replace("-", " ");
  return {
    get: endpoint({
      id: `get-subscription-settings-as-user${older}`,
      route: `GET ${room}/${name}`,
      summary: `Get room ${settings} as user`,
      ...common,
      returns: SubscriptionSettings,
    }),
    update: endpoint({
      id: `update-subscription-settings-as-user${older}`,
      route: `POST ${room}/${name}`,
      summary: `Update room ${settings} as user`,
      ...common,
      body: SubscriptionSettingsChange,
      returns: SubscriptionSettings,
    }),
  } as const;
}
export const subscriptionSettingsAsUser = settingsAsUser("subscription-settings", "");
/** As clients before 2.24 ask for them. */
export const olderSubscriptionSettingsAsUser = settingsAsUser("notification-settings", "-older");

export const listUserThreads = endpoint({
  id: "list-user-threads",
  route: "GET /v2/c/threads",
  tag,
  summary: "List threads of all rooms as user",
  description: "Threads that the user participates in or is subscribed to, in rooms that they can read.",
  auth: "personal",
  query: z.object(page),
  returns: z.strictObject({
    threads: z.array(Thread),
    ...ofCaller,
    meta: z.strictObject({ requestedAt, nextCursor: z.string().nullable(), permissionHints: PermissionHints }),
  }),
  errors: ["INVALID_QUERY"],
});

export const listChangedUserThreads = endpoint({
  id: "list-changed-user-threads",
  route: "GET /v2/c/threads/delta",
  tag,
  summary: "List changed threads of all rooms as user",
  description: `Returns the newest changes, at most ${limits.threadChanges} threads by default.`,
  auth: "personal",
  query: since,
  returns: z.strictObject({
    threads: z.array(Thread),
    ...ofCaller,
    ...deleted,
    meta: z.strictObject({ requestedAt, permissionHints: PermissionHints }),
  }),
});

export const threadEndpointsAsUser = [
  listThreadsAsUser,
  searchThreadsAsUser,
  listChangedThreadsAsUser,
  searchCommentsAsUser,
  getThreadAsUser,
  createThreadAsUser,
  deleteThreadAsUser,
  editThreadMetadataAsUser,
  markThreadAsResolvedAsUser,
  markThreadAsUnresolvedAsUser,
  subscribeToThreadAsUser,
  unsubscribeFromThreadAsUser,
  getThreadParticipantsAsUser,
  createCommentAsUser,
  getCommentAsUser,
  editCommentAsUser,
  deleteCommentAsUser,
  editCommentMetadataAsUser,
  addReactionAsUser,
  removeReactionAsUser,
  ...Object.values(subscriptionSettingsAsUser),
  ...Object.values(olderSubscriptionSettingsAsUser),
  listUserThreads,
  listChangedUserThreads,
] as const;
