/** The files behind links of our own, of every kind. */
import { WeftError } from "@weft/protocol";
import type { BlobStore, ByteRange } from "../uploads/blob-store.ts";
import type { FileRecord, UploadKind, UploadRecords } from "../uploads/upload-records.ts";
import type { FileLinks } from "./file-links.ts";

export interface LinkedFile {
  readonly file: FileRecord;
  readonly kind: UploadKind;
  readonly expiresAt: number;
}

export interface LinkedFiles {
  /** INVALID_FILE_LINK; when the file is gone, STORAGE_FILE_NOT_FOUND or, of another kind, RESOURCE_NOT_FOUND. */
  follow(id: string, query: URLSearchParams): Promise<LinkedFile>;
  /** Rejects like `follow` when the bytes are gone. */
  read(linked: LinkedFile, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
}

export interface LinkedFilesOptions {
  readonly records: Pick<UploadRecords, "find">;
  readonly blobs: Pick<BlobStore, "read">;
  readonly links: FileLinks;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

export function createLinkedFiles({ records, blobs, links, now = Date.now }: LinkedFilesOptions): LinkedFiles {
  return {
    async follow(id, query) {
      const { owner, file: opened, expiresAt } = links.open(id, query, now());
      const file = await records.find(owner, opened);
      if (file === undefined) throw missing(owner.kind);
      return { file, kind: owner.kind, expiresAt };
    },
    async read({ file, kind }, range) {
      const bytes = await blobs.read(file.blob, range);
      if (bytes === undefined) throw missing(kind);
      return bytes;
    },
  };
}

function missing(kind: UploadKind) {
  if (kind === "storageFile") return new WeftError("STORAGE_FILE_NOT_FOUND");
  return new WeftError("RESOURCE_NOT_FOUND", { message: "File not found." });
}
