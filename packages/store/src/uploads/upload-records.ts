import type { FileRecord, UploadOwner, UploadRecord, UploadRecords } from "@weft/collab";
import type { ProjectId } from "@weft/protocol";
import type { Compilable, ExpressionBuilder, Kysely, Selectable } from "kysely";
import { inChunks } from "../database/in-chunks.ts";
import { lockExpiringFiles, lockUpload, shareExpiringFiles, shareRoom } from "../database/locks.ts";
import { keyOfRoom } from "../tables/room-key.ts";
import type { Tables } from "../tables/tables.ts";
import type { Transactions } from "../transactions/transactions.ts";

type FileRow = Pick<Selectable<Tables["uploaded_files"]>, (typeof fileColumns)[number]>;
type UploadRow = Pick<Selectable<Tables["uploads"]>, (typeof uploadColumns)[number]>;

const ownerColumns = ["project_id", "room_key", "kind"] as const;
const keptColumns = ["name", "blob"] as const;
const fileColumns = [
  ...keptColumns,
  ...(["user_id", "id", "size", "mime_type", "image", "upload_id", "created_at", "expires_at"] as const),
] as const;
const uploadColumns = [
  ...keptColumns,
  ...(["user_id", "id", "file_id", "reserved", "sized", "session", "expires_at"] as const),
] as const;
const partColumns = ["number", "etag", "tag", "size"] as const;
const deletionColumns = ["project_id", "blob", "session", "whole", "due_at", "kept_until"] as const;
/** The room key of what belongs to a project itself. */
const noRoom = 0;

export function createUploadRecords(transactions: Transactions, db: Kysely<Tables>): UploadRecords {
  const queries = uploadQueries(db);

  return {
    ...createUploadReads(db, queries),
    ...createUploading(transactions, db, queries),
    ...createDeletions(transactions, db),
  };
}

/** The files and uploads of a room, as queries that their records add to. */
function uploadQueries(db: Kysely<Tables>) {
  const keyOf = (owner: UploadOwner) => keyOfOwner(db, owner);
  const uploadsOf = (owner: UploadOwner) =>
    db
      .selectFrom("uploads")
      .where("project_id", "=", owner.project)
      .where("room_key", "=", keyOf(owner))
      .where("kind", "=", owner.kind);

  return { keyOf, uploadsOf };
}

type UploadQueries = ReturnType<typeof uploadQueries>;

/** Reads files and uploads. */
function createUploadReads(
  db: Kysely<Tables>,
  { keyOf, uploadsOf }: UploadQueries,
): Pick<UploadRecords, "find" | "findMany" | "usage" | "upload" | "parts"> {
  const filesOf = (owner: UploadOwner) =>
    db
      .selectFrom("uploaded_files")
      .where("project_id", "=", owner.project)
      .where("room_key", "=", keyOf(owner))
      .where("kind", "=", owner.kind);

  return {
    async find(owner, id) {
      const row = await filesOf(owner).select(fileColumns).where("id", "=", id).executeTakeFirst();
      return row && toFile(row);
    },

    async findMany<Id extends string>(owner: UploadOwner, ids: readonly Id[]) {
      const found: FileRecord<Id>[] = [];
      for (const some of inChunks(ids)) {
        const rows = await filesOf(owner).select(fileColumns).where("id", "in", some).execute();
        found.push(...rows.map((row) => toFile<Id>(row)));
      }
      return found;
    },

    async usage(owner) {
      const rows = await Promise.all([
        filesOf(owner)
          .select((eb) => eb.fn.sum<number | null>("size").as("size"))
          .executeTakeFirst(),
        uploadsOf(owner)
          .select((eb) => eb.fn.sum<number | null>("reserved").as("size"))
          .executeTakeFirst(),
      ]);
      return rows.reduce((sum, row) => sum + (row?.size ?? 0), 0);
    },

    async upload(owner, id) {
      const row = await uploadsOf(owner).select(uploadColumns).where("id", "=", id).executeTakeFirst();
      return row && toUpload(row);
    },

    parts: (owner, upload) =>
      db
        .selectFrom("upload_parts")
        .select(partColumns)
        .where("project_id", "=", owner.project)
        .where("room_key", "=", keyOf(owner))
        .where("kind", "=", owner.kind)
        .where("upload_id", "=", upload)
        .orderBy("number")
        .execute(),
  };
}

/** Writes an upload from its begin to its end. */
function createUploading(
  { done }: Transactions,
  db: Kysely<Tables>,
  { keyOf, uploadsOf }: UploadQueries,
): Pick<UploadRecords, "insertUpload" | "insertPart" | "finish" | "abandon"> {
  const deleteParts = (owner: UploadOwner, upload: string) =>
    db
      .deleteFrom("upload_parts")
      .where("project_id", "=", owner.project)
      .where("room_key", "=", keyOf(owner))
      .where("kind", "=", owner.kind)
      .where("upload_id", "=", upload);
  const deleteUpload = (owner: UploadOwner, upload: string) =>
    db
      .deleteFrom("uploads")
      .where("project_id", "=", owner.project)
      .where("room_key", "=", keyOf(owner))
      .where("kind", "=", owner.kind)
      .where("id", "=", upload);
  const bytesOf = (owner: UploadOwner, upload: string, whole: 0 | 1) =>
    uploadsIn(db, whole)
      .where("project_id", "=", owner.project)
      .where("room_key", "=", keyOf(owner))
      .where("kind", "=", owner.kind)
      .where("id", "=", upload);
  /** What a unit holds that changes an upload. */
  const changing = ({ project, room }: UploadOwner, upload: string) => [
    ...(room === undefined ? [] : [shareRoom({ project, room })]),
    lockUpload(upload),
    shareExpiringFiles,
  ];

  return {
    insertUpload({ project, room, kind }, upload) {
      const values = {
        kind,
        name: upload.name,
        blob: upload.blob,
        user_id: upload.userId ?? null,
        id: upload.id,
        file_id: upload.file,
        reserved: upload.reserved,
        sized: Number(upload.sized),
        session: upload.session,
        expires_at: upload.expiresAt,
      };
      const insert = db.insertInto("uploads");
      if (room === undefined) return done([insert.values({ project_id: project, room_key: noRoom, ...values })]);
      const names = Object.keys(values) as (keyof typeof values)[];
      const insertInRoom = insert.columns(["project_id", "room_key", ...names]).expression(
        db
          .selectFrom("rooms")
          .select((eb) => ["project_id", "key", ...names.map((name) => eb.val(values[name]).as(name))])
          .where("project_id", "=", project)
          .where("id", "=", room),
      );
      return done([shareRoom({ project, room }), [insertInRoom, 1]]);
    },

    insertPart(owner, upload, { number, etag, tag, size }) {
      const insert = db
        .insertInto("upload_parts")
        .columns([...ownerColumns, "upload_id", ...partColumns])
        .expression(
          uploadsOf(owner)
            .select((eb) => [
              ...ownerColumns,
              "id",
              eb.val(number).as("number"),
              eb.val(etag).as("etag"),
              eb.val(tag).as("tag"),
              eb.val(size).as("size"),
            ])
            .where("id", "=", upload),
        )
        .onConflict((conflict) => conflict.columns([...ownerColumns, "upload_id", "number"]).doNothing());
      return done([...changing(owner, upload), [uploadsOf(owner).select("id").where("id", "=", upload), 1], insert]);
    },

    finish(owner, { upload, size, mimeType, image = null, userId = null, createdAt, expiresAt = null }) {
      const insert = db
        .insertInto("uploaded_files")
        .columns([...ownerColumns, ...fileColumns])
        .expression(
          uploadsOf(owner)
            .select((eb) => [
              ...ownerColumns,
              ...keptColumns,
              eb.fn.coalesce("user_id", eb.val(userId)).as("user_id"),
              "file_id",
              eb.val(size).as("size"),
              eb.val(mimeType).as("mime_type"),
              eb.val(image).as("image"),
              "id",
              eb.val(createdAt).as("created_at"),
              eb.val(expiresAt).as("expires_at"),
            ])
            .where("id", "=", upload),
        )
        .onConflict((conflict) => conflict.columns([...ownerColumns, "id"]).doNothing());
      return done([
        ...changing(owner, upload),
        [insert, 1],
        // Joined, the parts are there a second time; an upload in one call has none that could be left.
        listUploadsForDeletion(db, bytesOf(owner, upload, 0).where("session", "!=", "")),
        deleteParts(owner, upload),
        [deleteUpload(owner, upload), 1],
      ]);
    },

    abandon: (owner, upload) =>
      done([
        ...changing(owner, upload),
        listUploadsForDeletion(db, bytesOf(owner, upload, 1)),
        deleteParts(owner, upload),
        [deleteUpload(owner, upload), 1],
      ]),
  };
}

/** Ends what has expired, and lists the bytes that are to be deleted. */
function createDeletions(
  { done }: Transactions,
  db: Kysely<Tables>,
): Pick<UploadRecords, "expire" | "pendingDeletions" | "blobDeleted"> {
  return {
    async expire(now) {
      await done([
        lockExpiringFiles,
        listFilesForDeletion(db, filesIn(db).where("expires_at", "<=", now)),
        db.deleteFrom("uploaded_files").where("expires_at", "<=", now),
        listUploadsForDeletion(db, uploadsIn(db).where("expires_at", "<=", now)),
        db
          .deleteFrom("upload_parts")
          .where((eb) =>
            eb.exists(
              eb
                .selectFrom("uploads")
                .select("uploads.id")
                .whereRef("uploads.project_id", "=", "upload_parts.project_id")
                .whereRef("uploads.room_key", "=", "upload_parts.room_key")
                .whereRef("uploads.kind", "=", "upload_parts.kind")
                .whereRef("uploads.id", "=", "upload_parts.upload_id")
                .where("uploads.expires_at", "<=", now),
            ),
          ),
        db.deleteFrom("uploads").where("expires_at", "<=", now),
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

/**
 * What is written of the uploads and files of a room, or without one of a project itself, in order, before its row is
 * deleted: their bytes are listed for deletion.
 */
export function leaveUploads(db: Kysely<Tables>, project: string, room?: string): readonly Compilable[] {
  const key = room === undefined ? noRoom : keyOfRoom(db, project, room);
  return [
    listFilesForDeletion(db, filesIn(db).where("project_id", "=", project).where("room_key", "=", key)),
    listUploadsForDeletion(db, uploadsIn(db).where("project_id", "=", project).where("room_key", "=", key)),
    ...(["upload_parts", "uploads", "uploaded_files"] as const).map((table) =>
      db.deleteFrom(table).where("project_id", "=", project).where("room_key", "=", key),
    ),
  ];
}

/**
 * The write by which files of this user that still expire are kept from now on; it must change every one of them, so that a
 * file is claimed once. At least one id, at most 100.
 */
export function claimFiles(
  db: Kysely<Tables>,
  owner: UploadOwner,
  userId: string,
  ids: readonly string[],
): readonly [Compilable, number] {
  const claim = db
    .updateTable("uploaded_files")
    .set({ expires_at: null })
    .where("project_id", "=", owner.project)
    .where("room_key", "=", keyOfOwner(db, owner))
    .where("kind", "=", owner.kind)
    .where("id", "in", ids)
    .where("user_id", "=", userId)
    .where("expires_at", "is not", null);
  return [claim, new Set(ids).size];
}

/** What deletes these files, in order: their bytes are listed for deletion first. */
export function releaseFiles(db: Kysely<Tables>, owner: UploadOwner, ids: readonly string[]): readonly Compilable[] {
  const key = keyOfOwner(db, owner);
  return inChunks(ids).flatMap((some) => [
    listFilesForDeletion(
      db,
      filesIn(db)
        .where("project_id", "=", owner.project)
        .where("room_key", "=", key)
        .where("kind", "=", owner.kind)
        .where("id", "in", some),
    ),
    db
      .deleteFrom("uploaded_files")
      .where("project_id", "=", owner.project)
      .where("room_key", "=", key)
      .where("kind", "=", owner.kind)
      .where("id", "in", some),
  ]);
}

function keyOfOwner(db: Kysely<Tables>, { project, room }: UploadOwner) {
  return room === undefined ? noRoom : keyOfRoom(db, project, room);
}

/** Files, as rows of pending deletions. */
export function filesIn(db: Kysely<Tables>) {
  return db
    .selectFrom("uploaded_files")
    .select((eb) => [
      "project_id",
      "blob",
      eb.val("").as("session"),
      eb.val(1).as("whole"),
      eb.val(0).as("due_at"),
      eb.val(0).as("kept_until"),
    ]);
}

export function listFilesForDeletion(db: Kysely<Tables>, files: ReturnType<typeof filesIn>) {
  return (
    db
      .insertInto("doomed_blobs")
      .columns(deletionColumns)
      .expression(files)
      // Its parts may be on the list still; their session stays there with them.
      .onConflict((conflict) => conflict.columns(["project_id", "blob"]).doUpdateSet({ whole: 1, due_at: 0 }))
  );
}

/** Uploads, as rows of pending deletions. */
export function uploadsIn(db: Kysely<Tables>, whole: 0 | 1 = 1) {
  return db
    .selectFrom("uploads")
    .select((eb) => [
      "project_id",
      "blob",
      "session",
      eb.val<number>(whole).as("whole"),
      eb.val(0).as("due_at"),
      "expires_at as kept_until",
    ]);
}

export function listUploadsForDeletion(db: Kysely<Tables>, uploads: ReturnType<typeof uploadsIn>) {
  return db.insertInto("doomed_blobs").columns(deletionColumns).expression(uploads);
}

function toFile<Id extends string>(row: FileRow): FileRecord<Id> {
  return {
    id: row.id as Id,
    name: row.name,
    size: row.size,
    mimeType: row.mime_type,
    image: row.image ?? undefined,
    blob: row.blob,
    upload: row.upload_id,
    userId: row.user_id ?? undefined,
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
  };
}

function toUpload(row: UploadRow): UploadRecord {
  return {
    id: row.id,
    file: row.file_id,
    name: row.name,
    reserved: row.reserved,
    sized: row.sized === 1,
    blob: row.blob,
    session: row.session,
    userId: row.user_id ?? undefined,
    expiresAt: row.expires_at,
  };
}
