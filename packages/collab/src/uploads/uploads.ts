/**
 * Uploads, and the files that they become, for every kind of file.
 *
 *   one call ───► upload row ─► bytes ─► upload becomes file
 *   in parts ───► upload row ─► bytes and row of each part ─► bytes joined ─► upload becomes file
 *                    └ given up, expired, or its owner deleted: its bytes are pending deletion
 *
 * - Bytes are written only while a row names them, and a file's row only when its bytes are durable. So a crash between
 *   any two steps leaves an upload that continues or expires, and never a file without bytes.
 * - Bytes are deleted by `collectBlobs` alone (`collect-blobs.ts`).
 * - The bytes of a file never change. Repeating a call that succeeded returns the same answer.
 */
import { createHash, randomBytes } from "node:crypto";
import { limits as platformLimits, WeftError } from "@weft/protocol";
import type { Limits } from "@weft/protocol";
import mime from "mime";
import { invalid } from "../invalid.ts";
import type { Quotas } from "../quotas.ts";
import { KeyedMutex } from "../keyed-mutex.ts";
import type { BlobStore, ByteRange } from "./blob-store.ts";
import { sniffedBytes, sniffImage } from "./sniff.ts";
import type {
  FileRecord,
  FinishedUpload,
  PartRecord,
  UploadOwner,
  UploadRecord,
  UploadRecords,
} from "./upload-records.ts";

/** A file as its uploader describes it. */
export interface FileDraft {
  readonly id: string;
  readonly name: string;
  /** Bytes of the whole file. When given, as many must arrive. */
  readonly size?: number;
  /** Recorded with the file. */
  readonly userId?: string;
}

export interface UploadName {
  readonly fileId: string;
  readonly uploadId: string;
  /** When given, uploads that another user has started are unknown. */
  readonly userId?: string;
}

/** The differences between kinds of files. */
export interface UploadRules<Id extends string> {
  /** The file's id, if the text is one; else undefined. */
  readonly readId: (text: string) => Id | undefined;
  /** The name of that id in paths. `fileId` by default. */
  readonly idName?: string;
  /** The error for an upload that is unknown. RESOURCE_NOT_FOUND by default. */
  readonly unknownUpload?: () => WeftError;
  /** Bytes of one file. */
  readonly file: number;
  /** Bytes of a part, except the last one. */
  readonly part: number;
  /** Bytes of all files of an owner, uploads that have begun included. */
  readonly total: number;
  /** A file that is not kept within this time is deleted. Absent when files are kept from the start. */
  readonly expireAfterMs?: number;
}

/**
 * Uploads of one kind. Ids that are malformed reject with BAD_REQUEST, a missing room with ROOM_NOT_FOUND.
 * @typeParam Id the ids of its files
 */
export interface FileUploads<Id extends string> {
  /** CONFLICT when the id is taken by a file of another name or size. */
  upload(owner: UploadOwner, file: FileDraft, bytes: Uint8Array): Promise<FileRecord<Id>>;
  /** CONFLICT when the id is taken, PAYLOAD_TOO_LARGE when the file or the owner's files would be over their limit. */
  start(owner: UploadOwner, file: FileDraft): Promise<{ readonly fileId: Id; readonly uploadId: string }>;
  /** The error of the rules when there is no such upload, CONFLICT when the part was sent before with other bytes. */
  putPart(
    owner: UploadOwner,
    upload: UploadName,
    number: string,
    bytes: Uint8Array,
  ): Promise<{ readonly partNumber: number; readonly etag: string }>;
  /**
   * UNPROCESSABLE_ENTITY when the parts are not those that were sent, from the first to the last. `userId` is recorded with
   * the file; CONFLICT when the upload was started for another user.
   */
  complete(
    owner: UploadOwner,
    upload: UploadName,
    parts: readonly { readonly partNumber: number; readonly etag: string }[],
    userId?: string,
  ): Promise<FileRecord<Id>>;
  /** Giving up what is not there, or was completed, does nothing. */
  abort(owner: UploadOwner, upload: UploadName): Promise<void>;

  find(owner: UploadOwner, id: string): Promise<FileRecord<Id> | undefined>;
  findMany(owner: UploadOwner, ids: readonly Id[]): Promise<ReadonlyMap<Id, FileRecord<Id>>>;
  /** Undefined when the bytes are gone: deleted with their owner since the record was read, or missing from a backup. */
  read(file: FileRecord, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined>;
}

export interface UploadsOptions<Id extends string> {
  readonly rules: UploadRules<Id>;
  readonly records: UploadRecords;
  readonly blobs: BlobStore;
  /** A file has arrived whole. */
  readonly uploaded?: (owner: UploadOwner, file: FileRecord<Id>) => void;
  readonly quotas?: Pick<Quotas, "admitBytes">;
  readonly limits?: Limits;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

export function openUploads<Id extends string>(options: UploadsOptions<Id>): FileUploads<Id> {
  return new RecordedUploads(options);
}

const uploadIdForm = /^up_[\w-]{22}$/;

class RecordedUploads<Id extends string> implements FileUploads<Id> {
  readonly #rules: UploadRules<Id>;
  readonly #records: UploadRecords;
  readonly #blobs: BlobStore;
  readonly #uploaded: UploadsOptions<Id>["uploaded"];
  readonly #quotas: UploadsOptions<Id>["quotas"];
  readonly #limits: Limits;
  readonly #now: () => number;
  readonly #completions = new KeyedMutex();

  constructor({
    rules,
    records,
    blobs,
    uploaded,
    quotas,
    limits = platformLimits,
    now = Date.now,
  }: UploadsOptions<Id>) {
    this.#rules = rules;
    this.#uploaded = uploaded;
    this.#records = records;
    this.#blobs = blobs;
    this.#quotas = quotas;
    this.#limits = limits;
    this.#now = now;
  }

  async upload(owner: UploadOwner, draft: FileDraft, bytes: Uint8Array): Promise<FileRecord<Id>> {
    const id = this.#fileId(draft.id);
    checkSize(draft.size, bytes.length);
    const same = ({ name, size, userId }: FileRecord<Id>) =>
      name === draft.name && size === bytes.length && userId === draft.userId;
    const earlier = await this.#records.find(owner, id);
    if (earlier !== undefined) return repeated(earlier, same(earlier));

    const upload = await this.#begin(owner, { ...draft, id, size: bytes.length }, "");
    try {
      await this.#blobs.put(upload.blob, bytes);
      const image = await sniffImage(bytes);
      const file = await this.#finish(owner, upload, bytes.length, image);
      if (file !== undefined) return file;
    } catch (error) {
      await this.#records.abandon(owner, upload.id);
      throw error;
    }
    // Another upload of this id has finished first, or the owner was deleted.
    await this.#records.abandon(owner, upload.id);
    const winner = await this.#records.find(owner, id);
    if (winner === undefined) throw new WeftError("ROOM_NOT_FOUND");
    return repeated(winner, same(winner));
  }

  async start(owner: UploadOwner, draft: FileDraft) {
    const id = this.#fileId(draft.id);
    if (draft.size === 0)
      throw new WeftError("BAD_REQUEST", { message: "An empty file has no parts: upload it in one request." });
    if (draft.size !== undefined && draft.size > this.#rules.file) throw this.#tooLarge();
    if ((await this.#records.find(owner, id)) !== undefined) throw new WeftError("CONFLICT");
    const blob = newBlobName(owner);
    const session = await this.#blobs.startParts(blob);
    try {
      const upload = await this.#begin(owner, { ...draft, id }, session, blob);
      return { fileId: id, uploadId: upload.id };
    } catch (error) {
      await this.#blobs.dropParts(blob, session);
      throw error;
    }
  }

  async putPart(owner: UploadOwner, name: UploadName, numberText: string, bytes: Uint8Array) {
    const number = partNumber(numberText);
    const upload = await this.#find(owner, name);
    if (bytes.length === 0) throw new WeftError("BAD_REQUEST", { message: "The part is empty." });
    if (number > Math.ceil(this.#rules.file / this.#rules.part)) throw this.#tooLarge();
    const etag = createHash("sha256").update(bytes).digest("hex");
    const known = await this.#part(owner, upload, number);
    if (known === undefined) {
      const tag = await this.#blobs.putPart(upload.blob, upload.session, number, bytes);
      const kept = await this.#records.insertPart(owner, upload.id, { number, etag, tag, size: bytes.length });
      if (!kept) throw this.#unknownUpload();
    }
    // Of two that send different bytes at the same time, the record says who was first.
    const first = known ?? (await this.#part(owner, upload, number));
    if (first !== undefined && first.etag !== etag) throw new WeftError("CONFLICT");
    return { partNumber: number, etag };
  }

  async complete(
    owner: UploadOwner,
    name: UploadName,
    sent: readonly { readonly partNumber: number; readonly etag: string }[],
    userId = name.userId,
  ): Promise<FileRecord<Id>> {
    return this.#completions.run(name.uploadId, async () => {
      const isSame = (file: FileRecord, upload: string) =>
        file.upload === upload && (userId === undefined || file.userId === userId);
      const finished = await this.find(owner, name.fileId);
      if (finished !== undefined) return repeated(finished, isSame(finished, uploadId(name.uploadId)));
      const upload = await this.#find(owner, name);
      if (userId !== undefined && upload.userId !== undefined && upload.userId !== userId)
        throw new WeftError("CONFLICT", { message: "The upload was started for another user." });
      const kept = await this.#records.parts(owner, upload.id);
      const parts = sent.map(({ partNumber: number, etag }, index) => {
        const part = kept.find((candidate) => candidate.number === number);
        if (part?.etag !== etag) throw invalid(["parts", index], "must be a part as it was answered when it was sent.");
        if (number !== index + 1) throw invalid(["parts", index], "must follow the part before it.");
        return part;
      });
      if (parts.length < kept.length) throw invalid(["parts"], "must name every part that was sent.");
      const size = parts.reduce((sum, part) => sum + part.size, 0);
      if (size > this.#rules.file) throw this.#tooLarge();
      checkSize(upload.sized ? upload.reserved : undefined, size);

      await this.#blobs.joinParts(upload.blob, upload.session, parts);
      const image = await sniffImage(await this.#head(upload.blob, size));
      const file = await this.#finish(owner, { ...upload, userId: upload.userId ?? userId }, size, image);
      if (file !== undefined) return file;
      await this.#records.abandon(owner, upload.id);
      const winner = await this.find(owner, upload.file);
      if (winner === undefined) throw this.#unknownUpload();
      return repeated(winner, isSame(winner, upload.id));
    });
  }

  async abort(owner: UploadOwner, name: UploadName): Promise<void> {
    const id = uploadId(name.uploadId);
    const upload = await this.#records.upload(owner, id);
    if (upload?.file === this.#fileId(name.fileId) && isOf(upload, name)) await this.#records.abandon(owner, id);
  }

  async find(owner: UploadOwner, id: string): Promise<FileRecord<Id> | undefined> {
    return this.#records.find(owner, this.#fileId(id));
  }

  async findMany(owner: UploadOwner, ids: readonly Id[]) {
    const found = ids.length === 0 ? [] : await this.#records.findMany(owner, [...new Set(ids)]);
    return new Map(found.map((file) => [file.id, file]));
  }

  async read(file: FileRecord, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined> {
    return this.#blobs.read(file.blob, range);
  }

  async #begin(
    owner: UploadOwner,
    draft: FileDraft & { readonly id: Id },
    session: string,
    blob = newBlobName(owner),
  ): Promise<UploadRecord> {
    const reserved = draft.size ?? this.#rules.file;
    if ((await this.#records.usage(owner)) + reserved > this.#rules.total)
      throw new WeftError("PAYLOAD_TOO_LARGE", {
        message: `${owner.room === undefined ? "The project's" : "The room's"} files can have ${this.#rules.total} bytes in total.`,
        suggestion: owner.room === undefined ? "Upload a smaller file." : "Upload a smaller file, or use another room.",
      });
    await this.#quotas?.admitBytes(owner.project, reserved);
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
      userId: draft.userId,
      expiresAt: this.#now() + this.#limits.storageUploadMs,
    };
    if (!(await this.#records.insertUpload(owner, upload))) throw new WeftError("ROOM_NOT_FOUND");
    return upload;
  }

  async #find(owner: UploadOwner, name: UploadName): Promise<UploadRecord> {
    const upload = await this.#records.upload(owner, uploadId(name.uploadId));
    const isKnown = upload?.file === this.#fileId(name.fileId) && upload.session !== "" && isOf(upload, name);
    if (!isKnown) throw this.#unknownUpload();
    return upload;
  }

  async #part(owner: UploadOwner, upload: UploadRecord, number: number): Promise<PartRecord | undefined> {
    return (await this.#records.parts(owner, upload.id)).find((part) => part.number === number);
  }

  async #finish(
    owner: UploadOwner,
    upload: UploadRecord,
    size: number,
    image: string | undefined,
  ): Promise<FileRecord<Id> | undefined> {
    const { file: id, name, blob, userId } = upload;
    const createdAt = this.#now();
    const { expireAfterMs } = this.#rules;
    const finished: FinishedUpload = {
      upload: upload.id,
      size,
      mimeType: (name.includes(".") && mime.getType(name)) || "",
      image,
      userId,
      createdAt,
      expiresAt: expireAfterMs === undefined ? undefined : createdAt + expireAfterMs,
    };
    if (!(await this.#records.finish(owner, finished))) return undefined;
    const file = { ...finished, id: id as Id, name, blob };
    this.#uploaded?.(owner, file);
    return file;
  }

  async #head(blob: string, size: number): Promise<Uint8Array> {
    const bytes = await this.#blobs.read(blob, { start: 0, end: Math.min(sniffedBytes, size) - 1 });
    const pieces: Uint8Array[] = [];
    for await (const piece of bytes ?? []) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  #fileId(text: string): Id {
    const id = this.#rules.readId(text);
    if (id === undefined) throw malformed(this.#rules.idName ?? "fileId");
    return id;
  }

  #unknownUpload() {
    const { unknownUpload = uploadNotFound } = this.#rules;
    return unknownUpload();
  }

  #tooLarge() {
    return new WeftError("PAYLOAD_TOO_LARGE", {
      message: `A file can have at most ${this.#rules.file} bytes.`,
    });
  }
}

/** Random, so that it reveals nothing; below its project, so that an operator can see whose it is. */
function newBlobName({ project }: UploadOwner): string {
  return `${project}/${randomBytes(24).toString("base64url")}`;
}

function isOf(upload: UploadRecord, { userId }: UploadName): boolean {
  return userId === undefined || upload.userId === userId;
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

function repeated<Id extends string>(file: FileRecord<Id>, agrees: boolean): FileRecord<Id> {
  if (!agrees) throw new WeftError("CONFLICT");
  return file;
}
