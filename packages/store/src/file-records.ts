import type { FileRecord, FileRecords, UploadRecord } from "@weft/collab";
import type { ProjectId, StorageFileId } from "@weft/protocol";
import type { Selectable } from "kysely";
import type { Dialect } from "./dialect.ts";
import type { Engine, Statement } from "./engine.ts";
import { prepare } from "./query.ts";
import type { Prepared, SqlValue } from "./query.ts";
import type { Tables } from "./tables.ts";

type FileRow = Pick<Selectable<Tables["storage_files"]>, (typeof fileColumns)[number]>;
type UploadRow = Pick<Selectable<Tables["storage_uploads"]>, (typeof uploadColumns)[number]>;
type DoomedRow = Selectable<Tables["doomed_blobs"]>;

const fileColumns = ["id", "name", "size", "mime_type", "image", "blob", "upload_id", "created_at"] as const;
const uploadColumns = ["id", "file_id", "name", "reserved", "sized", "blob", "session", "expires_at"] as const;
const partColumns = ["number", "etag", "tag", "size"] as const;
/** Ids that one query names. */
const idsPerQuery = 100;

export function createFileRecords(engine: Engine, dialect: Dialect): FileRecords {
  const queries = prepareQueries(dialect);
  const read = async <Args, Row extends object>(query: Prepared<Args, Row>, args: Args) =>
    engine.read<Row>(query.sql, query.bind(args));
  const write = async (...statements: readonly Statement[]) => (await engine.write(statements)).kind === "done";

  return {
    async find({ project, room }, id) {
      const [row] = await read(queries.find, { project, room, id });
      return row && toFile(row);
    },

    async findMany({ project, room }, ids) {
      const found: FileRecord[] = [];
      for (let from = 0; from < ids.length; from += idsPerQuery) {
        const query = queries.findMany(project, room, ids.slice(from, from + idsPerQuery)).compile();
        const rows = await engine.read<FileRow>(query.sql, query.parameters as readonly SqlValue[]);
        found.push(...rows.map(toFile));
      }
      return found;
    },

    async usage({ project, room }) {
      const rows = await Promise.all([
        read(queries.filesSize, { project, room }),
        read(queries.uploadsSize, { project, room }),
      ]);
      return rows.reduce((sum, [row]) => sum + (row?.size ?? 0), 0);
    },

    async upload({ project, room }, id) {
      const [row] = await read(queries.upload, { project, room, upload: id });
      return row && toUpload(row);
    },

    parts: ({ project, room }, upload) => read(queries.parts, { project, room, upload }),

    insertUpload: ({ project, room }, upload) =>
      write(
        once(
          queries.insertUpload,
          {
            project,
            room,
            upload: upload.id,
            file: upload.file,
            name: upload.name,
            reserved: upload.reserved,
            sized: Number(upload.sized),
            blob: upload.blob,
            session: upload.session,
            expiresAt: upload.expiresAt,
          },
          1,
        ),
      ),

    insertPart: ({ project, room }, upload, part) =>
      write(
        once(queries.uploadExists, { project, room, upload }, 1),
        once(queries.insertPart, { project, room, upload, ...part }),
      ),

    finish({ project, room }, file) {
      const upload = { project, room, upload: file.upload };
      return write(
        once(
          queries.finish,
          {
            ...upload,
            size: file.size,
            mimeType: file.mimeType,
            image: file.image ?? null,
            createdAt: file.createdAt,
          },
          1,
        ),
        once(queries.doomParts, upload),
        once(queries.deleteParts, upload),
        once(queries.deleteUpload, upload),
      );
    },

    abandon({ project, room }, id) {
      const upload = { project, room, upload: id };
      return write(
        once(queries.doomUpload, upload),
        once(queries.deleteParts, upload),
        once(queries.deleteUpload, upload, 1),
      );
    },

    async abandonExpired(now) {
      await write(
        once(queries.doomExpired, { now }),
        once(queries.deleteExpiredParts, { now }),
        once(queries.deleteExpired, { now }),
      );
    },

    async doomed(now, limit) {
      return (await read(queries.doomed, { now, limit })).map((row) => ({
        project: row.project_id as ProjectId,
        blob: row.blob,
        session: row.session,
        whole: row.whole === 1,
        keptUntil: row.kept_until,
      }));
    },

    async buried({ project, blob, whole, keptUntil }, now) {
      const query = now >= keptUntil ? queries.forget : queries.putOff;
      await write(once(query, { project, blob, whole: Number(whole) }));
    },
  };
}

function once<Args>(query: Prepared<Args, unknown>, args: Args, expect?: number): Statement {
  return { sql: query.sql, values: [query.bind(args)], expect };
}

type InRoom = { project: string; room: string };
type OfUpload = InRoom & { upload: string };

/** What is said of a room's files, in order, before its row is deleted: their bytes are doomed with them. */
export function leaveFiles({ sql: db }: Dialect): readonly Prepared<{ project: string; id: string }, unknown>[] {
  type Room = { project: string; id: string };
  const keyOf = (project: string, id: string) =>
    db.selectFrom("rooms").select("rooms.key").where("rooms.project_id", "=", project).where("rooms.id", "=", id);
  const deleteFrom = (table: "storage_parts" | "storage_uploads" | "storage_files") =>
    prepare<Room>((slot) =>
      db
        .deleteFrom(table)
        .where("project_id", "=", slot("project"))
        .where("room_key", "=", keyOf(slot("project"), slot("id"))),
    );
  const doomFiles = prepare<Room>((slot) =>
    db
      .insertInto("doomed_blobs")
      .columns(["project_id", "blob", "session", "whole", "due_at", "kept_until"])
      .expression(
        db
          .selectFrom("storage_files")
          .select((eb) => [
            "project_id",
            "blob",
            eb.val("").as("session"),
            eb.val(1).as("whole"),
            eb.val(0).as("due_at"),
            eb.val(0).as("kept_until"),
          ])
          .where("project_id", "=", slot("project"))
          .where("room_key", "=", keyOf(slot("project"), slot("id"))),
      )
      // Its parts may be on the list still; their session stays there with them.
      .onConflict((conflict) => conflict.columns(["project_id", "blob"]).doUpdateSet({ whole: 1, due_at: 0 })),
  );
  const doomUploads = prepare<Room>((slot) =>
    doomed(
      db,
      uploadsIn(db)
        .where("project_id", "=", slot("project"))
        .where("room_key", "=", keyOf(slot("project"), slot("id"))),
    ),
  );
  return [
    doomFiles,
    doomUploads,
    deleteFrom("storage_parts"),
    deleteFrom("storage_uploads"),
    deleteFrom("storage_files"),
  ];
}

type Db = Dialect["sql"];

/** Uploads, as the list of doomed bytes keeps them. */
function uploadsIn(db: Db, whole = 1) {
  return db
    .selectFrom("storage_uploads")
    .select((eb) => [
      "project_id",
      "blob",
      "session",
      eb.val(whole).as("whole"),
      eb.val(0).as("due_at"),
      "expires_at as kept_until",
    ]);
}

function doomed(db: Db, uploads: ReturnType<typeof uploadsIn>) {
  return db
    .insertInto("doomed_blobs")
    .columns(["project_id", "blob", "session", "whole", "due_at", "kept_until"])
    .expression(uploads);
}

function prepareQueries({ sql: db }: Dialect) {
  const keyOf = (project: string, room: string) =>
    db.selectFrom("rooms").select("rooms.key").where("rooms.project_id", "=", project).where("rooms.id", "=", room);
  const filesOf = (project: string, room: string) =>
    db.selectFrom("storage_files").where("project_id", "=", project).where("room_key", "=", keyOf(project, room));
  const doomUpload = (whole: 0 | 1) =>
    prepare<OfUpload>((slot) => {
      const uploads = uploadsIn(db, whole)
        .where("project_id", "=", slot("project"))
        .where("room_key", "=", keyOf(slot("project"), slot("room")))
        .where("id", "=", slot("upload"));
      // An upload in one call has no parts that could be left.
      return doomed(db, whole === 1 ? uploads : uploads.where("session", "!=", ""));
    });

  return {
    find: prepare<InRoom & { id: string }, FileRow>((slot) =>
      filesOf(slot("project"), slot("room")).select(fileColumns).where("id", "=", slot("id")),
    ),
    findMany: (project: string, room: string, ids: readonly string[]) =>
      filesOf(project, room).select(fileColumns).where("id", "in", ids),
    filesSize: prepare<InRoom, { size: number | null }>((slot) =>
      filesOf(slot("project"), slot("room")).select((eb) => eb.fn.sum<number | null>("size").as("size")),
    ),
    uploadsSize: prepare<InRoom, { size: number | null }>((slot) =>
      db
        .selectFrom("storage_uploads")
        .select((eb) => eb.fn.sum<number | null>("reserved").as("size"))
        .where("project_id", "=", slot("project"))
        .where("room_key", "=", keyOf(slot("project"), slot("room"))),
    ),

    upload: prepare<OfUpload, UploadRow>((slot) =>
      db
        .selectFrom("storage_uploads")
        .select(uploadColumns)
        .where("project_id", "=", slot("project"))
        .where("room_key", "=", keyOf(slot("project"), slot("room")))
        .where("id", "=", slot("upload")),
    ),
    uploadExists: prepare<OfUpload, { id: string }>((slot) =>
      db
        .selectFrom("storage_uploads")
        .select("id")
        .where("project_id", "=", slot("project"))
        .where("room_key", "=", keyOf(slot("project"), slot("room")))
        .where("id", "=", slot("upload")),
    ),
    parts: prepare<OfUpload, Pick<Selectable<Tables["storage_parts"]>, (typeof partColumns)[number]>>((slot) =>
      db
        .selectFrom("storage_parts")
        .select(partColumns)
        .where("project_id", "=", slot("project"))
        .where("room_key", "=", keyOf(slot("project"), slot("room")))
        .where("upload_id", "=", slot("upload"))
        .orderBy("number"),
    ),
    insertUpload: prepare<
      OfUpload & {
        file: string;
        name: string;
        reserved: number;
        sized: number;
        blob: string;
        session: string;
        expiresAt: number;
      }
    >((slot) =>
      db
        .insertInto("storage_uploads")
        .columns(["project_id", "room_key", ...uploadColumns])
        .expression(
          db
            .selectFrom("rooms")
            .select((eb) => [
              "rooms.project_id",
              "rooms.key",
              eb.val(slot("upload")).as("id"),
              eb.val(slot("file")).as("file_id"),
              eb.val(slot("name")).as("name"),
              eb.val(slot("reserved")).as("reserved"),
              eb.val(slot("sized")).as("sized"),
              eb.val(slot("blob")).as("blob"),
              eb.val(slot("session")).as("session"),
              eb.val(slot("expiresAt")).as("expires_at"),
            ])
            .where("rooms.project_id", "=", slot("project"))
            .where("rooms.id", "=", slot("room")),
        ),
    ),
    insertPart: prepare<OfUpload & { number: number; etag: string; tag: string; size: number }>((slot) =>
      db
        .insertInto("storage_parts")
        .columns(["project_id", "room_key", "upload_id", ...partColumns])
        .expression(
          db
            .selectFrom("storage_uploads")
            .select((eb) => [
              "project_id",
              "room_key",
              "id",
              eb.val(slot("number")).as("number"),
              eb.val(slot("etag")).as("etag"),
              eb.val(slot("tag")).as("tag"),
              eb.val(slot("size")).as("size"),
            ])
            .where("project_id", "=", slot("project"))
            .where("room_key", "=", keyOf(slot("project"), slot("room")))
            .where("id", "=", slot("upload")),
        )
        .onConflict((conflict) => conflict.columns(["project_id", "room_key", "upload_id", "number"]).doNothing()),
    ),

    finish: prepare<OfUpload & { size: number; mimeType: string; image: string | null; createdAt: number }>((slot) =>
      db
        .insertInto("storage_files")
        .columns(["project_id", "room_key", ...fileColumns])
        .expression(
          db
            .selectFrom("storage_uploads")
            .select((eb) => [
              "project_id",
              "room_key",
              "file_id",
              "name",
              eb.val(slot("size")).as("size"),
              eb.val(slot("mimeType")).as("mime_type"),
              eb.val(slot("image")).as("image"),
              "blob",
              "id",
              eb.val(slot("createdAt")).as("created_at"),
            ])
            .where("project_id", "=", slot("project"))
            .where("room_key", "=", keyOf(slot("project"), slot("room")))
            .where("id", "=", slot("upload")),
        )
        .onConflict((conflict) => conflict.columns(["project_id", "room_key", "id"]).doNothing()),
    ),
    doomParts: doomUpload(0),
    doomUpload: doomUpload(1),
    deleteParts: prepare<OfUpload>((slot) =>
      db
        .deleteFrom("storage_parts")
        .where("project_id", "=", slot("project"))
        .where("room_key", "=", keyOf(slot("project"), slot("room")))
        .where("upload_id", "=", slot("upload")),
    ),
    deleteUpload: prepare<OfUpload>((slot) =>
      db
        .deleteFrom("storage_uploads")
        .where("project_id", "=", slot("project"))
        .where("room_key", "=", keyOf(slot("project"), slot("room")))
        .where("id", "=", slot("upload")),
    ),

    doomExpired: prepare<{ now: number }>((slot) => doomed(db, uploadsIn(db).where("expires_at", "<=", slot("now")))),
    deleteExpiredParts: prepare<{ now: number }>((slot) =>
      db
        .deleteFrom("storage_parts")
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom("storage_uploads")
              .select("storage_uploads.id")
              .whereRef("storage_uploads.project_id", "=", "storage_parts.project_id")
              .whereRef("storage_uploads.room_key", "=", "storage_parts.room_key")
              .whereRef("storage_uploads.id", "=", "storage_parts.upload_id")
              .where("storage_uploads.expires_at", "<=", slot("now")),
          ),
        ),
    ),
    deleteExpired: prepare<{ now: number }>((slot) =>
      db.deleteFrom("storage_uploads").where("expires_at", "<=", slot("now")),
    ),

    doomed: prepare<{ now: number; limit: number }, DoomedRow>((slot) =>
      db
        .selectFrom("doomed_blobs")
        .selectAll()
        .where("due_at", "<=", slot("now"))
        .orderBy("due_at")
        .limit(slot("limit")),
    ),
    // What was doomed further since it was read stays as it is now.
    putOff: prepare<{ project: string; blob: string; whole: number }>((slot) =>
      db
        .updateTable("doomed_blobs")
        .set((eb) => ({ due_at: eb.ref("kept_until") }))
        .where("project_id", "=", slot("project"))
        .where("blob", "=", slot("blob"))
        .where("whole", "=", slot("whole")),
    ),
    forget: prepare<{ project: string; blob: string; whole: number }>((slot) =>
      db
        .deleteFrom("doomed_blobs")
        .where("project_id", "=", slot("project"))
        .where("blob", "=", slot("blob"))
        .where("whole", "=", slot("whole")),
    ),
  };
}

function toFile(row: FileRow): FileRecord {
  return {
    id: row.id as StorageFileId,
    name: row.name,
    size: row.size,
    mimeType: row.mime_type,
    image: row.image ?? undefined,
    blob: row.blob,
    upload: row.upload_id,
    createdAt: row.created_at,
  };
}

function toUpload(row: UploadRow): UploadRecord {
  return {
    id: row.id,
    file: row.file_id as StorageFileId,
    name: row.name,
    reserved: row.reserved,
    sized: row.sized === 1,
    blob: row.blob,
    session: row.session,
    expiresAt: row.expires_at,
  };
}
