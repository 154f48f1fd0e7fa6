/** The files of a room's Storage: uploads of their own kind, and the links under which they can be read. */
import { limits as platformLimits, StorageFileId, WeftError } from "@weft/protocol";
import type { Limits, RoomAddress, StorageFile } from "@weft/protocol";
import type { BlobStore, ByteRange } from "../uploads/blob-store.ts";
import { servedAs } from "../uploads/served-as.ts";
import type { FileRecord, UploadOwner } from "../uploads/upload-records.ts";
import { openUploads } from "../uploads/uploads.ts";
import type { FileDraft, UploadName, FileUploads, UploadsOptions } from "../uploads/uploads.ts";
import type { FileLinks } from "./file-links.ts";

export interface FileLink {
  readonly url: string;
  readonly expiresAt: number;
}

/** Uploads (see `FileUploads`), and links to what they have become. */
export interface StorageFiles {
  upload(room: RoomAddress, file: FileDraft, bytes: Uint8Array): Promise<StorageFile>;
  start(room: RoomAddress, file: FileDraft): ReturnType<FileUploads<StorageFileId>["start"]>;
  putPart(
    room: RoomAddress,
    upload: UploadName,
    number: string,
    bytes: Uint8Array,
  ): ReturnType<FileUploads<StorageFileId>["putPart"]>;
  complete(
    room: RoomAddress,
    upload: UploadName,
    parts: readonly { readonly partNumber: number; readonly etag: string }[],
  ): Promise<StorageFile>;
  abort(room: RoomAddress, upload: UploadName): Promise<void>;

  /** The file that was uploaded under this id to this room, whether Storage holds it or not. */
  find(room: RoomAddress, id: string): Promise<FileRecord<StorageFileId> | undefined>;
  findMany(
    room: RoomAddress,
    ids: readonly StorageFileId[],
  ): Promise<ReadonlyMap<StorageFileId, FileRecord<StorageFileId>>>;
  /** A link under which anyone can read the file until the link expires. Links of our own begin with `origin`. */
  link(room: RoomAddress, file: FileRecord<StorageFileId>, origin: string): Promise<FileLink>;
  /** When links expire that are made now. */
  linksExpireAt(): number;
  /** The file of a link of our own. INVALID_FILE_LINK, STORAGE_FILE_NOT_FOUND. */
  follow(id: string, query: URLSearchParams): Promise<{ readonly file: FileRecord; readonly expiresAt: number }>;
  /** STORAGE_FILE_NOT_FOUND when the bytes are gone. */
  read(file: FileRecord, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
}

export interface StorageFilesOptions extends Pick<
  UploadsOptions<StorageFileId>,
  "records" | "quotas" | "limits" | "now"
> {
  readonly blobs: BlobStore;
  readonly links: FileLinks;
  /** A file has arrived whole. */
  readonly uploaded?: (room: RoomAddress, file: FileRecord) => void;
}

export function createStorageFiles(options: StorageFilesOptions): StorageFiles {
  const { records, blobs, links, uploaded, quotas, limits = platformLimits, now = Date.now } = options;
  const uploads = openUploads({
    rules: storageFileRules(limits),
    records,
    blobs,
    quotas,
    limits,
    now,
    uploaded({ project, room }, file) {
      if (room !== undefined) uploaded?.({ project, room }, file);
    },
  });
  const linksExpireAt = () => now() + limits.storageFileLinkMs;
  const find = (room: RoomAddress, id: string) => uploads.find(ownerOf(room), id);

  return {
    upload: async (room, file, bytes) => describe(await uploads.upload(ownerOf(room), file, bytes)),
    start: (room, file) => uploads.start(ownerOf(room), file),
    putPart: (room, upload, number, bytes) => uploads.putPart(ownerOf(room), upload, number, bytes),
    complete: async (room, upload, parts) => describe(await uploads.complete(ownerOf(room), upload, parts)),
    abort: (room, upload) => uploads.abort(ownerOf(room), upload),
    find,
    findMany: (room, ids) => uploads.findMany(ownerOf(room), ids),

    async link(room, file, origin) {
      const expiresAt = linksExpireAt();
      const elsewhere = await blobs.address(file.blob, servedAs(file), limits.storageFileLinkMs);
      return { url: elsewhere ?? links.sign(origin, room, file.id, expiresAt), expiresAt };
    },
    linksExpireAt,
    async follow(id, query) {
      const { room, file: opened, expiresAt } = links.open(id, query, now());
      const file = await find(room, opened);
      if (file === undefined) throw new WeftError("STORAGE_FILE_NOT_FOUND");
      return { file, expiresAt };
    },
    async read(file, range) {
      const bytes = await uploads.read(file, range);
      if (bytes === undefined) throw new WeftError("STORAGE_FILE_NOT_FOUND");
      return bytes;
    },
  };
}

function storageFileRules(limits: Limits) {
  return {
    readId: (text: string) => StorageFileId.safeParse(text).data,
    file: limits.storageFile,
    part: limits.storageFilePart,
    total: limits.storageFilesPerRoom,
  };
}

function ownerOf({ project, room }: RoomAddress): UploadOwner {
  return { project, room, kind: "storageFile" };
}

function describe({ id, name, size, mimeType }: FileRecord<StorageFileId>): StorageFile {
  return { id, name, size, mimeType };
}
