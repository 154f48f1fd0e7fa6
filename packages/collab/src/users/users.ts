import type { ProjectId } from "@weft/protocol";
import { isStorable } from "@weft/protocol";
import type { Cursors } from "../cursor.ts";
import type { SeenUser, UserRecords, VisitedRoom } from "./user-records.ts";

export interface SeenUserPage {
  readonly users: readonly SeenUser[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** The users of projects: everyone who was connected to a room, or has written in one. */
export interface Users {
  find(project: ProjectId, id: string): Promise<SeenUser | undefined>;
  /**
   * Those who were seen last come first; with a prefix, users whose id begins with it, by id. UNPROCESSABLE_ENTITY for a
   * cursor of anything else.
   */
  list(
    project: ProjectId,
    search: { readonly limit: number; readonly cursor?: string | undefined; readonly prefix?: string | undefined },
  ): Promise<SeenUserPage>;
  /** The ids of a project's users who are connected to a room. */
  connected(project: ProjectId): Promise<ReadonlySet<string>>;
  /** The rooms that a user entered last, as far as the event log tells. */
  visitedRooms(project: ProjectId, id: string): Promise<readonly VisitedRoom[]>;
}

export interface UsersOptions {
  readonly records: UserRecords;
  readonly cursors: Cursors;
  /** Writes what has just happened, so that it is in the answer. */
  readonly settle: () => Promise<void>;
  /** The users who are connected to a project's rooms. Loads none. */
  readonly connectedUsers: (project: ProjectId) => Promise<readonly string[]>;
}

/** Rooms of one answer. */
const visitedAtMost = 50;

export function createUsers({ records, cursors, settle, connectedUsers }: UsersOptions): Users {
  const read = async (project: ProjectId, prefix: string, limit: number, cursor: string | undefined) => {
    const scope = { project, list: prefix === "" ? "users" : `users with\n${prefix}` };
    const key = cursor === undefined ? undefined : cursors.decode(scope, cursor);
    if (prefix === "") {
      const after = key && { lastSeenAt: Number(key[0]), id: String(key[1]) };
      const found = await records.list(project, { limit: limit + 1, ...(after && { after }) });
      return { found, encode: ({ lastSeenAt, id }: SeenUser) => cursors.encode(scope, [lastSeenAt, id]) };
    }
    const found = await records.search(project, prefix, { limit: limit + 1, ...(key && { after: String(key[0]) }) });
    return { found, encode: ({ id }: SeenUser) => cursors.encode(scope, [id]) };
  };

  return {
    async find(project, id) {
      if (!isStorable(id)) return undefined;
      await settle();
      return records.find(project, id);
    },
    async list(project, { limit, cursor, prefix = "" }) {
      if (!isStorable(prefix)) return { users: [], nextCursor: null };
      await settle();
      const { found, encode } = await read(project, prefix, limit, cursor);
      const users = found.slice(0, limit);
      const last = users.at(-1);
      // One more tells whether there is a next page.
      return { users, nextCursor: found.length > limit && last !== undefined ? encode(last) : null };
    },
    connected: async (project) => new Set(await connectedUsers(project)),

    async visitedRooms(project, id) {
      return isStorable(id) ? records.visited(project, id, visitedAtMost) : [];
    },
  };
}
