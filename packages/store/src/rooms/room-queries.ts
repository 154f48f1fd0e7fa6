import type { Dialect } from "../database/dialect.ts";
import { deleteNotificationsOfRoom, moveNotificationsOfRoom } from "../notifications/inbox-statements.ts";
import { leaveUploads } from "../uploads/upload-records.ts";
import { prepare, prepareAll } from "../database/query.ts";
import { deleteContentsNaming } from "../activity/request-contents-of-room.ts";
import type { NamesOfRoom } from "../activity/request-contents-of-room.ts";
import { keyOfRoom } from "../tables/room-key.ts";
import { roomColumns } from "./room-row.ts";
import type { RoomColumns, RoomRow } from "./room-row.ts";

export const firstRevision = 1;

type RoomName = { project: string; id: string };

/**
 * The tables whose rows are deleted with a room, in an order that violates no foreign key. The state is first: a commit
 * locks it before anything else of the room, and two transactions that lock in different orders would deadlock.
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

export function prepareQueries(dialect: Dialect) {
  const statements = roomStatements(dialect);

  return {
    ...prepareRoomRow(statements),
    ...prepareRoomIds(statements),
    ...prepareIndex(statements),
    ...prepareAttached(dialect, statements),
  };
}

/** What statements of rooms are made of. */
function roomStatements(dialect: Dialect) {
  const { sql: db } = dialect;
  const keyOf = (project: string, id: string) => keyOfRoom(db, project, id);
  const deleteFrom = (table: (typeof attached)[number]) =>
    prepare<RoomName>((slot) =>
      db
        .deleteFrom(table)
        .where("project_id", "=", slot("project"))
        .where("room_key", "=", keyOf(slot("project"), slot("id"))),
    );

  return { db, keyOf, deleteFrom };
}

type RoomStatements = ReturnType<typeof roomStatements>;

/** The room's own rows. */
function prepareRoomRow({ db, keyOf }: RoomStatements) {
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

    /** The room engine writes the time of the last connection, so an update does not carry it. */
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
    delete: prepare<RoomName>((slot) =>
      db.deleteFrom("rooms").where("project_id", "=", slot("project")).where("id", "=", slot("id")),
    ),
  };
}

/** Ids of rooms that change, and ids that are retired. */
function prepareRoomIds({ db, keyOf }: RoomStatements) {
  return {
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

    rename: prepare<RoomName & { newId: string }>((slot) =>
      db
        .updateTable("rooms")
        .set((eb) => ({ id: slot("newId"), revision: eb("revision", "+", 1) }))
        .where("project_id", "=", slot("project"))
        .where("id", "=", slot("id")),
    ),
    /**
     * Under its new id the room must not issue actors that another room of that id has issued. The owner of the room
     * counts in memory, so it loses its claim as well.
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
  };
}

/** The rows by which rooms are found. */
function prepareIndex({ db, keyOf, deleteFrom }: RoomStatements) {
  const renameIn = (table: "room_metadata" | "room_accesses") =>
    prepare<RoomName & { newId: string }>((slot) =>
      db
        .updateTable(table)
        .set({ room_id: slot("newId") })
        .where("project_id", "=", slot("project"))
        .where("room_key", "=", keyOf(slot("project"), slot("newId"))),
    );

  return {
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
    renameMetadata: renameIn("room_metadata"),
    renameAccesses: renameIn("room_accesses"),
  };
}

/** The rows of others that hang on a room. */
function prepareAttached(dialect: Dialect, { db, deleteFrom }: RoomStatements) {
  return {
    leaveUploads: prepareAll<RoomName>((slot) => leaveUploads(db, slot("project"), slot("id"))),
    deleteAttached: attached.map(deleteFrom),
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
  };
}
