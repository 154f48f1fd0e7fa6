import type { VersionRecord, VersionRecords } from "@weft/collab";
import type { VersionId } from "@weft/protocol";
import type { Kysely, Selectable } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import { pageOf } from "../lists/keyset.ts";
import { keyOfRoom } from "../tables/room-key.ts";
import type { RoomName } from "../tables/room-key.ts";
import { lockRoom } from "../database/locks.ts";
import type { Tables } from "../tables/tables.ts";
import type { Transactions } from "../transactions/transactions.ts";

type VersionRow = Pick<Selectable<Tables["room_versions"]>, "id" | "created_at" | "authors">;

export function createVersionRecords(transactions: Transactions, db: Kysely<Tables>, dialect: Dialect): VersionRecords {
  const queries = versionQueries(db);

  return {
    ...createVersionReads(db, queries),
    ...createVersionWrites(transactions, db, dialect, queries),
  };
}

function versionQueries(db: Kysely<Tables>) {
  const versionsOf = ({ project, room }: RoomName) =>
    db
      .selectFrom("room_versions")
      .select(["id", "created_at", "authors"])
      .where("project_id", "=", project)
      .where("room_key", "=", keyOfRoom(db, project, room));

  return { versionsOf };
}

type VersionQueries = ReturnType<typeof versionQueries>;

/** Reads the versions of a room. */
function createVersionReads(
  db: Kysely<Tables>,
  { versionsOf }: VersionQueries,
): Pick<VersionRecords, "list" | "since" | "contents"> {
  return {
    async list(of, { limit, after }) {
      const page = { limit, after: after && ([after.createdAt, after.id] as const) };
      return (await pageOf(versionsOf(of), ["created_at", "id"], page).execute()).map(toVersion);
    },

    async since(of, createdAt) {
      const newer = versionsOf(of)
        .where("created_at", ">=", createdAt)
        .orderBy("created_at", "desc")
        .orderBy("id", "desc");
      return (await newer.execute()).map(toVersion);
    },

    async contents({ project, room }, id, part) {
      const row = await db
        .selectFrom("version_contents")
        .select(`${part} as bytes`)
        .where("project_id", "=", project)
        .where("room_key", "=", keyOfRoom(db, project, room))
        .where("version_id", "=", id)
        .executeTakeFirst();
      return row?.bytes;
    },
  };
}

/** Adds versions of a room, and deletes them. */
function createVersionWrites(
  { done, write }: Transactions,
  db: Kysely<Tables>,
  { jsonList }: Dialect,
  { versionsOf }: VersionQueries,
): Pick<VersionRecords, "insert" | "delete"> {
  const deleteFrom = (table: "room_versions" | "version_contents" | "room_authors", { project, room }: RoomName) =>
    db
      .deleteFrom(table)
      .where("project_id", "=", project)
      .where("room_key", "=", keyOfRoom(db, project, room));

  /** Who has changed the room before it had come to `seq`, as a list in JSON. */
  const authorsOf = ({ project, room }: RoomName, seq: number) =>
    db
      .selectFrom(
        db
          .selectFrom("room_authors")
          .select("user_id")
          .distinct()
          .where("project_id", "=", project)
          .where("room_key", "=", keyOfRoom(db, project, room))
          .where("since", "<", seq)
          .as("named"),
      )
      .select(jsonList("user_id").as("authors"));

  /** Versions beside `id` that are too many: by their number, or by their bytes together with those of newer ones. */
  const beyond = ({ project, room }: RoomName, id: string, count: number, bytes: number) =>
    db
      .selectFrom(
        db
          .selectFrom("room_versions")
          .select((eb) => [
            "id as version",
            eb.fn
              .agg<number>("row_number")
              .over((over) => over.orderBy("created_at", "desc").orderBy("id", "desc"))
              .as("place"),
            eb.fn
              .sum<number>("size")
              .over((over) => over.orderBy("created_at", "desc").orderBy("id", "desc"))
              .as("total"),
          ])
          .where("project_id", "=", project)
          .where("room_key", "=", keyOfRoom(db, project, room))
          .where("id", "!=", id)
          .as("others"),
      )
      .select("version")
      .where((eb) => eb.or([eb("place", ">", count), eb("total", ">", bytes)]));

  return {
    async insert(of, { id, createdAt, key, seq, storage, document }, { count, bytes }) {
      const size = storage.length + document.length;
      const room = db.selectFrom("rooms").where("project_id", "=", of.project).where("rooms.id", "=", of.room);
      // The new version is kept whatever its instant, since clocks go back: the bounds are those of the others.
      const tooMany = beyond(of, id, count - 1, bytes - size);
      const outcome = await write([
        lockRoom(of),
        [keyOfRoom(db, of.project, of.room).where("rooms.key", "=", key), 1],
        [
          db
            .insertInto("room_versions")
            .columns(["project_id", "room_key", "id", "created_at", "authors", "size"])
            .expression(
              room.select((eb) => [
                "rooms.project_id",
                "rooms.key",
                eb.val(id as string).as("id"),
                eb.val(createdAt).as("created_at"),
                authorsOf(of, seq).as("authors"),
                eb.val(size).as("size"),
              ]),
            ),
          1,
        ],
        [
          db
            .insertInto("version_contents")
            .columns(["project_id", "room_key", "version_id", "storage", "document"])
            .expression(
              room.select((eb) => [
                "rooms.project_id",
                "rooms.key",
                eb.val(id as string).as("version_id"),
                eb.val(storage).as("storage"),
                eb.val(document).as("document"),
              ]),
            ),
          1,
        ],
        deleteFrom("room_authors", of).where("since", "<", seq),
        deleteFrom("version_contents", of).where("version_id", "in", tooMany),
        deleteFrom("room_versions", of).where("id", "in", tooMany),
        [versionsOf(of).where("id", "=", id), 1],
      ]);
      const row = outcome.kind === "done" ? outcome.rows.at(-1)?.[0] : undefined;
      return row && toVersion(row as unknown as VersionRow);
    },

    delete: (of, id) =>
      done([
        lockRoom(of),
        deleteFrom("version_contents", of).where("version_id", "=", id),
        [deleteFrom("room_versions", of).where("id", "=", id), 1],
      ]),
  };
}

function toVersion({ id, created_at, authors }: VersionRow): VersionRecord {
  return { id: id as VersionId, createdAt: created_at, authors: (JSON.parse(authors) as string[]).toSorted() };
}
