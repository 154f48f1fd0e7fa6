import type { ProjectId, RoomId } from "@weft/protocol";
import { isStorable } from "@weft/protocol";
import type { Cursors, SortKey } from "../cursor.ts";
import { keysetPage } from "../keyset-page.ts";
import type { OccupiedRooms } from "../rooms/connected-rooms.ts";
import type { SeenUser, UserPlace, UserRecords, VisitedRoom } from "./user-records.ts";

export interface SeenUserPage {
  readonly users: readonly SeenUser[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

export interface UserSearch {
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** A part of ids or names. */
  readonly search?: string | undefined;
  /** By the time at which users were last seen. */
  readonly direction?: "asc" | "desc";
  /** Only users who are connected to a room. */
  readonly connected?: boolean;
}

/** The users of projects: everyone who was connected to a room, or has written in one. */
export interface Users {
  find(project: ProjectId, id: string): Promise<SeenUser | undefined>;
  /** Users by the time at which they were last seen. UNPROCESSABLE_ENTITY for a cursor of another list. */
  list(project: ProjectId, search: UserSearch): Promise<SeenUserPage>;
  /** The users of a project who are connected to a room. */
  connected(project: ProjectId): Promise<ConnectedUsers>;
  /** The rooms that a user entered last, as far as the event log tells. */
  visitedRooms(project: ProjectId, id: string): Promise<readonly VisitedRoom[]>;
}

export interface ConnectedUsers {
  /** Undefined where it is not known, because a server did not answer. */
  has(id: string): boolean | undefined;
  /** The rooms that a user is connected to, those with the most connections of theirs first. */
  roomsOf(id: string): readonly RoomOfUser[];
}

interface RoomOfUser {
  readonly room: RoomId;
  readonly connections: number;
}

export interface UsersOptions {
  readonly records: UserRecords;
  readonly cursors: Cursors;
  /** Writes what has just happened, so that it is in the answer. */
  readonly settle: () => Promise<void>;
  /** The users who are connected to a project's rooms. Loads none. */
  readonly connected: (
    project: ProjectId,
  ) => Promise<{ readonly users: readonly string[]; readonly isComplete: boolean }>;
  readonly occupied: OccupiedRooms["occupied"];
  /** Users that one page of a search looks at, about. */
  readonly rowsLookedAt: number;
}

/** Rooms of one answer. */
const visitedAtMost = 50;
/** Connections whose rooms are named. */
const connectionsNamed = 10_000;
/** Users who are connected, of which one page is sorted. */
const connectedAtMost = 2_000;

export function createUsers({ records, cursors, settle, connected, occupied, rowsLookedAt }: UsersOptions): Users {
  const scopeOf = (project: ProjectId, text: string, ascending: boolean) => ({
    project,
    list: JSON.stringify(["users", text, ascending]),
  });

  const listed = (project: ProjectId, { limit, cursor }: UserSearch, text: string, ascending: boolean) =>
    keysetPage<SeenUser>({
      cursors,
      scope: scopeOf(project, text, ascending),
      limit,
      cursor,
      read: (most, key) => records.list(project, { limit: most, after: key && placeFrom(key), ascending }),
      keyOf,
    });

  async function found(project: ProjectId, { limit, cursor }: UserSearch, text: string, ascending: boolean) {
    const scope = scopeOf(project, text, ascending);
    const after = cursor === undefined ? undefined : placeFrom(cursors.decode(scope, cursor));
    const page = { limit, after, ascending, lookAt: rowsLookedAt };
    const { users, next } = await records.search(project, text, page);
    return { items: users, nextCursor: next === undefined ? null : cursors.encode(scope, keyOf(next)) };
  }

  /** Those who are connected are all read for each page. */
  const present = (project: ProjectId, { limit, cursor }: UserSearch, text: string, ascending: boolean) =>
    keysetPage<SeenUser>({
      cursors,
      scope: scopeOf(project, text, ascending),
      limit,
      cursor,
      async read(most, key) {
        const { users: ids } = await connected(project);
        const users = await records.among(project, ids.slice(0, connectedAtMost));
        const place = key && placeFrom(key);
        const sign = ascending ? 1 : -1;
        return users
          .filter(({ id, name = "" }) => holds(id, text) || holds(name, text))
          .filter((user) => place === undefined || sign * compare(user, place) > 0)
          .toSorted((one, other) => sign * compare(one, other))
          .slice(0, most);
      },
      keyOf,
    });

  return {
    async find(project, id) {
      if (!isStorable(id)) return undefined;
      await settle();
      return records.find(project, id);
    },
    async list(project, search) {
      const { search: text = "", direction, connected: isConnected = false } = search;
      if (!isStorable(text)) return { users: [], nextCursor: null };
      await settle();
      const read = isConnected ? present : text === "" ? listed : found;
      const { items, nextCursor } = await read(project, search, text, direction === "asc");
      return { users: items, nextCursor };
    },
    async connected(project) {
      const [{ users, isComplete }, { rooms }] = await Promise.all([
        connected(project),
        occupied(project, connectionsNamed),
      ]);
      const here = new Set(users);
      const roomsOf = new Map<string, RoomOfUser[]>();
      for (const { room, users: inRoom } of rooms)
        for (const [id, connections] of inRoom) {
          const ofUser = roomsOf.get(id);
          if (ofUser === undefined) roomsOf.set(id, [{ room, connections }]);
          else ofUser.push({ room, connections });
        }
      return {
        has: (id) => here.has(id) || (isComplete ? false : undefined),
        roomsOf: (id) => (roomsOf.get(id) ?? []).toSorted((one, other) => other.connections - one.connections),
      };
    },

    async visitedRooms(project, id) {
      return isStorable(id) ? records.visited(project, id, visitedAtMost) : [];
    },
  };
}

const keyOf = ({ lastSeenAt, id }: UserPlace): SortKey => [lastSeenAt, id];
const placeFrom = (key: SortKey): UserPlace => ({ lastSeenAt: Number(key[0]), id: String(key[1]) });
const holds = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());

/** Ids compare by code point, as in the database. */
function compare(one: UserPlace, other: UserPlace): number {
  return one.lastSeenAt - other.lastSeenAt || Buffer.compare(Buffer.from(one.id), Buffer.from(other.id));
}
