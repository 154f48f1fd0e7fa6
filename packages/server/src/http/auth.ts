import { randomUUID } from "node:crypto";
import type { ProjectRecord, RoomRecord } from "@weft/collab";
import {
  authorizePublicRoom,
  authorizeRoom,
  authorizeUser,
  defaultOrganization,
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
    const room = await existingRoom(project, path.roomId, services);
    const scopes = services.rooms.scopesOf(room, { userId, groupIds });
    if (scopes.length === 0) throw new WeftError("UNAUTHORIZED_ROOM_ACCESS");
    return roomToken(project, room, { userId, userInfo }, scopes, services);
  }),

  implement(authorizePublicRoom, async ({ path, body, page }, services) => {
    const project = await services.projects.authenticatePublic(body.publicApiKey, page);
    const room = await existingRoom(project, path.roomId, services);
    // A public key is for the default organization only, even if rooms of other organizations allow it.
    const scopes = room.organizationId === defaultOrganization ? services.rooms.scopesOf(room, {}) : [];
    if (!scopes.includes("*:write")) throw new WeftError("UNAUTHORIZED_ROOM_ACCESS");
    return roomToken(project, room, {}, scopes, services);
  }),
);

async function existingRoom(project: ProjectRecord, roomId: RoomId, { rooms }: Services): Promise<RoomRecord> {
  const room = await rooms.find(project.id, roomId);
  if (room === undefined) throw new WeftError("ROOM_NOT_FOUND");
  return room;
}

async function roomToken(
  project: ProjectRecord,
  room: RoomRecord,
  who: { readonly userId?: string; readonly userInfo?: JsonObject },
  scopes: readonly Permission[],
  { tokens, now }: Services,
) {
  // Clients need a user id in every token; anonymous users must not share one.
  const userId = who.userId ?? `anonymous-${randomUUID()}`;
  const permissions: [RoomId, readonly Permission[]][] = [[room.id, scopes]];
  const grant = { ...who, userId, permissions, organizationId: room.organizationId };
  return { token: await tokens.issueAccessToken(project.id, grant, now()) };
}
