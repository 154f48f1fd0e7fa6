import type { ProjectId } from "@weft/protocol";
import { isStorable } from "@weft/protocol";
import type { Cursors } from "../cursor.ts";
import { keysetPage } from "../keyset-page.ts";
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
  /** The users of a project who are connected to a room. */
  connected(project: ProjectId): Promise<ConnectedUsers>;
  /** The rooms that a user entered last, as far as the event log tells. */
  visitedRooms(project: ProjectId, id: string): Promise<readonly VisitedRoom[]>;
}

export interface ConnectedUsers {
  /** Undefined where it is not known, because a server did not answer. */
  has(id: string): boolean | undefined;
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
}

/** Rooms of one answer. */
const visitedAtMost = 50;

export function createUsers({ records, cursors, settle, connected }: UsersOptions): Users {
  const newest = (project: ProjectId, limit: number, cursor: string | undefined) =>
    keysetPage<SeenUser>({
      cursors,
      scope: { project, list: "users" },
      limit,
      cursor,
      read: (most, key) =>
        records.list(project, {
          limit: most,
          ...(key && { after: { lastSeenAt: Number(key[0]), id: String(key[1]) } }),
        }),
      keyOf: ({ lastSeenAt, id }) => [lastSeenAt, id],
    });
  const beginningWith = (project: ProjectId, prefix: string, limit: number, cursor: string | undefined) =>
    keysetPage<SeenUser>({
      cursors,
      scope: { project, list: `users with\n${prefix}` },
      limit,
      cursor,
      read: (most, key) => records.search(project, prefix, { limit: most, ...(key && { after: String(key[0]) }) }),
      keyOf: ({ id }) => [id],
    });

  return {
    async find(project, id) {
      if (!isStorable(id)) return undefined;
      await settle();
      return records.find(project, id);
    },
    async list(project, { limit, cursor, prefix = "" }) {
      if (!isStorable(prefix)) return { users: [], nextCursor: null };
      await settle();
      const { items, nextCursor } = await (prefix === ""
        ? newest(project, limit, cursor)
        : beginningWith(project, prefix, limit, cursor));
      return { users: items, nextCursor };
    },
    async connected(project) {
      const { users, isComplete } = await connected(project);
      const here = new Set(users);
      return { has: (id) => here.has(id) || (isComplete ? false : undefined) };
    },

    async visitedRooms(project, id) {
      return isStorable(id) ? records.visited(project, id, visitedAtMost) : [];
    },
  };
}
