/**
 * Files of rooms: what was uploaded, on its way in, and where it can be read.
 *
 *   one call ───► upload row ─► bytes ─► upload becomes file
 *   in parts ───► upload row ─► bytes and row of each part ─► bytes joined ─► upload becomes file
 *                    └ given up, expired, or its room deleted: its bytes are pending deletion
 *
 * - Bytes are written only while a row names them, and a file's row only when its bytes are durable. So a crash between
 *   any two steps leaves an upload that goes on, or expires, and never a file without bytes.
 * - Bytes are deleted by `collect` alone. What may still be written at that time is deleted a second time, when the
 *   upload would have expired.
 * - A file never changes. Repeating a call that was answered answers the same again.
 */
import { createHash, randomBytes } from "node:crypto";
import { limits as platformLimits, StorageFileId, WeftError } from "@weft/protocol";
import type { Limits, RoomAddress, StorageFile } from "@weft/protocol";
import mime from "mime";
import { invalid } from "../invalid.ts";
import type { Quotas } from "../quotas.ts";
import { KeyedMutex } from "../keyed-mutex.ts";
import type { BlobStore, ByteRange } from "./blob-store.ts";
import type { FileLinks } from "./file-links.ts";
import type { PendingDeletion, FileRecord, FileRecords, PartRecord, UploadRecord } from "./file-records.ts";
import { servedAs } from "./served-as.ts";
import { sniffedBytes, sniffImage } from "./sniff.ts";

/** A file as its uploader describes it. */
export interface FileDraft {
  readonly id: string;
  readonly name: string;
  /** Bytes of the whole file. When given, as many must arrive. */
  readonly size?: number;
}

export interface FileLink {
  readonly url: string;
  readonly expiresAt: number;
}

/** Ids that are malformed reject with BAD_REQUEST, a missing room with ROOM_NOT_FOUND. */
export interface StorageFiles {
  /** CONFLICT when the id is taken by a file of another name or size. */
  upload(room: RoomAddress, file: FileDraft, bytes: Uint8Array): Promise<StorageFile>;
  /** CONFLICT when the id is taken, PAYLOAD_TOO_LARGE when the file or the room's files would be over their limit. */
  start(room: RoomAddress, file: FileDraft): Promise<{ readonly fileId: StorageFileId; readonly uploadId: string }>;
  /** RESOURCE_NOT_FOUND when there is no such upload, CONFLICT when the part was sent before with other bytes. */
  putPart(
    room: RoomAddress,
    upload: UploadName,
    number: string,
    bytes: Uint8Array,
  ): Promise<{ readonly partNumber: number; readonly etag: string }>;
  /** UNPROCESSABLE_ENTITY when the parts are not those that were sent, from the first to the last. */
  complete(
    room: RoomAddress,
    upload: UploadName,
    parts: readonly { readonly partNumber: number; readonly etag: string }[],
  ): Promise<StorageFile>;
  /** Giving up what is not there, or was completed, does nothing. */
  abort(room: RoomAddress, upload: UploadName): Promise<void>;

  /** The file that was uploaded under this id to this room, whether Storage holds it or not. */
  find(room: RoomAddress, id: string): Promise<FileRecord | undefined>;
  findMany(room: RoomAddress, ids: readonly StorageFileId[]): Promise<ReadonlyMap<StorageFileId, FileRecord>>;
  /** Where anybody can read the file until the link ends. Links of our own begin with `origin`. */
  link(room: RoomAddress, file: FileRecord, origin: string): Promise<FileLink>;
  /** When links end that are made now. */
  linksExpireAt(): number;
  /** What a link of our own leads to. INVALID_FILE_LINK, STORAGE_FILE_NOT_FOUND. */
  follow(id: string, query: URLSearchParams): Promise<{ readonly file: FileRecord; readonly expiresAt: number }>;
  read(file: FileRecord, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;

  /**
   * Gives up uploads that have expired, and deletes bytes that nobody names. Rejects when it could not delete them all;
   * what is left comes up at the next call.
   */
  collect(signal?: AbortSignal): Promise<void>;
}

export interface UploadName {
  readonly fileId: string;
  readonly uploadId: string;
}

export interface StorageFilesOptions {
  readonly records: FileRecords;
  readonly blobs: BlobStore;
  readonly links: FileLinks;
  /** A file has arrived whole. */
  readonly uploaded?: (room: RoomAddress, file: FileRecord) => void;
  readonly quotas?: Pick<Quotas, "admitBytes">;
  readonly limits?: Limits;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

export function createStorageFiles(options: StorageFilesOptions): StorageFiles {
  return new RecordedFiles(options);
}

const uploadIdForm = /^up_[\w-]{22}$/;
/** Doomed bytes that are deleted before it is asked for more of them. */
const collectedAtOnce = 100;
/** When so many could not be deleted, it is their place that fails. */
const failuresAtOnce = 100;

class RecordedFiles implements StorageFiles {
  readonly #records: FileRecords;
  readonly #blobs: BlobStore;
  readonly #links: FileLinks;
  readonly #uploaded: StorageFilesOptions["uploaded"];
  readonly #quotas: StorageFilesOptions["quotas"];
  readonly #limits: Limits;
  readonly #now: () => number;
  readonly #completions = new KeyedMutex();
  readonly #collections = new KeyedMutex();

  constructor({
    records,
    blobs,
    links,
    uploaded,
    quotas,
    limits = platformLimits,
    now = Date.now,
  }: StorageFilesOptions) {
    this.#uploaded = uploaded;
    this.#records = records;
    this.#blobs = blobs;
    this.#links = links;
    this.#quotas = quotas;
    this.#limits = limits;
    this.#now = now;
  }

  async upload(room: RoomAddress, draft: FileDraft, bytes: Uint8Array): Promise<StorageFile> {
    const id = fileId(draft.id);
    if (bytes.length === 0) throw new WeftError("BAD_REQUEST", { message: "The file is empty." });
    checkSize(draft.size, bytes.length);
    const same = (file: FileRecord) => file.name === draft.name && file.size === bytes.length;
    const earlier = await this.#records.find(room, id);
    if (earlier !== undefined) return repeated(earlier, same(earlier));

    const upload = await this.#begin(room, { ...draft, id, size: bytes.length }, "");
    try {
      await this.#blobs.put(upload.blob, bytes);
      const image = await sniffImage(bytes);
      const file = await this.#finish(room, upload, bytes.length, image);
      if (file !== undefined) return description(file);
    } catch (error) {
      await this.#records.abandon(room, upload.id);
      throw error;
    }
    // Somebody else was first, or the room was deleted in the meantime.
    await this.#records.abandon(room, upload.id);
    const winner = await this.#records.find(room, id);
    if (winner === undefined) throw new WeftError("ROOM_NOT_FOUND");
    return repeated(winner, same(winner));
  }

  async start(room: RoomAddress, draft: FileDraft) {
    const id = fileId(draft.id);
    if (draft.size === 0) throw new WeftError("BAD_REQUEST", { message: "The file is empty." });
    if (draft.size !== undefined && draft.size > this.#limits.storageFile) throw this.#tooLarge();
    if ((await this.#records.find(room, id)) !== undefined) throw new WeftError("CONFLICT");
    const blob = newBlobName(room);
    const session = await this.#blobs.startParts(blob);
    try {
      const upload = await this.#begin(room, { ...draft, id }, session, blob);
      return { fileId: id, uploadId: upload.id };
    } catch (error) {
      await this.#blobs.dropParts(blob, session);
      throw error;
    }
  }

  async putPart(room: RoomAddress, name: UploadName, numberText: string, bytes: Uint8Array) {
    const number = partNumber(numberText);
    const upload = await this.#find(room, name);
    if (bytes.length === 0) throw new WeftError("BAD_REQUEST", { message: "The part is empty." });
    if (number > Math.ceil(this.#limits.storageFile / this.#limits.storageFilePart)) throw this.#tooLarge();
    const etag = createHash("sha256").update(bytes).digest("hex");
    const known = await this.#part(room, upload, number);
    if (known === undefined) {
      const tag = await this.#blobs.putPart(upload.blob, upload.session, number, bytes);
      const kept = await this.#records.insertPart(room, upload.id, { number, etag, tag, size: bytes.length });
      if (!kept) throw uploadNotFound();
    }
    // Of two that send different bytes at the same time, the record says who was first.
    const first = known ?? (await this.#part(room, upload, number));
    if (first !== undefined && first.etag !== etag) throw new WeftError("CONFLICT");
    return { partNumber: number, etag };
  }

  async complete(
    room: RoomAddress,
    name: UploadName,
    sent: readonly { readonly partNumber: number; readonly etag: string }[],
  ): Promise<StorageFile> {
    return this.#completions.run(name.uploadId, async () => {
      const finished = await this.find(room, name.fileId);
      if (finished !== undefined) return repeated(finished, finished.upload === uploadId(name.uploadId));
      const upload = await this.#find(room, name);
      const kept = await this.#records.parts(room, upload.id);
      const parts = sent.map(({ partNumber: number, etag }, index) => {
        const part = kept.find((candidate) => candidate.number === number);
        if (part?.etag !== etag) throw invalid(["parts", index], "must be a part as it was answered when it was sent.");
        if (number !== index + 1) throw invalid(["parts", index], "must follow the part before it.");
        return part;
      });
      if (parts.length < kept.length) throw invalid(["parts"], "must name every part that was sent.");
      const size = parts.reduce((sum, part) => sum + part.size, 0);
      if (size > this.#limits.storageFile) throw this.#tooLarge();
      checkSize(upload.sized ? upload.reserved : undefined, size);

      await this.#blobs.joinParts(upload.blob, upload.session, parts);
      const image = await sniffImage(await this.#head(upload.blob, size));
      const file = await this.#finish(room, upload, size, image);
      if (file !== undefined) return description(file);
      await this.#records.abandon(room, upload.id);
      const winner = await this.#records.find(room, upload.file);
      if (winner === undefined) throw uploadNotFound();
      return repeated(winner, winner.upload === upload.id);
    });
  }

  async abort(room: RoomAddress, name: UploadName): Promise<void> {
    const id = uploadId(name.uploadId);
    const upload = await this.#records.upload(room, id);
    if (upload?.file === fileId(name.fileId)) await this.#records.abandon(room, id);
  }

  async find(room: RoomAddress, id: string): Promise<FileRecord | undefined> {
    return this.#records.find(room, fileId(id));
  }

  async findMany(room: RoomAddress, ids: readonly StorageFileId[]) {
    const found = ids.length === 0 ? [] : await this.#records.findMany(room, [...new Set(ids)]);
    return new Map(found.map((file) => [file.id, file]));
  }

  async link(room: RoomAddress, file: FileRecord, origin: string): Promise<FileLink> {
    const expiresAt = this.linksExpireAt();
    const elsewhere = await this.#blobs.address(file.blob, servedAs(file), this.#limits.storageFileLinkMs);
    return { url: elsewhere ?? this.#links.sign(origin, room, file.id, expiresAt), expiresAt };
  }

  linksExpireAt(): number {
    return this.#now() + this.#limits.storageFileLinkMs;
  }

  async follow(id: string, query: URLSearchParams) {
    const { room, file: opened, expiresAt } = this.#links.open(id, query, this.#now());
    const file = await this.#records.find(room, opened);
    if (file === undefined) throw new WeftError("STORAGE_FILE_NOT_FOUND");
    return { file, expiresAt };
  }

  async read(file: FileRecord, range?: ByteRange): Promise<AsyncIterable<Uint8Array>> {
    const bytes = await this.#blobs.read(file.blob, range);
    // Deleted with its room since the record was read; a backup that lacks its blobs looks like this, too.
    if (bytes === undefined) throw new WeftError("STORAGE_FILE_NOT_FOUND");
    return bytes;
  }

  collect(signal?: AbortSignal): Promise<void> {
    return this.#collections.run("", async () => {
      await this.#records.abandonExpired(this.#now());
      const failed = new Map<string, unknown>();
      const mayGoOn = () => signal?.aborted !== true && failed.size < failuresAtOnce;
      let length: number;
      do {
        // Blobs that failed are listed first again, and must not hide the others.
        const pending = await this.#records.pendingDeletions(this.#now(), collectedAtOnce + failed.size);
        const next = pending.filter(({ blob }) => !failed.has(blob));
        ({ length } = next);
        for (const blob of next) {
          if (!mayGoOn()) break;
          const error = await this.#deleteBlob(blob);
          if (error !== undefined) failed.set(blob.blob, error);
        }
      } while (length === collectedAtOnce && mayGoOn());
      if (failed.size > 0) throw new AggregateError(failed.values(), "Bytes of files could not be deleted.");
    });
  }

  /** Returns the error when the bytes could not be deleted. */
  async #deleteBlob(pending: PendingDeletion): Promise<unknown> {
    try {
      if (pending.whole) await this.#blobs.delete(pending.blob);
      if (pending.session !== "") await this.#blobs.dropParts(pending.blob, pending.session);
    } catch (error) {
      return error;
    }
    await this.#records.blobDeleted(pending, this.#now());
    return undefined;
  }

  async #begin(
    room: RoomAddress,
    draft: FileDraft & { readonly id: StorageFileId },
    session: string,
    blob = newBlobName(room),
  ): Promise<UploadRecord> {
    const reserved = draft.size ?? this.#limits.storageFile;
    if ((await this.#records.usage(room)) + reserved > this.#limits.storageFilesPerRoom)
      throw new WeftError("PAYLOAD_TOO_LARGE", {
        message: `The room's files may have ${this.#limits.storageFilesPerRoom} bytes in all.`,
        suggestion: "Upload a smaller file, or use another room.",
      });
    await this.#quotas?.admitBytes(room.project, reserved);
    const free = await this.#blobs.free?.();
    if (free !== undefined && free - reserved < this.#limits.storageFileFreeFloor)
      throw new WeftError("NO_SPACE_FOR_FILES");
    const upload = {
      id: `up_${randomBytes(16).toString("base64url")}`,
      file: draft.id,
      name: draft.name,
      reserved,
      sized: draft.size !== undefined,
      blob,
      session,
      expiresAt: this.#now() + this.#limits.storageUploadMs,
    };
    if (!(await this.#records.insertUpload(room, upload))) throw new WeftError("ROOM_NOT_FOUND");
    return upload;
  }

  async #find(room: RoomAddress, name: UploadName): Promise<UploadRecord> {
    const upload = await this.#records.upload(room, uploadId(name.uploadId));
    if (upload === undefined || upload.file !== fileId(name.fileId) || upload.session === "") throw uploadNotFound();
    return upload;
  }

  async #part(room: RoomAddress, upload: UploadRecord, number: number): Promise<PartRecord | undefined> {
    return (await this.#records.parts(room, upload.id)).find((part) => part.number === number);
  }

  async #finish(
    room: RoomAddress,
    upload: UploadRecord,
    size: number,
    image: string | undefined,
  ): Promise<FileRecord | undefined> {
    const file: FileRecord = {
      id: upload.file,
      name: upload.name,
      size,
      mimeType: (upload.name.includes(".") && mime.getType(upload.name)) || "",
      image,
      blob: upload.blob,
      upload: upload.id,
      createdAt: this.#now(),
    };
    if (!(await this.#records.finish(room, file))) return undefined;
    this.#uploaded?.(room, file);
    return file;
  }

  async #head(blob: string, size: number): Promise<Uint8Array> {
    const bytes = await this.#blobs.read(blob, { start: 0, end: Math.min(sniffedBytes, size) - 1 });
    const pieces: Uint8Array[] = [];
    for await (const piece of bytes ?? []) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  #tooLarge() {
    return new WeftError("PAYLOAD_TOO_LARGE", {
      message: `A file may have at most ${this.#limits.storageFile} bytes.`,
    });
  }
}

/** Random, so that it tells nobody anything; below its project, so that an operator can tell whose it is. */
function newBlobName({ project }: RoomAddress): string {
  return `${project}/${randomBytes(24).toString("base64url")}`;
}

function fileId(text: string): StorageFileId {
  const id = StorageFileId.safeParse(text);
  if (!id.success) throw malformed("fileId");
  return id.data;
}

function uploadId(text: string): string {
  if (!uploadIdForm.test(text)) throw malformed("uploadId");
  return text;
}

function partNumber(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw malformed("partNumber");
  return Number(text);
}

function uploadNotFound() {
  return new WeftError("RESOURCE_NOT_FOUND", { message: "Upload not found." });
}

function malformed(name: string) {
  return new WeftError("BAD_REQUEST", { message: `The path's ${name} is malformed.` });
}

function checkSize(said: number | undefined, size: number): void {
  if (said !== undefined && said !== size)
    throw invalid(["fileSize"], `must be the number of bytes that arrive, ${size}.`);
}

function repeated(file: FileRecord, agrees: boolean): StorageFile {
  if (!agrees) throw new WeftError("CONFLICT");
  return description(file);
}

function description({ id, name, size, mimeType }: FileRecord): StorageFile {
  return { id, name, size, mimeType };
}
