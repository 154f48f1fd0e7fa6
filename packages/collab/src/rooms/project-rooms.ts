import type { Permission, ProjectId, RoomSummary } from "@weft/protocol";
import { limits, WeftError } from "@weft/protocol";
import type { ConnectedRooms, OccupiedRooms } from "./connected-rooms.ts";
import { withLiveState } from "./connected-rooms.ts";
import type { RoomOrder } from "./room-order.ts";
import type { RoomRecord } from "./room-records.ts";
import type { RoomPage, Rooms } from "./rooms.ts";
import type { Activity } from "../activity/activity.ts";

export interface ProjectRoomsSearch {
  readonly limit: number;
  readonly cursor?: string;
  /** In the REST query language. */
  readonly query?: string;
  readonly prefix?: string;
  /** A part of the ids. */
  readonly search?: string;
  readonly access?: "public" | "private";
  readonly sort: RoomOrder;
  readonly direction: "asc" | "desc";
  /** Only rooms that have connections. */
  readonly connected?: boolean;
  readonly userId?: string;
  /** Separated by commas. */
  readonly groupIds?: string;
  readonly organizationId?: string;
}

/** Connections that are counted to find the rooms that have some. */
const connectionsCounted = 10_000;
/** Rooms with connections that are found and sorted for one page: those with the most connections. */
const occupiedAtMost = 1_000;

/** A project's rooms as its dashboard sees them. */
export interface ProjectRooms {
  /**
   * A page of rooms. By activity, newest first, the first page begins with rooms that have connections; a later page may show
   * them again, among the others.
   */
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
  rooms: Pick<Rooms, "browse" | "among" | "find" | "scopesOf">,
  activity: Pick<Activity, "sizesOf">,
  live: ConnectedRooms & OccupiedRooms,
): ProjectRooms {
  /** Ids of rooms that have connections, those with the most first. */
  async function occupied(project: ProjectId): Promise<readonly string[]> {
    const { rooms: found } = await live.occupied(project, connectionsCounted);
    const busiest = found.toSorted((one, other) => other.connections - one.connections);
    return busiest.slice(0, occupiedAtMost).map(({ room }) => room);
  }

  /** The first of the rooms with these ids that a search finds. */
  async function firstOf(
    project: ProjectId,
    search: ReturnType<typeof conditionsIn>,
    ids: readonly string[],
    most: number,
  ): Promise<readonly RoomRecord[]> {
    const found: RoomRecord[] = [];
    for (let from = 0; from < ids.length && found.length < most; from += limits.pageSizeMax) {
      const some = ids.slice(from, from + limits.pageSizeMax);
      const records = new Map<string, RoomRecord>();
      for (const room of await rooms.among(project, search, some)) records.set(room.id, room);
      found.push(...some.flatMap((id) => records.get(id) ?? []));
    }
    return found.slice(0, most);
  }

  async function pageOf(project: ProjectId, search: ProjectRoomsSearch): Promise<RoomPage> {
    const { limit, cursor: startingAfter, sort: by, direction, connected } = search;
    const conditions = conditionsIn(search);
    const order = { by, descending: direction === "desc" };
    const listed = { ...conditions, ...order, limit, startingAfter };
    if (connected === true) return rooms.browse(project, { ...listed, names: await occupied(project) });
    const isTop = by === "activity" && order.descending && startingAfter === undefined && limit > 1;
    // One room at least is from the list, so that the cursor is its.
    const first = isTop ? await firstOf(project, conditions, await occupied(project), limit - 1) : [];
    const except = first.map(({ id }) => id);
    const page = await rooms.browse(project, { ...listed, limit: limit - first.length, except });
    return { rooms: [...first, ...page.rooms], nextCursor: page.nextCursor };
  }

  return {
    async list(project, search) {
      const page = await pageOf(project, search);
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

function conditionsIn({ query, prefix, search, access, userId, groupIds, organizationId }: ProjectRoomsSearch) {
  const conditions = [query, prefix ? `roomId^${JSON.stringify(prefix)}` : undefined];
  return {
    query: conditions.filter((condition) => condition !== undefined).join(" "),
    part: search,
    isPublic: access && access === "public",
    userId,
    groupIds: groupIds?.split(",").filter((id) => id !== ""),
    organizationId,
  };
}

function accessText(accesses: readonly Permission[]): string {
  return accesses.length === 0 ? "has no access" : `has ${accesses.join(", ")}`;
}
