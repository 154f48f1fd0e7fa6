import { describeRoom } from "@weft/collab";
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
  implement(listRooms, async ({ project, query }, { rooms }) => {
    const page = await rooms.list(project.id, {
      limit: query.limit,
      startingAfter: query.startingAfter,
      query: query.query,
      userId: query.userId,
      groupIds: query.groupIds?.split(",").filter((id) => id !== ""),
      organizationId: organizationOf(query),
      metadata: query.metadata,
    });
    return { data: page.rooms.map(describeRoom), nextCursor: page.nextCursor };
  }),

  implement(createRoom, async ({ project, query, body }, { rooms }) => {
    const { id, ...draft } = body;
    return describeRoom(
      await rooms.create(
        project.id,
        id,
        { ...draft, organizationId: organizationOf(body) },
        { idempotent: query.idempotent },
      ),
    );
  }),

  implement(getRoom, async ({ project, path }, { rooms }) => {
    const room = await rooms.find(project.id, path.roomId);
    if (room === undefined) throw new WeftError("ROOM_NOT_FOUND");
    return describeRoom(room);
  }),

  implement(updateRoom, async ({ project, path, body }, { rooms }) =>
    describeRoom(await rooms.update(project.id, path.roomId, body)),
  ),

  implement(deleteRoom, async ({ project, path }, { rooms }) => {
    await rooms.delete(project.id, path.roomId);
  }),

  implement(upsertRoom, async ({ project, path, body: { update, create } }, { rooms }) =>
    describeRoom(
      await rooms.upsert(project.id, path.roomId, {
        update,
        create: create && { ...create, organizationId: organizationOf(create) },
      }),
    ),
  ),

  implement(updateRoomId, async ({ project, path, body }, { rooms }) =>
    describeRoom(await rooms.rename(project.id, path.roomId, body.newRoomId)),
  ),

  implement(updateRoomOrganization, async ({ project, path, body }, { rooms }) =>
    describeRoom(
      await rooms.moveOrganization(project.id, path.roomId, {
        from: body.fromOrganizationId,
        to: body.toOrganizationId,
      }),
    ),
  ),

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
