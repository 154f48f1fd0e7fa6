import type { Permission, ProjectId, RoomSummary } from "@weft/protocol";
import { WeftError } from "@weft/protocol";
import type { ConnectedRooms } from "./connected-rooms.ts";
import { withLiveState } from "./connected-rooms.ts";
import type { Rooms } from "./rooms.ts";
import type { Activity } from "../activity/activity.ts";

export interface ProjectRoomsSearch {
  readonly limit: number;
  readonly cursor?: string;
  /** In the REST query language. */
  readonly query?: string;
  readonly prefix?: string;
  readonly userId?: string;
  /** Separated by commas. */
  readonly groupIds?: string;
  readonly organizationId?: string;
}

/** A project's rooms as its dashboard sees them. */
export interface ProjectRooms {
  list(
    project: ProjectId,
    search: ProjectRoomsSearch,
  ): Promise<{ readonly data: readonly RoomSummary[]; readonly nextCursor: string | null }>;
  /** Whether a user with an id token may enter, and the accesses that decide. NOT_FOUND. */
  testAccess(
    project: ProjectId,
    room: string,
    who: { readonly userId: string; readonly groupIds: readonly string[] },
  ): Promise<{ readonly enters: boolean; readonly permissions: Permission[]; readonly because: string[] }>;
}

export function createProjectRooms(
  rooms: Pick<Rooms, "list" | "find" | "scopesOf">,
  activity: Pick<Activity, "sizesOf">,
  live: ConnectedRooms,
): ProjectRooms {
  return {
    async list(project, { limit, cursor, query, prefix, userId, groupIds, organizationId }) {
      const conditions = [query, prefix ? `roomId^${JSON.stringify(prefix)}` : undefined];
      const page = await rooms.list(project, {
        limit,
        startingAfter: cursor,
        query: conditions.filter((condition) => condition !== undefined).join(" "),
        userId,
        groupIds: groupIds?.split(",").filter((id) => id !== ""),
        organizationId,
      });
      const ids = page.rooms.map(({ id }) => id);
      const [sizes, states] = await Promise.all([
        activity.sizesOf(project, ids),
        withLiveState(live, project, page.rooms),
      ]);
      const data = page.rooms.map((record, index): RoomSummary => {
        const { room, connections = null } = states[index]!;
        const { id, createdAt, lastConnectionAt = null, metadata } = room;
        return {
          id,
          createdAt,
          lastConnectionAt,
          access: rooms.scopesOf(record, {}).length > 0 ? "public" : "private",
          metadata: metadata as RoomSummary["metadata"],
          organizationId: room.organizationId,
          connectedNow: connections,
          storageBytes: sizes.get(id)?.storageBytes ?? 0,
          documentBytes: sizes.get(id)?.documentBytes ?? 0,
        };
      });
      return { data, nextCursor: page.nextCursor };
    },

    async testAccess(project, id, { userId, groupIds }) {
      const room = await rooms.find(project, id);
      if (room === undefined) throw new WeftError("NOT_FOUND");
      const permissions = [...rooms.scopesOf(room, { userId, groupIds })];
      const own = room.usersAccesses.get(userId);
      const because = [
        room.defaultAccesses.length === 0
          ? "By default, no one has access."
          : `By default, everyone ${accessText(room.defaultAccesses)}.`,
      ];
      for (const group of new Set(groupIds)) {
        const accesses = room.groupsAccesses.get(group);
        because.push(
          accesses === undefined
            ? `The group ${JSON.stringify(group)} is not listed in the room.`
            : `The group ${JSON.stringify(group)} ${accessText(accesses)}. This overrides the default access.`,
        );
      }
      because.push(
        own === undefined
          ? `The user ${JSON.stringify(userId)} is not listed in the room.`
          : `The user ${JSON.stringify(userId)} ${accessText(own)}. This overrides group and default access.`,
      );
      if (permissions.length === 0) because.push("No rule grants access to the room itself.");
      return { enters: permissions.length > 0, permissions, because };
    },
  };
}

function accessText(accesses: readonly Permission[]): string {
  return accesses.length === 0 ? "has no access" : `has ${accesses.join(", ")}`;
}
