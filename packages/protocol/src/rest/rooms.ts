import { z } from "zod";
import { organizationMembers, OrganizationId } from "../compat.ts";
import { endpoint, family, flag, integer, mapOf } from "../endpoint.ts";
import { RoomId, UserId } from "../ids.ts";
import { Json, JsonObject } from "../json.ts";
import { limits } from "../limits.ts";
import { Permission } from "../permission.ts";
import { StorableText } from "../storable.ts";

const path = z.object({ roomId: RoomId });
const tag = "Rooms";

export const PermissionList = z.array(Permission);

const metadataText = StorableText.max(limits.metadataValueLength);
const MetadataValue = z.union([metadataText, z.array(metadataText)]);
const editorKey = StorableText.min(1).max(limits.documentGuidLength);
const metadataBounds = { entries: limits.metadataEntries, keyLength: limits.metadataKeyLength };
// How many entries access maps may have is a setting, so the room's own rules count them.
const groupBounds = { keyLength: limits.groupIdLength };

/** The text editor of a room, and under which key of the root Yjs document its text is. */
export const TextEditor = z
  .object({
    type: z.enum(["lexical", "tiptap", "blocknote"]),
    rootKey: z.union([editorKey, z.array(editorKey).min(1).max(limits.textEditorKeys)]),
  })
  .meta({ id: "TextEditor" });
export type TextEditor = z.output<typeof TextEditor>;

/** A room as REST shows it. */
export const Room = z
  .strictObject({
    type: z.literal("room"),
    id: RoomId,
    organizationId: z.string(),
    createdAt: z.iso.datetime(),
    lastConnectionAt: z.iso.datetime().optional().meta({ description: "Absent until the first user connects." }),
    metadata: mapOf(MetadataValue),
    defaultAccesses: PermissionList.meta({ description: "Empty for a private room." }),
    usersAccesses: mapOf(PermissionList),
    groupsAccesses: mapOf(PermissionList),
    experimental_textEditor: TextEditor.optional().meta({ description: "Absent until a text editor is mounted." }),
  })
  .meta({ id: "Room" });

const draft = {
  defaultAccesses: PermissionList.meta({ description: 'Empty for a private room, `["room:write"]` for a public one.' }),
  usersAccesses: mapOf(PermissionList, { keyLength: limits.accessIdLengthOnCreate }).optional(),
  groupsAccesses: mapOf(PermissionList, groupBounds).optional(),
  metadata: mapOf(MetadataValue, metadataBounds).optional(),
  ...organizationMembers,
};

/** A room that does not exist yet. */
export const RoomDraft = z.object({ id: RoomId, ...draft }).meta({ id: "RoomDraft" });

/** A change: absent members stay, a null member is emptied, a null entry removes that entry. */
export const RoomPatch = z
  .object({
    defaultAccesses: PermissionList.nullable().optional(),
    usersAccesses: mapOf(PermissionList.nullable(), { keyLength: limits.accessIdLengthOnUpdate }).nullable().optional(),
    groupsAccesses: mapOf(PermissionList.nullable(), { keyLength: limits.groupIdLength }).nullable().optional(),
    metadata: mapOf(z.union([metadataText, z.array(metadataText), z.null()]), { keyLength: limits.metadataKeyLength })
      .nullable()
      .optional(),
  })
  .meta({
    id: "RoomPatch",
    description: "Absent properties don't change. Null clears a property or removes an entry.",
  });

export const listRooms = endpoint({
  id: "list-rooms",
  route: "GET /v2/rooms",
  tag,
  summary: "List rooms",
  description:
    "Returns rooms that match all conditions. Of `userId` and `groupIds`, one match is enough. Parameters named " +
    "`metadata.<key>` filter by the metadata entry `<key>`. `query` is the more general filter. A page looks at a bounded " +
    "number of rooms (the limit `rowsLookedAt`): where few match, it may be short, or empty, while `nextCursor` isn't null.",
  auth: "secret",
  query: z.object({
    limit: integer({ min: 1, max: limits.pageSizeMax, default: limits.pageSize, description: "Rooms per page." }),
    startingAfter: z.string().optional().meta({ description: "The `nextCursor` of the previous page." }),
    query: z
      .string()
      .optional()
      .meta({ description: "A filter, as in `roomId^'docs:' AND metadata['status']:'open'`." }),
    userId: UserId.optional().meta({ description: "Rooms that list this user in `usersAccesses`." }),
    groupIds: z.string().optional().meta({ description: "Group ids, separated by commas." }),
    ...organizationMembers,
    metadata: family("metadata.", "Metadata entries that must be present."),
  }),
  returns: z.strictObject({
    data: z.array(Room),
    nextCursor: z.string().nullable().meta({ description: "Null on the last page." }),
  }),
  errors: ["INVALID_QUERY"],
});

export const createRoom = endpoint({
  id: "create-room",
  route: "POST /v2/rooms",
  tag,
  summary: "Create room",
  description:
    "`defaultAccesses` is required. The limit `accessEntries` sets the maximum number of entries in access maps.",
  auth: "secret",
  query: z.object({ idempotent: flag("If the room exists, return it unchanged instead of an error.") }),
  body: RoomDraft,
  returns: Room,
  errors: ["ROOM_ALREADY_EXISTS", "PROJECT_FULL"],
});

export const getRoom = endpoint({
  id: "get-room",
  route: "GET /v2/rooms/{roomId}",
  tag,
  summary: "Get room",
  auth: "secret",
  path,
  returns: Room,
  errors: ["ROOM_NOT_FOUND"],
});

export const updateRoom = endpoint({
  id: "update-room",
  route: "POST /v2/rooms/{roomId}",
  tag,
  summary: "Update room",
  auth: "secret",
  path,
  body: RoomPatch,
  returns: Room,
  errors: ["ROOM_NOT_FOUND"],
});

export const deleteRoom = endpoint({
  id: "delete-room",
  route: "DELETE /v2/rooms/{roomId}",
  tag,
  summary: "Delete room",
  description: "Cannot be undone. Deleting a room that does not exist succeeds.",
  auth: "secret",
  path,
  returns: { empty: true },
  status: 204,
});

export const upsertRoom = endpoint({
  id: "upsert-room",
  route: "POST /v2/rooms/{roomId}/upsert",
  tag,
  summary: "Upsert room",
  description:
    "Updates the room with `update` if it exists. Otherwise, creates the room from `create`, with `update` applied on top.",
  auth: "secret",
  path,
  body: z
    .object({
      update: RoomPatch,
      create: z.object({ ...draft, defaultAccesses: PermissionList.optional() }).optional(),
    })
    .meta({ id: "RoomUpsert" }),
  returns: Room,
  errors: ["PROJECT_FULL"],
});

export const updateRoomId = endpoint({
  id: "update-room-id",
  route: "POST /v2/rooms/{roomId}/update-room-id",
  tag,
  summary: "Rename room",
  description:
    "Permanently changes the id of a room. Its contents are kept, connections are closed, and the old id becomes available.",
  auth: "secret",
  path,
  body: z.object({ newRoomId: RoomId }),
  returns: Room,
  errors: ["ROOM_NOT_FOUND", "ROOM_ALREADY_EXISTS"],
});

export const updateRoomOrganization = endpoint({
  id: "update-room-organization-id",
  route: "POST /v2/rooms/{roomId}/update-organization-id",
  tag,
  summary: "Change room organization",
  auth: "secret",
  path,
  body: z.object({ fromOrganizationId: OrganizationId, toOrganizationId: OrganizationId }),
  returns: Room,
  errors: ["ROOM_NOT_FOUND"],
});

export const prewarmRoom = endpoint({
  id: "prewarm-room",
  route: "GET /v2/rooms/{roomId}/prewarm",
  tag,
  summary: "Prewarm room",
  description: `The room stays in memory for ${limits.prewarmMs / 1_000} seconds.`,
  auth: "secret",
  path,
  returns: { empty: true },
  status: 204,
  errors: ["ROOM_NOT_FOUND"],
});

export const ActiveUser = z
  .strictObject({
    type: z.literal("user"),
    connectionId: z.int(),
    id: z.string().nullable().meta({ description: "Null for anonymous connections." }),
    info: JsonObject,
  })
  .meta({ id: "ActiveUser", description: "One connection. A user with two open tabs is listed twice." });

const activeUsers = {
  tag,
  summary: "Get active users",
  description: "Call this at most once every 10 seconds. To get updates in real time, use presence in a client.",
  auth: "secret",
  path,
  returns: z.strictObject({ data: z.array(ActiveUser) }),
  errors: ["ROOM_NOT_FOUND"],
} as const;
export const getActiveUsers = endpoint({
  id: "get-active-users",
  route: "GET /v2/rooms/{roomId}/active_users",
  ...activeUsers,
});
/** The spelling of the official SDK. */
export const getActiveUsersHyphenated = endpoint({
  id: "get-active-users-hyphenated",
  route: "GET /v2/rooms/{roomId}/active-users",
  ...activeUsers,
});

const broadcast = {
  tag,
  summary: "Broadcast event",
  description: "Listeners see the connection id -1 and no user.",
  auth: "secret",
  path,
  body: Json,
  bodyLimit: "broadcastEvent",
  returns: { empty: true },
  status: 204,
  errors: ["ROOM_NOT_FOUND"],
} as const;
export const broadcastEvent = endpoint({
  id: "broadcast-event",
  route: "POST /v2/rooms/{roomId}/broadcast_event",
  ...broadcast,
});
/** The spelling of the official SDK. */
export const broadcastEventHyphenated = endpoint({
  id: "broadcast-event-hyphenated",
  route: "POST /v2/rooms/{roomId}/broadcast-event",
  ...broadcast,
});

/** Members beside these three are the caller's own, so the object is passed on as it came. */
const PresenceInfo = JsonObject.superRefine((info, context) => {
  for (const name of ["name", "avatar", "color"])
    if (Object.hasOwn(info, name) && typeof info[name] !== "string")
      context.addIssue({ code: "custom", path: [name], message: "must be a string." });
}).meta({ type: "object", description: "`name`, `avatar` and `color` must be strings if present." });

export const setPresence = endpoint({
  id: "set-presence",
  route: "POST /v2/rooms/{roomId}/presence",
  tag,
  summary: "Set presence",
  description: "Repeating the call for the same user replaces data and info and restarts the time.",
  auth: "secret",
  path,
  body: z.object({
    userId: UserId,
    data: JsonObject,
    userInfo: PresenceInfo.optional(),
    ttl: z
      .int()
      .min(limits.presenceTtlSecondsMin)
      .max(limits.presenceTtlSecondsMax)
      .default(limits.presenceTtlSecondsDefault)
      .meta({ description: "Seconds until the user leaves." }),
  }),
  returns: { empty: true },
  status: 204,
  errors: ["ROOM_NOT_FOUND"],
});

export const roomEndpoints = [
  listRooms,
  createRoom,
  getRoom,
  updateRoom,
  deleteRoom,
  upsertRoom,
  updateRoomId,
  updateRoomOrganization,
  prewarmRoom,
  getActiveUsers,
  getActiveUsersHyphenated,
  broadcastEvent,
  broadcastEventHyphenated,
  setPresence,
] as const;
