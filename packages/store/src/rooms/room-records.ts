import type { Effects, NewRoomRecord, RoomRecord, RoomRecords } from "@weft/collab";
import type { Dialect } from "../database/dialect.ts";
import type { Engine, Statement } from "../database/engine.ts";
import { lockRoom, shareRoom } from "../database/locks.ts";
import type { Prepared } from "../database/query.ts";
import { namesOfRoom } from "../activity/request-contents-of-room.ts";
import type { RememberedRooms } from "./remembered-rooms.ts";
import { createRoomBrowser } from "./room-browser.ts";
import { createRoomList } from "./room-list.ts";
import { textLength, toColumns, toRoomRecord } from "./room-row.ts";
import type { RoomRow } from "./room-row.ts";
import type { Transactions, Write } from "../transactions/transactions.ts";
import { prepareQueries, firstRevision } from "./room-queries.ts";

export function createRoomRecords(
  engine: Engine,
  transactions: Transactions,
  dialect: Dialect,
  remembered: RememberedRooms,
): RoomRecords {
  const writing = roomWriting(transactions, dialect, remembered);

  return {
    ...createRoomReads(engine, dialect, remembered, writing),
    ...createRoomChanges(transactions, writing),
    ...createRoomRemovals(writing),
  };
}

/** What all writes of rooms use. */
function roomWriting(transactions: Transactions, dialect: Dialect, remembered: RememberedRooms) {
  const queries = prepareQueries(dialect);

  /** Writes what concerns these rooms. Also a write whose outcome is unknown may have changed them. */
  async function write(project: string, ids: readonly string[], writes: readonly Write[], effects?: Effects) {
    try {
      return await transactions.write(writes, effects);
    } finally {
      for (const id of ids) remembered.changed(project, id);
    }
  }

  return { queries, write };
}

type RoomWriting = ReturnType<typeof roomWriting>;

/** Reads rooms. */
function createRoomReads(
  engine: Engine,
  dialect: Dialect,
  remembered: RememberedRooms,
  { queries }: RoomWriting,
): Pick<RoomRecords, "find" | "list" | "browse" | "among"> {
  const list = createRoomList(engine, dialect);

  return {
    find: (project, id) =>
      remembered.find(project, id, async () => {
        const values = queries.find.bind({ project, id });
        const [row] = await engine.read<RoomRow & { key: number }>(queries.find.sql, values);
        return row && { key: row.key, record: toRoomRecord(row), length: textLength(row) };
      }),

    list,
    ...createRoomBrowser(engine, dialect),
  };
}

/** Adds rooms and changes them. */
function createRoomChanges(
  transactions: Transactions,
  { queries, write }: RoomWriting,
): Pick<RoomRecords, "insert" | "update" | "moveOrganization"> {
  function updates(project: string, room: RoomRecord): Statement[] {
    const name = { project, id: room.id };
    return [
      once(queries.update, { ...name, ...toColumns(room), revision: room.revision }, 1),
      once(queries.unindexMetadata, name),
      once(queries.unindexAccesses, name),
      ...index(project, room),
    ];
  }

  /** The rows by which lists find the room. Members of a metadata list are not among them. */
  function index(project: string, { id, metadata, usersAccesses, groupsAccesses }: NewRoomRecord): Statement[] {
    const { indexMetadata, indexAccess } = queries;
    const statements: Statement[] = [];
    const pairs = [...metadata].filter((pair): pair is [string, string] => typeof pair[1] === "string");
    if (pairs.length > 0) {
      statements.push({
        sql: indexMetadata.sql,
        values: pairs.map(([key, value]) => indexMetadata.bind({ project, id, key, value })),
      });
    }
    const subjects = [
      ...Array.from(usersAccesses.keys(), (subject) => ({ kind: "user", subject })),
      ...Array.from(groupsAccesses.keys(), (subject) => ({ kind: "group", subject })),
    ];
    if (subjects.length > 0) {
      statements.push({
        sql: indexAccess.sql,
        values: subjects.map(({ kind, subject }) => indexAccess.bind({ project, id, kind, subject })),
      });
    }
    return statements;
  }

  return {
    async insert(project, room, effects) {
      const outcome = await transactions.write(
        [
          lockRoom({ project, room: room.id }),
          once(queries.insert, { project, id: room.id, created_at: room.createdAt, ...toColumns(room) }, 1),
          once(queries.insertState, { project, id: room.id }, 1),
          ...index(project, room),
        ],
        effects,
      );
      return outcome.kind === "done" ? { ...room, revision: firstRevision } : undefined;
    },

    async update(project, room) {
      const outcome = await write(
        project,
        [room.id],
        [shareRoom({ project, room: room.id }), ...updates(project, room)],
      );
      return outcome.kind === "done";
    },

    async moveOrganization(project, room, now) {
      const name = { project, id: room.id };
      const move = { ...name, organization: room.organizationId, now };
      const outcome = await write(
        project,
        [room.id],
        [
          lockRoom({ project, room: room.id }),
          once(queries.lock, name),
          ...updates(project, room),
          ...queries.moveNotifications().map((query) => once(query, move)),
        ],
      );
      return outcome.kind === "done";
    },
  };
}

/** Deletes rooms, and gives them other ids. */
function createRoomRemovals({ queries, write }: RoomWriting): Pick<RoomRecords, "delete" | "rename"> {
  return {
    async delete(project, id, now, effects) {
      const room = { project, id };
      const outcome = await write(
        project,
        [id],
        [
          lockRoom({ project, room: id }),
          once(queries.retire, room),
          ...[...queries.leaveUploads(), ...queries.deleteAttached].map((query) => once(query, room)),
          ...queries.deleteNotifications().map((query) => once(query, { ...room, now })),
          once(queries.delete, room, 1),
          once(queries.deleteContents, { project, ...namesOfRoom(id) }),
        ],
        effects,
      );
      return outcome.kind === "done";
    },

    async rename(project, id, newId) {
      const outcome = await write(
        project,
        [id, newId],
        [
          lockRoom({ project, room: id }),
          lockRoom({ project, room: newId }),
          once(queries.exists, { project, id }, 1),
          once(queries.exists, { project, id: newId }, 0),
          once(queries.lock, { project, id }),
          // A client that last saw the old id may still replay ops of its actor there.
          once(queries.retire, { project, id }),
          once(queries.rename, { project, id, newId }, 1),
          once(queries.passRetired, { project, id: newId }),
          once(queries.renameMetadata, { project, id, newId }),
          once(queries.renameAccesses, { project, id, newId }),
          // Under its new id, a deletion would not find them.
          once(queries.deleteContents, { project, ...namesOfRoom(id) }),
        ],
      );
      if (outcome.kind === "done") return "renamed";
      return outcome.statement === 0 ? "missing" : "taken";
    },
  };
}

function once<Args>(query: Prepared<Args, unknown>, args: Args, expect?: number): Statement {
  return { sql: query.sql, values: [query.bind(args)], expect };
}
