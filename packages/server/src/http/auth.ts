import { randomUUID } from "node:crypto";
import type { ProjectRecord } from "@weft/collab";
import {
  authorizePublicRoom,
  authorizeRoom,
  authorizeUser,
  identifyUser,
  organizationOf,
  WeftError,
} from "@weft/protocol";
import type { JsonObject, Permission, RoomId } from "@weft/protocol";
import { implement, routes } from "./route.ts";
import type { Services } from "./services.ts";

export const authRoutes = routes(
  implement(authorizeUser, async ({ project, body }, { tokens, now }) => {
    const { userId, userInfo, permissions } = body;
    const grant = { userId, userInfo, permissions, organizationId: organizationOf(body) };
    return { token: await tokens.issueAccessToken(project.id, grant, now()) };
  }),

  implement(identifyUser, async ({ project, body }, { tokens, now }) => {
    const { userId, userInfo, groupIds } = body;
    const identity = { userId, userInfo, groupIds, organizationId: organizationOf(body) };
    return { token: await tokens.issueIdToken(project.id, identity, now()) };
  }),

  implement(authorizeRoom, async ({ project, path, body = {} }, services) => {
    const { userId, groupIds, userInfo } = body;
    const scopes = await scopesInRoom(project, path.roomId, { userId, groupIds }, services);
    if (scopes.length === 0) throw new WeftError("UNAUTHORIZED_ROOM_ACCESS");
    return roomToken(project, path.roomId, { userId, userInfo }, scopes, services);
  }),

  implement(authorizePublicRoom, async ({ path, body, page }, services) => {
    const project = await services.accounts.authenticatePublic(body.publicApiKey, page);
    const scopes = await scopesInRoom(project, path.roomId, {}, services);
    if (!scopes.includes("*:write"))
      throw new WeftError("UNAUTHORIZED_ROOM_ACCESS", {
        message: "The room is not public.",
        suggestion: "Give the room `room:write` as its default access, or ask your back end for a token.",
      });
    return roomToken(project, path.roomId, {}, scopes, services);
  }),
);

async function scopesInRoom(
  project: ProjectRecord,
  roomId: RoomId,
  who: { readonly userId?: string; readonly groupIds?: readonly string[] },
  { rooms }: Services,
) {
  const room = await rooms.find(project.id, roomId);
  if (room === undefined) throw new WeftError("ROOM_NOT_FOUND");
  return rooms.scopesOf(room, who);
}

async function roomToken(
  project: ProjectRecord,
  roomId: RoomId,
  who: { readonly userId?: string; readonly userInfo?: JsonObject },
  scopes: readonly Permission[],
  { tokens, now }: Services,
) {
  // Clients need a user id in every token; people who gave none must not share one.
  const userId = who.userId ?? `anonymous-${randomUUID()}`;
  const permissions: [RoomId, readonly Permission[]][] = [[roomId, scopes]];
  return { token: await tokens.issueAccessToken(project.id, { ...who, userId, permissions }, now()) };
}
