import { z } from "zod";
import { organizationMembers } from "../compat.ts";
import { endpoint, mapOf } from "../endpoint.ts";
import { GroupId, RoomId, UserId } from "../ids.ts";
import { JsonObject } from "../json.ts";
import { limits } from "../limits.ts";
import { PermissionList } from "./rooms.ts";

const tag = "Authentication";
const path = z.object({ roomId: RoomId });

export const UserInfo = JsonObject.refine(
  (info) => JSON.stringify(info).length <= limits.userInfoLength,
  `must be at most ${limits.userInfoLength} characters of JSON.`,
).meta({ description: "Information about the user that other users see in presence and comments.", type: "object" });

const GroupIds = z.array(GroupId).max(limits.tokenGroups);

export const Token = z.strictObject({ token: z.string() }).meta({ id: "Token" });

export const authorizeUser = endpoint({
  id: "authorize-user",
  route: "POST /v2/authorize-user",
  tag,
  summary: "Get access token",
  description: "The token contains the permissions. Every call returns a new token.",
  auth: "secret",
  body: z.object({
    userId: UserId,
    permissions: mapOf(PermissionList, {
      entries: limits.tokenPermissionPatterns,
      keyPattern: /^([*]|[^*]{1,128}[*]?)$/u,
      keyRule: "the pattern must be a room id, or the beginning of one followed by a single asterisk.",
    }).meta({ description: "Maps a room id, or a prefix and `*`, to permissions." }),
    userInfo: UserInfo.optional(),
    ...organizationMembers,
  }),
  returns: Token,
});

export const identifyUser = endpoint({
  id: "identify-user",
  route: "POST /v2/identify-user",
  tag,
  summary: "Get ID token",
  description:
    "The token identifies the user. The user's permissions are read from a room's accesses when they enter it.",
  auth: "secret",
  body: z.object({
    userId: UserId,
    groupIds: GroupIds.optional(),
    userInfo: UserInfo.optional(),
    ...organizationMembers,
  }),
  returns: Token,
});

export const authorizeRoom = endpoint({
  id: "authorize-room",
  route: "POST /v2/rooms/{roomId}/authorize",
  tag,
  summary: "Get single-room token",
  auth: "secret",
  path,
  body: z
    .object({
      userId: UserId.optional().meta({ description: "Optional for public rooms." }),
      userInfo: UserInfo.optional(),
      groupIds: GroupIds.optional(),
    })
    .optional(),
  returns: Token,
  errors: ["ROOM_NOT_FOUND", "UNAUTHORIZED_ROOM_ACCESS"],
  deprecated: "Use authorize-user or identify-user instead.",
});

export const authorizePublicRoom = endpoint({
  id: "authorize-public-room",
  route: "POST /v2/rooms/{roomId}/public/authorize",
  tag,
  summary: "Get single-room token with a public key",
  description:
    "Can be called from browsers on any origin. Works only for rooms whose `defaultAccesses` grant write access.",
  auth: "publicKeyInBody",
  path,
  body: z.object({ publicApiKey: z.string() }),
  returns: Token,
  errors: ["ROOM_NOT_FOUND", "UNAUTHORIZED_ROOM_ACCESS"],
  deprecated: "Create the client with the public key instead.",
});

export const authEndpoints = [authorizeUser, identifyUser, authorizeRoom, authorizePublicRoom] as const;
