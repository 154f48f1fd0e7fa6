/** Bytes from `start` up to and with `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A part as `putPart` took it. */
export interface BlobPart {
  readonly number: number;
  /** What `putPart` answered. */
  readonly tag: string;
}

/** How a blob is to be served at an address that is not ours. */
export interface BlobHeaders {
  readonly type: string;
  readonly disposition: string;
}

/**
 * Where the bytes of files are kept. The server chooses names, never a caller. A name is used once, and its bytes never
 * change. Every call is durable when it answers, may be repeated, and rejects with SERVICE_UNAVAILABLE when the disk or
 * the service behind it does not answer.
 */
export interface BlobStore {
  /** Writes and deletes a byte, so that settings that cannot work are found at start. Rejects with `BlobsRefused`. */
  check(): Promise<void>;
  /** Bytes that can still be written; absent where that is unknown. */
  free?(): Promise<number>;
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there is nothing of this name. A range lies within the blob. */
  read(name: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined>;
  delete(name: string): Promise<void>;

  /** Answers the session that the parts of this blob are put under. */
  startParts(name: string): Promise<string>;
  /** In any order, several at a time. The same number and bytes make the same part. */
  putPart(name: string, session: string, number: number, bytes: Uint8Array): Promise<string>;
  /** Makes the blob of parts given in order, and may keep them. UNPROCESSABLE_ENTITY when it cannot join them. */
  joinParts(name: string, session: string, parts: readonly BlobPart[]): Promise<void>;
  /** Forgets the parts of a session, whether they were joined or not. */
  dropParts(name: string, session: string): Promise<void>;

  /** A URL at which anyone can read the blob for a while; undefined if only this server can. */
  address(name: string, headers: BlobHeaders, lifetimeMs: number): Promise<string | undefined>;
}

/** Blobs cannot be kept here. The message is the one sentence that the operator reads. */
export class BlobsRefused extends Error {
  override name = "BlobsRefused";
}
