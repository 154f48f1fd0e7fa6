import { describeRoom, withLiveState } from "@weft/collab";
import type { RoomDescription, RoomRecord } from "@weft/collab";
import {
  broadcastEvent,
  broadcastEventHyphenated,
  createRoom,
  deleteRoom,
  getActiveUsers,
  getActiveUsersHyphenated,
  getRoom,
  listRooms,
  organizationOf,
  prewarmRoom,
  setPresence,
  updateRoom,
  updateRoomId,
  updateRoomOrganization,
  upsertRoom,
  WeftError,
} from "@weft/protocol";
import type { Json, ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import { implement, routes } from "./route.ts";
import type { Services } from "./services.ts";

export const roomRoutes = routes(
  implement(listRooms, async ({ project, query }, { rooms, gateway }) => {
    const page = await rooms.list(project.id, {
      limit: query.limit,
      startingAfter: query.startingAfter,
      query: query.query,
      userId: query.userId,
      groupIds: query.groupIds?.split(",").filter((id) => id !== ""),
      organizationId: organizationOf(query),
      metadata: query.metadata,
    });
    const shown = await withLiveState(gateway, project.id, page.rooms);
    return { data: shown.map(({ room }) => room), nextCursor: page.nextCursor };
  }),

  implement(createRoom, async ({ project, query, body }, services) => {
    const { id, ...rest } = body;
    const draft = { ...rest, organizationId: organizationOf(body) };
    const room = await services.rooms.create(project.id, id, draft, { idempotent: query.idempotent });
    // A room that was created just now has had no connection.
    return query.idempotent ? describe(project.id, room, services) : describeRoom(room);
  }),

  implement(getRoom, async ({ project, path }, services) => {
    const room = await services.rooms.find(project.id, path.roomId);
    if (room === undefined) throw new WeftError("ROOM_NOT_FOUND");
    return describe(project.id, room, services);
  }),

  implement(updateRoom, async ({ project, path, body }, services) =>
    describe(project.id, await services.rooms.update(project.id, path.roomId, body), services),
  ),

  implement(deleteRoom, async ({ project, path }, { rooms }) => {
    await rooms.delete(project.id, path.roomId);
  }),

  implement(upsertRoom, async ({ project, path, body: { update, create } }, services) => {
    const draft = create && { ...create, organizationId: organizationOf(create) };
    const room = await services.rooms.upsert(project.id, path.roomId, { update, create: draft });
    return describe(project.id, room, services);
  }),

  implement(updateRoomId, async ({ project, path, body }, services) =>
    describe(project.id, await services.rooms.rename(project.id, path.roomId, body.newRoomId), services),
  ),

  implement(updateRoomOrganization, async ({ project, path, body }, services) => {
    const change = { from: body.fromOrganizationId, to: body.toOrganizationId };
    const room = await services.rooms.moveOrganization(project.id, path.roomId, change);
    return describe(project.id, room, services);
  }),

  implement(prewarmRoom, ({ project, path }, { gateway }) => gateway.prewarm(address(project.id, path.roomId))),

  implement(getActiveUsers, ({ project, path }, services) => activeUsers(address(project.id, path.roomId), services)),
  implement(getActiveUsersHyphenated, ({ project, path }, services) =>
    activeUsers(address(project.id, path.roomId), services),
  ),

  implement(broadcastEvent, ({ project, path, body }, services) =>
    broadcast(address(project.id, path.roomId), body, services),
  ),
  implement(broadcastEventHyphenated, ({ project, path, body }, services) =>
    broadcast(address(project.id, path.roomId), body, services),
  ),

  implement(setPresence, ({ project, path, body }, { gateway }) =>
    gateway.setPresence(address(project.id, path.roomId), {
      userId: body.userId,
      data: body.data,
      info: body.userInfo ?? {},
      ttlMs: body.ttl * 1_000,
    }),
  ),
);

async function describe(project: ProjectId, room: RoomRecord, { gateway }: Services): Promise<RoomDescription> {
  const [shown] = await withLiveState(gateway, project, [room]);
  return shown!.room;
}

async function activeUsers(room: RoomAddress, { gateway }: Services) {
  const users = await gateway.activeUsers(room);
  return { data: users.map(({ connectionId, id, info }) => ({ type: "user" as const, connectionId, id, info })) };
}

function broadcast(room: RoomAddress, event: Json, { gateway }: Services) {
  return gateway.broadcast(room, event);
}

function address(project: ProjectId, room: RoomId): RoomAddress {
  return { project, room };
}
