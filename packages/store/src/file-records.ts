import type { FileRecord, FileRecords, UploadRecord } from "@weft/collab";
import type { ProjectId, StorageFileId } from "@weft/protocol";
import type { Compilable, ExpressionBuilder, Kysely, Selectable } from "kysely";
import { keyOfRoom } from "./room-row.ts";
import type { RoomName } from "./room-row.ts";
import type { Tables } from "./tables.ts";
import type { Transactions } from "./transactions.ts";

type FileRow = Pick<Selectable<Tables["storage_files"]>, (typeof fileColumns)[number]>;
type UploadRow = Pick<Selectable<Tables["storage_uploads"]>, (typeof uploadColumns)[number]>;

const fileColumns = ["id", "name", "size", "mime_type", "image", "blob", "upload_id", "created_at"] as const;
const uploadColumns = ["id", "file_id", "name", "reserved", "sized", "blob", "session", "expires_at"] as const;
const partColumns = ["number", "etag", "tag", "size"] as const;
/** Ids that one query names. */
const idsPerQuery = 100;

export function createFileRecords({ done }: Transactions, db: Kysely<Tables>): FileRecords {
  const filesOf = ({ project, room }: RoomName) =>
    db
      .selectFrom("storage_files")
      .where("project_id", "=", project)
      .where("room_key", "=", keyOfRoom(db, project, room));
  const uploadsOf = ({ project, room }: RoomName) =>
    db
      .selectFrom("storage_uploads")
      .where("project_id", "=", project)
      .where("room_key", "=", keyOfRoom(db, project, room));
  const deleteParts = ({ project, room }: RoomName, upload: string) =>
    db
      .deleteFrom("storage_parts")
      .where("project_id", "=", project)
      .where("room_key", "=", keyOfRoom(db, project, room))
      .where("upload_id", "=", upload);
  const deleteUpload = ({ project, room }: RoomName, upload: string) =>
    db
      .deleteFrom("storage_uploads")
      .where("project_id", "=", project)
      .where("room_key", "=", keyOfRoom(db, project, room))
      .where("id", "=", upload);
  const bytesOf = ({ project, room }: RoomName, upload: string, whole: 0 | 1) =>
    uploadsIn(db, whole)
      .where("project_id", "=", project)
      .where("room_key", "=", keyOfRoom(db, project, room))
      .where("id", "=", upload);

  return {
    async find(of, id) {
      const row = await filesOf(of).select(fileColumns).where("id", "=", id).executeTakeFirst();
      return row && toFile(row);
    },

    async findMany(of, ids) {
      const found: FileRecord[] = [];
      for (let from = 0; from < ids.length; from += idsPerQuery) {
        const some = ids.slice(from, from + idsPerQuery);
        const rows = await filesOf(of).select(fileColumns).where("id", "in", some).execute();
        found.push(...rows.map(toFile));
      }
      return found;
    },

    async usage(of) {
      const rows = await Promise.all([
        filesOf(of)
          .select((eb) => eb.fn.sum<number | null>("size").as("size"))
          .executeTakeFirst(),
        uploadsOf(of)
          .select((eb) => eb.fn.sum<number | null>("reserved").as("size"))
          .executeTakeFirst(),
      ]);
      return rows.reduce((sum, row) => sum + (row?.size ?? 0), 0);
    },

    async upload(of, id) {
      const row = await uploadsOf(of).select(uploadColumns).where("id", "=", id).executeTakeFirst();
      return row && toUpload(row);
    },

    parts: ({ project, room }, upload) =>
      db
        .selectFrom("storage_parts")
        .select(partColumns)
        .where("project_id", "=", project)
        .where("room_key", "=", keyOfRoom(db, project, room))
        .where("upload_id", "=", upload)
        .orderBy("number")
        .execute(),

    insertUpload({ project, room }, upload) {
      const insert = db
        .insertInto("storage_uploads")
        .columns(["project_id", "room_key", ...uploadColumns])
        .expression(
          db
            .selectFrom("rooms")
            .select((eb) => [
              "rooms.project_id",
              "rooms.key",
              eb.val(upload.id).as("id"),
              eb.val(upload.file as string).as("file_id"),
              eb.val(upload.name).as("name"),
              eb.val(upload.reserved).as("reserved"),
              eb.val(Number(upload.sized)).as("sized"),
              eb.val(upload.blob).as("blob"),
              eb.val(upload.session).as("session"),
              eb.val(upload.expiresAt).as("expires_at"),
            ])
            .where("rooms.project_id", "=", project)
            .where("rooms.id", "=", room),
        );
      return done([[insert, 1]]);
    },

    insertPart(of, upload, { number, etag, tag, size }) {
      const insert = db
        .insertInto("storage_parts")
        .columns(["project_id", "room_key", "upload_id", ...partColumns])
        .expression(
          uploadsOf(of)
            .select((eb) => [
              "project_id",
              "room_key",
              "id",
              eb.val(number).as("number"),
              eb.val(etag).as("etag"),
              eb.val(tag).as("tag"),
              eb.val(size).as("size"),
            ])
            .where("id", "=", upload),
        )
        .onConflict((conflict) => conflict.columns(["project_id", "room_key", "upload_id", "number"]).doNothing());
      return done([[uploadsOf(of).select("id").where("id", "=", upload), 1], insert]);
    },

    finish(of, { upload, size, mimeType, image = null, createdAt }) {
      const insert = db
        .insertInto("storage_files")
        .columns(["project_id", "room_key", ...fileColumns])
        .expression(
          uploadsOf(of)
            .select((eb) => [
              "project_id",
              "room_key",
              "file_id",
              "name",
              eb.val(size).as("size"),
              eb.val(mimeType).as("mime_type"),
              eb.val(image).as("image"),
              "blob",
              "id",
              eb.val(createdAt).as("created_at"),
            ])
            .where("id", "=", upload),
        )
        .onConflict((conflict) => conflict.columns(["project_id", "room_key", "id"]).doNothing());
      return done([
        [insert, 1],
        // Joined, the parts are there a second time; an upload in one call has none that could be left.
        listUploadsForDeletion(db, bytesOf(of, upload, 0).where("session", "!=", "")),
        deleteParts(of, upload),
        deleteUpload(of, upload),
      ]);
    },

    abandon: (of, upload) =>
      done([
        listUploadsForDeletion(db, bytesOf(of, upload, 1)),
        deleteParts(of, upload),
        [deleteUpload(of, upload), 1],
      ]),

    async abandonExpired(now) {
      await done([
        listUploadsForDeletion(db, uploadsIn(db).where("expires_at", "<=", now)),
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
                .where("storage_uploads.expires_at", "<=", now),
            ),
          ),
        db.deleteFrom("storage_uploads").where("expires_at", "<=", now),
      ]);
    },

    async pendingDeletions(now, limit) {
      const rows = await db
        .selectFrom("doomed_blobs")
        .selectAll()
        .where("due_at", "<=", now)
        .orderBy("due_at")
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        project: row.project_id as ProjectId,
        blob: row.blob,
        session: row.session,
        whole: row.whole === 1,
        keptUntil: row.kept_until,
      }));
    },

    async blobDeleted({ project, blob, whole, keptUntil }, now) {
      // A row that was listed anew since it was read stays as it is now.
      const asRead = (eb: ExpressionBuilder<Tables, "doomed_blobs">) =>
        eb.and({ project_id: project, blob, whole: Number(whole) });
      if (now >= keptUntil) await db.deleteFrom("doomed_blobs").where(asRead).execute();
      else
        await db
          .updateTable("doomed_blobs")
          .set((eb) => ({ due_at: eb.ref("kept_until") }))
          .where(asRead)
          .execute();
    },
  };
}

/** What is written of a room's files, in order, before its row is deleted: their bytes are listed for deletion. */
export function leaveFiles(db: Kysely<Tables>, project: string, room: string): readonly Compilable[] {
  const key = keyOfRoom(db, project, room);
  const listFilesForDeletion = db
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
        .where("project_id", "=", project)
        .where("room_key", "=", key),
    )
    // Its parts may be on the list still; their session stays there with them.
    .onConflict((conflict) => conflict.columns(["project_id", "blob"]).doUpdateSet({ whole: 1, due_at: 0 }));
  return [
    listFilesForDeletion,
    listUploadsForDeletion(db, uploadsIn(db).where("project_id", "=", project).where("room_key", "=", key)),
    ...(["storage_parts", "storage_uploads", "storage_files"] as const).map((table) =>
      db.deleteFrom(table).where("project_id", "=", project).where("room_key", "=", key),
    ),
  ];
}

/** Uploads, as rows of pending deletions. */
function uploadsIn(db: Kysely<Tables>, whole: 0 | 1 = 1) {
  return db
    .selectFrom("storage_uploads")
    .select((eb) => [
      "project_id",
      "blob",
      "session",
      eb.val<number>(whole).as("whole"),
      eb.val(0).as("due_at"),
      "expires_at as kept_until",
    ]);
}

function listUploadsForDeletion(db: Kysely<Tables>, uploads: ReturnType<typeof uploadsIn>) {
  return db
    .insertInto("doomed_blobs")
    .columns(["project_id", "blob", "session", "whole", "due_at", "kept_until"])
    .expression(uploads);
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
