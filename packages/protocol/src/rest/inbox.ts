/** Inbox notifications: for back ends, under `/v2`, and for clients, under `/v2/c`. */
import { z } from "zod";
import { organizationMembers } from "../compat.ts";
import { endpoint, integer, mapOf } from "../endpoint.ts";
import { GroupId, RoomId, UserId } from "../ids.ts";
import { limits } from "../limits.ts";
import { StorableText } from "../storable.ts";
import {
  ChosenInstant,
  DeletedInboxNotification,
  DeletedSubscription,
  DeletedThread,
  InboxNotification,
  Subscription,
  Thread,
} from "./comment-objects.ts";
import { Group } from "./groups.ts";
import { TextEditor } from "./rooms.ts";

const tag = "Notifications";

/** The kind of a project's own notifications. */
export const CustomKind = z.string().regex(/^\$[a-zA-Z_]{1,128}$/, "must be `$` and 1 to 128 letters or `_`.");

const userPath = z.object({ userId: UserId });
const notificationPath = z.object({ userId: UserId, inboxNotificationId: StorableText.min(1) });
const filter = z
  .string()
  .optional()
  .meta({ description: "A filter on `unread`, `roomId` and `kind`, as in `unread:true kind:'thread'`." });
const limit = integer({
  min: 1,
  max: limits.inboxPageSize,
  default: limits.inboxPageSize,
  description: "Notifications per page.",
});

export const listInboxNotifications = endpoint({
  id: "list-inbox-notifications",
  route: "GET /v2/users/{userId}/inbox-notifications",
  tag,
  summary: "List inbox notifications",
  description: "Applies to one organization. Defaults to the default organization.",
  auth: "secret",
  path: userPath,
  query: z.object({
    limit,
    startingAfter: z.string().optional().meta({ description: "The `nextCursor` of the previous page." }),
    query: filter,
    ...organizationMembers,
  }),
  returns: z.strictObject({
    data: z.array(InboxNotification),
    nextCursor: z.string().nullable().meta({ description: "Null on the last page." }),
  }),
  errors: ["INVALID_QUERY"],
});

export const deleteAllInboxNotifications = endpoint({
  id: "delete-all-inbox-notifications",
  route: "DELETE /v2/users/{userId}/inbox-notifications",
  tag,
  summary: "Delete all inbox notifications",
  description: "Applies to one organization. Defaults to the default organization.",
  auth: "secret",
  path: userPath,
  query: z.object(organizationMembers),
  returns: { empty: true },
  status: 204,
});

export const getInboxNotification = endpoint({
  id: "get-inbox-notification",
  route: "GET /v2/users/{userId}/inbox-notifications/{inboxNotificationId}",
  tag,
  summary: "Get inbox notification",
  auth: "secret",
  path: notificationPath,
  returns: InboxNotification,
  errors: ["RESOURCE_NOT_FOUND"],
});

export const deleteInboxNotification = endpoint({
  id: "delete-inbox-notification",
  route: "DELETE /v2/users/{userId}/inbox-notifications/{inboxNotificationId}",
  tag,
  summary: "Delete inbox notification",
  auth: "secret",
  path: notificationPath,
  returns: { empty: true },
  status: 204,
  errors: ["RESOURCE_NOT_FOUND"],
});

export const markInboxNotificationAsRead = endpoint({
  id: "mark-inbox-notification-as-read",
  route: "POST /v2/inbox-notifications/{inboxNotificationId}/read",
  tag,
  summary: "Mark inbox notification as read",
  auth: "secret",
  path: z.object({ inboxNotificationId: StorableText.min(1) }),
  returns: { empty: true },
  errors: ["RESOURCE_NOT_FOUND"],
});

const ActivityValue = z.union([StorableText, z.number(), z.boolean()]);

export const triggerInboxNotification = endpoint({
  id: "trigger-inbox-notification",
  route: "POST /v2/inbox-notifications/trigger",
  tag,
  summary: "Trigger inbox notification",
  description:
    "Each call creates a notification. For a batched kind, a call for the same user and subject adds an activity to the existing notification, up to 50 activities.",
  auth: "secret",
  body: z
    .object({
      userId: UserId,
      kind: CustomKind,
      subjectId: StorableText.min(1)
        .max(limits.subjectIdLength)
        .meta({ description: "What the notification is about." }),
      activityData: mapOf(ActivityValue, {
        entries: limits.metadataEntries,
        keyLength: limits.metadataKeyLength,
      }).meta({ description: "Shown with the notification. Values are strings, numbers or booleans." }),
      roomId: RoomId.optional(),
      ...organizationMembers,
    })
    .meta({ id: "InboxNotificationTrigger" }),
  returns: { empty: true },
  errors: ["ROOM_NOT_FOUND", "PLAN_LIMIT_REACHED"],
});

const requestedAt = z.iso.datetime().meta({ description: "Pass as `since` to get later changes." });
const page = {
  limit,
  cursor: z.string().optional().meta({ description: "The `meta.nextCursor` of the previous page." }),
  query: filter,
};

const ofNotifications = {
  inboxNotifications: z.array(InboxNotification),
  threads: z.array(Thread).meta({ description: "Threads of the thread notifications." }),
  subscriptions: z.array(Subscription).meta({ description: "The user's subscriptions to these threads." }),
  groups: z.array(Group).meta({ description: "Groups that were mentioned without a list of users." }),
};

export const listInboxNotificationsAsUser = endpoint({
  id: "list-inbox-notifications-as-user",
  route: "GET /v2/c/inbox-notifications",
  tag,
  summary: "List inbox notifications as user",
  description:
    "With an ID token, only notifications of rooms that the user can read. With an access token, notifications of rooms that the token doesn't open come without their thread. A page is shorter than `limit` if its threads are large.",
  auth: "personal",
  query: z.object(page),
  returns: z.strictObject({
    ...ofNotifications,
    meta: z.strictObject({
      requestedAt,
      nextCursor: z.string().nullable().meta({ description: "Null on the last page." }),
    }),
  }),
  errors: ["INVALID_QUERY"],
});

export const listChangedInboxNotificationsAsUser = endpoint({
  id: "list-changed-inbox-notifications-as-user",
  route: "GET /v2/c/inbox-notifications/delta",
  tag,
  summary: "List changed inbox notifications as user",
  description: `Holds the newest ${limits.inboxChanges} changes.`,
  auth: "personal",
  query: z.object({ since: ChosenInstant, query: filter }),
  returns: z.strictObject({
    ...ofNotifications,
    deletedInboxNotifications: z.array(DeletedInboxNotification),
    deletedThreads: z.array(DeletedThread),
    deletedSubscriptions: z.array(DeletedSubscription),
    meta: z.strictObject({ requestedAt }),
  }),
  errors: ["INVALID_QUERY"],
});

export const countUnreadInboxNotificationsAsUser = endpoint({
  id: "count-unread-inbox-notifications-as-user",
  route: "GET /v2/c/inbox-notifications/count",
  tag,
  summary: "Count unread inbox notifications as user",
  auth: "personal",
  query: z.object({ query: filter }),
  returns: z.strictObject({ count: z.int() }),
  errors: ["INVALID_QUERY"],
});

const ids = z.array(StorableText).max(limits.inboxIdsPerCall);

export const markInboxNotificationsAsReadAsUser = endpoint({
  id: "mark-inbox-notifications-as-read-as-user",
  route: "POST /v2/c/inbox-notifications/read",
  tag,
  summary: "Mark inbox notifications as read as user",
  description: "Unknown ids are ignored.",
  auth: "personal",
  body: z.object({ inboxNotificationIds: z.union([z.literal("all"), ids]) }),
  returns: { empty: true },
  status: 204,
});

export const markRoomInboxNotificationsAsReadAsUser = endpoint({
  id: "mark-room-inbox-notifications-as-read-as-user",
  route: "POST /v2/c/rooms/{roomId}/inbox-notifications/read",
  tag,
  summary: "Mark inbox notifications of a room as read as user",
  description: "Unknown ids are ignored.",
  auth: "user",
  needs: { comments: "read" },
  ofUser: true,
  path: z.object({ roomId: RoomId }),
  body: z.object({ inboxNotificationIds: ids }),
  returns: { empty: true },
  status: 204,
});

export const deleteAllInboxNotificationsAsUser = endpoint({
  id: "delete-all-inbox-notifications-as-user",
  route: "DELETE /v2/c/inbox-notifications",
  tag,
  summary: "Delete all inbox notifications as user",
  auth: "personal",
  returns: { empty: true },
  status: 204,
});

export const deleteInboxNotificationAsUser = endpoint({
  id: "delete-inbox-notification-as-user",
  route: "DELETE /v2/c/inbox-notifications/{inboxNotificationId}",
  tag,
  summary: "Delete inbox notification as user",
  description: "Deleting a notification that does not exist succeeds.",
  auth: "personal",
  path: z.object({ inboxNotificationId: StorableText.min(1) }),
  returns: { empty: true },
  status: 204,
});

const mentionId = StorableText.min(1).max(limits.mentionIdLength);

export const createTextMentionAsUser = endpoint({
  id: "create-text-mention-as-user",
  route: "POST /v2/c/rooms/{roomId}/text-mentions",
  tag,
  summary: "Create text mention as user",
  description: "Called by text editors. Repeating the call for the same mention changes nothing.",
  auth: "user",
  needs: { storage: "write" },
  ofUser: true,
  path: z.object({ roomId: RoomId }),
  body: z
    .object({
      mentionId,
      userId: UserId.optional(),
      groupId: GroupId.optional(),
      userIds: z
        .array(UserId)
        .max(limits.mentionedUsers)
        .optional()
        .meta({ description: "Members of the group. Defaults to those of the stored group." }),
    })
    .refine(({ userId, groupId }) => (userId === undefined) !== (groupId === undefined), {
      message: "must name either a user or a group.",
    })
    .meta({ id: "TextMention", description: "The mentioned user or group." }),
  returns: { empty: true },
  status: 204,
  errors: ["PLAN_LIMIT_REACHED"],
});

export const deleteTextMentionAsUser = endpoint({
  id: "delete-text-mention-as-user",
  route: "DELETE /v2/c/rooms/{roomId}/text-mentions/{mentionId}",
  tag,
  summary: "Delete text mention as user",
  description:
    "Deletes the mention for all recipients. Called by text editors when the mention is removed from the text.",
  auth: "user",
  needs: { storage: "write" },
  ofUser: true,
  path: z.object({ roomId: RoomId, mentionId: StorableText.min(1) }),
  returns: { empty: true },
  status: 204,
});

export const setTextEditorAsUser = endpoint({
  id: "set-text-editor-as-user",
  route: "POST /v2/c/rooms/{roomId}/text-metadata",
  tag,
  summary: "Set text editor of a room as user",
  description: "Called by text editors. Emails about mentions use the setting to read the text.",
  auth: "user",
  needs: { storage: "write" },
  path: z.object({ roomId: RoomId }),
  body: TextEditor,
  returns: { empty: true },
  status: 204,
});

export const inboxEndpoints = [
  listInboxNotifications,
  deleteAllInboxNotifications,
  getInboxNotification,
  deleteInboxNotification,
  markInboxNotificationAsRead,
  triggerInboxNotification,
  listInboxNotificationsAsUser,
  listChangedInboxNotificationsAsUser,
  countUnreadInboxNotificationsAsUser,
  markInboxNotificationsAsReadAsUser,
  markRoomInboxNotificationsAsReadAsUser,
  deleteAllInboxNotificationsAsUser,
  deleteInboxNotificationAsUser,
  createTextMentionAsUser,
  deleteTextMentionAsUser,
  setTextEditorAsUser,
] as const;
