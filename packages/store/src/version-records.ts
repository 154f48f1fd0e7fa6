import type { VersionRecord, VersionRecords } from "@weft/collab";
import type { VersionId } from "@weft/protocol";
import type { Selectable } from "kysely";
import type { Dialect } from "./dialect.ts";
import type { Engine, Statement } from "./engine.ts";
import { prepare } from "./query.ts";
import type { Prepared } from "./query.ts";
import type { Tables } from "./tables.ts";

type VersionRow = Pick<Selectable<Tables["room_versions"]>, "id" | "created_at" | "authors">;

export function createVersionRecords(engine: Engine, dialect: Dialect): VersionRecords {
  const queries = prepareQueries(dialect);
  const read = async <Args, Row extends object>(query: Prepared<Args, Row>, args: Args) =>
    engine.read<Row>(query.sql, query.bind(args));

  return {
    async list({ project, room }, { limit, after }) {
      const rows = await (after === undefined
        ? read(queries.first, { project, room, limit })
        : read(queries.next, { project, room, limit, createdAt: after.createdAt, id: after.id }));
      return rows.map(toVersion);
    },

    async since({ project, room }, createdAt) {
      return (await read(queries.since, { project, room, createdAt })).map(toVersion);
    },

    async contents({ project, room }, id, part) {
      const [row] = await read(queries[part], { project, room, id });
      return row?.bytes;
    },

    async insert({ project, room }, { id, createdAt, key, seq, storage, document }, { count, bytes }) {
      const here = { project, room };
      const size = storage.length + document.length;
      // The new version is kept whatever its instant, since clocks go back: the bounds are those of the others.
      const bounds = { ...here, id, count: count - 1, bytes: bytes - size };
      const outcome = await engine.write([
        once(queries.exists, { ...here, key }, 1),
        once(queries.insert, { ...here, id, createdAt, seq, size }, 1),
        once(queries.insertContents, { ...here, id, storage, document }, 1),
        once(queries.deleteAuthors, { ...here, seq }),
        once(queries.deleteOldContents, bounds),
        once(queries.deleteOld, bounds),
        once(queries.find, { ...here, id }, 1),
      ]);
      const row = outcome.kind === "done" ? outcome.rows.at(-1)?.[0] : undefined;
      return row && toVersion(row as unknown as VersionRow);
    },

    async delete({ project, room }, id) {
      const version = { project, room, id };
      const outcome = await engine.write([once(queries.deleteContents, version), once(queries.delete, version, 1)]);
      return outcome.kind === "done";
    },
  };
}

function once<Args>(query: Prepared<Args, unknown>, args: Args, expect?: number): Statement {
  return { sql: query.sql, values: [query.bind(args)], expect };
}

type InRoom = { project: string; room: string };
type OfVersion = InRoom & { id: string };

function prepareQueries({ sql: db, jsonList }: Dialect) {
  const keyOf = (project: string, room: string) =>
    db.selectFrom("rooms").select("rooms.key").where("rooms.project_id", "=", project).where("rooms.id", "=", room);
  const versionsOf = (project: string, room: string) =>
    db
      .selectFrom("room_versions")
      .select(["id", "created_at", "authors"])
      .where("project_id", "=", project)
      .where("room_key", "=", keyOf(project, room))
      .orderBy("created_at", "desc")
      .orderBy("id", "desc");
  const contentsOf = (part: "storage" | "document") =>
    prepare<OfVersion, { bytes: Uint8Array }>((slot) =>
      db
        .selectFrom("version_contents")
        .select(`${part} as bytes`)
        .where("project_id", "=", slot("project"))
        .where("room_key", "=", keyOf(slot("project"), slot("room")))
        .where("version_id", "=", slot("id")),
    );

  type Bounds = OfVersion & { count: number; bytes: number };
  /** Versions beside `id` that are too many: by their number, or by their bytes together with those of newer ones. */
  const beyond = (slot: <K extends keyof Bounds>(name: K) => Bounds[K]) =>
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
          .where("project_id", "=", slot("project"))
          .where("room_key", "=", keyOf(slot("project"), slot("room")))
          .where("id", "!=", slot("id"))
          .as("others"),
      )
      .select("version")
      .where((eb) => eb.or([eb("place", ">", slot("count")), eb("total", ">", slot("bytes"))]));

  return {
    first: prepare<InRoom & { limit: number }, VersionRow>((slot) =>
      versionsOf(slot("project"), slot("room")).limit(slot("limit")),
    ),
    next: prepare<OfVersion & { limit: number; createdAt: number }, VersionRow>((slot) =>
      versionsOf(slot("project"), slot("room"))
        .where((eb) => eb(eb.refTuple("created_at", "id"), "<", eb.tuple(slot("createdAt"), slot("id"))))
        .limit(slot("limit")),
    ),
    since: prepare<InRoom & { createdAt: number }, VersionRow>((slot) =>
      versionsOf(slot("project"), slot("room")).where("created_at", ">=", slot("createdAt")),
    ),
    find: prepare<OfVersion, VersionRow>((slot) =>
      versionsOf(slot("project"), slot("room")).where("id", "=", slot("id")),
    ),
    storage: contentsOf("storage"),
    document: contentsOf("document"),

    exists: prepare<InRoom & { key: number }, { key: number }>((slot) =>
      keyOf(slot("project"), slot("room")).where("rooms.key", "=", slot("key")),
    ),
    insert: prepare<OfVersion & { createdAt: number; seq: number; size: number }>((slot) =>
      db
        .insertInto("room_versions")
        .columns(["project_id", "room_key", "id", "created_at", "authors", "size"])
        .expression(
          db
            .selectFrom("rooms")
            .select((eb) => [
              "rooms.project_id",
              "rooms.key",
              eb.val(slot("id")).as("id"),
              eb.val(slot("createdAt")).as("created_at"),
              eb
                .selectFrom(
                  eb
                    .selectFrom("room_authors")
                    .select("user_id")
                    .distinct()
                    .whereRef("room_authors.project_id", "=", "rooms.project_id")
                    .whereRef("room_authors.room_key", "=", "rooms.key")
                    .where("since", "<", slot("seq"))
                    .as("named"),
                )
                .select(jsonList("user_id").as("authors"))
                .as("authors"),
              eb.val(slot("size")).as("size"),
            ])
            .where("rooms.project_id", "=", slot("project"))
            .where("rooms.id", "=", slot("room")),
        ),
    ),
    insertContents: prepare<OfVersion & { storage: Uint8Array; document: Uint8Array }>((slot) =>
      db
        .insertInto("version_contents")
        .columns(["project_id", "room_key", "version_id", "storage", "document"])
        .expression(
          db
            .selectFrom("rooms")
            .select((eb) => [
              "rooms.project_id",
              "rooms.key",
              eb.val(slot("id")).as("version_id"),
              eb.val(slot("storage")).as("storage"),
              eb.val(slot("document")).as("document"),
            ])
            .where("rooms.project_id", "=", slot("project"))
            .where("rooms.id", "=", slot("room")),
        ),
    ),
    deleteAuthors: prepare<InRoom & { seq: number }>((slot) =>
      db
        .deleteFrom("room_authors")
        .where("project_id", "=", slot("project"))
        .where("room_key", "=", keyOf(slot("project"), slot("room")))
        .where("since", "<", slot("seq")),
    ),
    deleteOldContents: prepare<Bounds>((slot) =>
      db
        .deleteFrom("version_contents")
        .where("project_id", "=", slot("project"))
        .where("room_key", "=", keyOf(slot("project"), slot("room")))
        .where("version_id", "in", beyond(slot)),
    ),
    deleteOld: prepare<Bounds>((slot) =>
      db
        .deleteFrom("room_versions")
        .where("project_id", "=", slot("project"))
        .where("room_key", "=", keyOf(slot("project"), slot("room")))
        .where("id", "in", beyond(slot)),
    ),
    deleteContents: prepare<OfVersion>((slot) =>
      db
        .deleteFrom("version_contents")
        .where("project_id", "=", slot("project"))
        .where("room_key", "=", keyOf(slot("project"), slot("room")))
        .where("version_id", "=", slot("id")),
    ),
    delete: prepare<OfVersion>((slot) =>
      db
        .deleteFrom("room_versions")
        .where("project_id", "=", slot("project"))
        .where("room_key", "=", keyOf(slot("project"), slot("room")))
        .where("id", "=", slot("id")),
    ),
  };
}

function toVersion({ id, created_at, authors }: VersionRow): VersionRecord {
  return { id: id as VersionId, createdAt: created_at, authors: (JSON.parse(authors) as string[]).toSorted() };
}
