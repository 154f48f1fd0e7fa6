import type { Effects, NewRoomRecord, RoomRecord, RoomRecords } from "@weft/collab";
import type { Dialect } from "./dialect.ts";
import type { Engine, Statement } from "./engine.ts";
import { deleteNotificationsOfRoom, moveNotificationsOfRoom } from "./inbox-statements.ts";
import { leaveUploads } from "./upload-records.ts";
import { prepare, prepareAll } from "./query.ts";
import type { Prepared } from "./query.ts";
import { deleteContentsNaming, namesOfRoom } from "./request-contents-of-room.ts";
import type { NamesOfRoom } from "./request-contents-of-room.ts";
import type { RememberedRooms } from "./remembered-rooms.ts";
import { createRoomList } from "./room-list.ts";
import { keyOfRoom, roomColumns, textLength, toColumns, toRoomRecord } from "./room-row.ts";
import type { RoomColumns, RoomRow } from "./room-row.ts";
import type { Transactions } from "./transactions.ts";

/** Records with more text than this are read anew each time, so that what is remembered has a bound in bytes. */
const rememberedLength = 4_096;
const firstRevision = 1;

export function createRoomRecords(
  engine: Engine,
  transactions: Transactions,
  dialect: Dialect,
  remembered: RememberedRooms,
): RoomRecords {
  const queries = prepareQueries(dialect);
  const list = createRoomList(engine, dialect);

  return {
    async find(project, id) {
      const known = remembered.get(project, id);
      if (known !== undefined) return known;
      const asOf = remembered.forgotten;
      const [row] = await engine.read<RoomRow & { key: number }>(queries.find.sql, queries.find.bind({ project, id }));
      if (row === undefined) return undefined;
      const record = toRoomRecord(row);
      if (textLength(row) <= rememberedLength) remembered.remember(project, row.key, record, asOf);
      return record;
    },

    async insert(project, room, effects) {
      const outcome = await transactions.write(
        [
          once(queries.insert, { project, id: room.id, created_at: room.createdAt, ...toColumns(room) }, 1),
          once(queries.insertState, { project, id: room.id }, 1),
          ...index(project, room),
        ],
        effects,
      );
      return outcome.kind === "done" ? { ...room, revision: firstRevision } : undefined;
    },

    async update(project, room) {
      const outcome = await write(project, [room.id], updates(project, room));
      return outcome.kind === "done";
    },

    async moveOrganization(project, room, now) {
      const name = { project, id: room.id };
      const move = { ...name, organization: room.organizationId, now };
      const outcome = await write(
        project,
        [room.id],
        [
          once(queries.lock, name),
          ...updates(project, room),
          ...queries.moveNotifications.map((query) => once(query, move)),
        ],
      );
      return outcome.kind === "done";
    },

    async delete(project, id, now, effects) {
      const room = { project, id };
      const outcome = await write(
        project,
        [id],
        [
          once(queries.retire, room),
          ...queries.deleteAttached.map((query) => once(query, room)),
          ...queries.deleteNotifications.map((query) => once(query, { ...room, now })),
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

    list,
  };

  function updates(project: string, room: RoomRecord): Statement[] {
    const name = { project, id: room.id };
    return [
      once(queries.update, { ...name, ...toColumns(room), revision: room.revision }, 1),
      once(queries.unindexMetadata, name),
      once(queries.unindexAccesses, name),
      ...index(project, room),
    ];
  }

  /** Writes what concerns these rooms. Also a write whose outcome is unknown may have changed them. */
  async function write(project: string, ids: readonly string[], statements: readonly Statement[], effects?: Effects) {
    try {
      return await transactions.write(statements, effects);
    } finally {
      for (const id of ids) remembered.forget(project, id);
    }
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
}

function once<Args>(query: Prepared<Args, unknown>, args: Args, expect?: number): Statement {
  return { sql: query.sql, values: [query.bind(args)], expect };
}

type RoomName = { project: string; id: string };

/**
 * What hangs on a room and goes with it, in an order that no foreign key minds. The state is first: a commit locks it
 * before anything else of the room, and two that lock in different orders would wait for each other.
 */
const attached = [
  "room_state",
  "storage_nodes",
  "document_rows",
  "version_contents",
  "room_versions",
  "room_authors",
  "room_actors",
  "feed_messages",
  "feeds",
  "room_metadata",
  "room_accesses",
  "thread_metadata",
  "comment_reactions",
  "comment_attachments",
  "comments",
  "thread_subscriptions",
  "threads",
  "room_subscription_settings",
] as const;

function prepareQueries(dialect: Dialect) {
  const { sql: db } = dialect;
  const keyOf = (project: string, id: string) => keyOfRoom(db, project, id);
  const deleteFrom = (table: (typeof attached)[number]) =>
    prepare<RoomName>((slot) =>
      db
        .deleteFrom(table)
        .where("project_id", "=", slot("project"))
        .where("room_key", "=", keyOf(slot("project"), slot("id"))),
    );
  const renameIn = (table: "room_metadata" | "room_accesses") =>
    prepare<RoomName & { newId: string }>((slot) =>
      db
        .updateTable(table)
        .set({ room_id: slot("newId") })
        .where("project_id", "=", slot("project"))
        .where("room_key", "=", keyOf(slot("project"), slot("newId"))),
    );

  return {
    find: prepare<RoomName, RoomRow & { key: number }>((slot) =>
      db
        .selectFrom("rooms")
        .select(["key", ...roomColumns])
        .where("project_id", "=", slot("project"))
        .where("id", "=", slot("id")),
    ),

    /** As a commit does, before anything else of the room is changed: see `attached`. */
    lock: prepare<RoomName>((slot) =>
      db
        .updateTable("room_state")
        .set((eb) => ({ epoch: eb.ref("epoch") }))
        .where("project_id", "=", slot("project"))
        .where("room_key", "=", keyOf(slot("project"), slot("id"))),
    ),

    exists: prepare<RoomName, { key: number }>((slot) => keyOf(slot("project"), slot("id"))),

    insert: prepare<RoomName & RoomColumns & { created_at: number }>((slot) =>
      db
        .insertInto("rooms")
        .values({
          project_id: slot("project"),
          id: slot("id"),
          created_at: slot("created_at"),
          organization_id: slot("organization_id"),
          metadata: slot("metadata"),
          default_accesses: slot("default_accesses"),
          users_accesses: slot("users_accesses"),
          groups_accesses: slot("groups_accesses"),
          text_editor: slot("text_editor"),
          revision: firstRevision,
        })
        .onConflict((conflict) => conflict.columns(["project_id", "id"]).doNothing()),
    ),

    /** Continues counting actors where a room of the same id stopped. */
    insertState: prepare<RoomName>((slot) =>
      db
        .insertInto("room_state")
        .columns(["project_id", "room_key", "epoch", "seq", "next_actor"])
        .expression(
          db
            .selectFrom("rooms")
            .leftJoin("retired_rooms", (join) =>
              join
                .onRef("retired_rooms.project_id", "=", "rooms.project_id")
                .onRef("retired_rooms.id", "=", "rooms.id"),
            )
            .select((eb) => [
              "rooms.project_id",
              "rooms.key",
              eb.val(0).as("epoch"),
              eb.val(0).as("seq"),
              eb.fn.coalesce("retired_rooms.next_actor", eb.val(0)).as("next_actor"),
            ])
            .where("rooms.project_id", "=", slot("project"))
            .where("rooms.id", "=", slot("id")),
        ),
    ),

    /** When it was last entered is the room engine's to say, so an update does not carry it. */
    update: prepare<RoomName & RoomColumns & { revision: number }>((slot) =>
      db
        .updateTable("rooms")
        .set((eb) => ({
          organization_id: slot("organization_id"),
          metadata: slot("metadata"),
          default_accesses: slot("default_accesses"),
          users_accesses: slot("users_accesses"),
          groups_accesses: slot("groups_accesses"),
          text_editor: slot("text_editor"),
          revision: eb("revision", "+", 1),
        }))
        .where("project_id", "=", slot("project"))
        .where("id", "=", slot("id"))
        .where("revision", "=", slot("revision")),
    ),

    indexMetadata: prepare<RoomName & { key: string; value: string }>((slot) =>
      db
        .insertInto("room_metadata")
        .columns(["project_id", "key", "value", "created_at", "room_id", "room_key"])
        .expression(
          db
            .selectFrom("rooms")
            .select((eb) => [
              "project_id",
              eb.val(slot("key")).as("k"),
              eb.val(slot("value")).as("v"),
              "created_at",
              "id",
              "key",
            ])
            .where("project_id", "=", slot("project"))
            .where("id", "=", slot("id")),
        ),
    ),
    indexAccess: prepare<RoomName & { kind: string; subject: string }>((slot) =>
      db
        .insertInto("room_accesses")
        .columns(["project_id", "kind", "subject", "created_at", "room_id", "room_key"])
        .expression(
          db
            .selectFrom("rooms")
            .select((eb) => [
              "project_id",
              eb.val(slot("kind")).as("k"),
              eb.val(slot("subject")).as("s"),
              "created_at",
              "id",
              "key",
            ])
            .where("project_id", "=", slot("project"))
            .where("id", "=", slot("id")),
        ),
    ),
    unindexMetadata: deleteFrom("room_metadata"),
    unindexAccesses: deleteFrom("room_accesses"),

    /** Remembers where a room that was ever entered stopped counting actors. */
    retire: prepare<RoomName>((slot) =>
      db
        .insertInto("retired_rooms")
        .columns(["project_id", "id", "next_actor"])
        .expression(
          db
            .selectFrom("rooms")
            .innerJoin("room_state", (join) =>
              join
                .onRef("room_state.project_id", "=", "rooms.project_id")
                .onRef("room_state.room_key", "=", "rooms.key"),
            )
            .select(["rooms.project_id", "rooms.id", "room_state.next_actor"])
            .where("rooms.project_id", "=", slot("project"))
            .where("rooms.id", "=", slot("id"))
            .where("room_state.next_actor", ">", 0),
        )
        // A room counts on from what was retired under its id, so the newer number is never the smaller one.
        .onConflict((conflict) =>
          conflict.columns(["project_id", "id"]).doUpdateSet((eb) => ({ next_actor: eb.ref("excluded.next_actor") })),
        ),
    ),
    deleteAttached: [
      ...prepareAll<RoomName>((slot) => leaveUploads(db, slot("project"), slot("id"))),
      ...attached.map(deleteFrom),
    ],
    deleteNotifications: prepareAll<RoomName & { now: number }>((slot) =>
      deleteNotificationsOfRoom(db, slot("project"), slot("id"), slot("now")),
    ),
    moveNotifications: prepareAll<RoomName & { organization: string; now: number }>((slot) =>
      moveNotificationsOfRoom(db, dialect, slot("project"), slot("id"), slot("organization"), slot("now")),
    ),
    deleteContents: prepare<{ project: string } & NamesOfRoom>((slot) =>
      deleteContentsNaming(db, dialect, slot("project"), {
        plain: slot("plain"),
        encoded: slot("encoded"),
        halfEncoded: slot("halfEncoded"),
        quoted: slot("quoted"),
      }),
    ),
    delete: prepare<RoomName>((slot) =>
      db.deleteFrom("rooms").where("project_id", "=", slot("project")).where("id", "=", slot("id")),
    ),

    rename: prepare<RoomName & { newId: string }>((slot) =>
      db
        .updateTable("rooms")
        .set((eb) => ({ id: slot("newId"), revision: eb("revision", "+", 1) }))
        .where("project_id", "=", slot("project"))
        .where("id", "=", slot("id")),
    ),
    /**
     * Under its new id the room must not give out actors that another room of that id gave out before. Whoever owns the
     * room counts in memory, so the claim is taken from it as well.
     */
    passRetired: prepare<RoomName>((slot) => {
      const retired = db
        .selectFrom("retired_rooms")
        .select("retired_rooms.next_actor")
        .where("retired_rooms.project_id", "=", slot("project"))
        .where("retired_rooms.id", "=", slot("id"));
      return db
        .updateTable("room_state")
        .set((eb) => ({ epoch: eb("epoch", "+", 1), next_actor: retired }))
        .where("project_id", "=", slot("project"))
        .where("room_key", "=", keyOf(slot("project"), slot("id")))
        .where("next_actor", "<", retired);
    }),
    renameMetadata: renameIn("room_metadata"),
    renameAccesses: renameIn("room_accesses"),
  };
}
