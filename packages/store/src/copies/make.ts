import { randomBytes } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { removeCopy } from "../sqlite/copy.ts";
import type { DataFile } from "../sqlite/data-file.ts";
import { encodeSegment, manifestName, parseName, pieceName, segmentName, sha256 } from "./format.ts";
import type { BaseManifest } from "./format.ts";
import { keptNames } from "./retention.ts";
import type { BackupPlace } from "./place.ts";

export interface CopierOptions {
  readonly dataFile: Pick<DataFile, "backup" | "captureLog">;
  readonly place: BackupPlace;
  /** A file on a local disk, where a base lies until it is in its place. */
  readonly scratch: string;
  readonly baseEveryMs: number;
  readonly keptMs: number;
  readonly now: () => number;
}

/** Copies a database to a second place, step by step: each step is as long as one capture, or as one base. */
export interface Copier {
  /** Copies what was written since the last call. Everything acknowledged before the call is in the copy when it answers. */
  copyLog(): Promise<void>;
  /** Takes a base, when there is none yet in this stream or the last is old, and deletes copies that are too old. */
  copyBase(): Promise<void>;
  /** When the last successful `copyLog` began; undefined before the first base is complete. */
  readonly upTo: number | undefined;
  readonly bytes: number;
}

export function createCopier(options: CopierOptions): Copier {
  // A crash leaves a base behind, which takes as much of the disk as the database.
  removeCopy(options.scratch);
  return new StreamCopier(options);
}

const pieceBytes = 8 * 1024 * 1024;

interface Unstored {
  readonly name: string;
  readonly bytes: Uint8Array;
}

class StreamCopier implements Copier {
  readonly #options: CopierOptions;
  #stream: string | undefined;
  /** Segments of this stream so far. */
  #number = 0;
  /** Captured and not in its place yet. */
  #unstored: Unstored | undefined;
  #copying: Promise<void> | undefined;
  #base: { readonly stream: string; readonly at: number; readonly number: number } | undefined;
  #capturedAt: number | undefined;
  upTo: number | undefined;
  bytes = 0;

  constructor(options: CopierOptions) {
    this.#options = options;
  }

  async copyLog(): Promise<void> {
    // One that is under way may have captured before this call.
    await this.#copying?.catch(() => {});
    this.#copying ??= this.#copyLog().finally(() => (this.#copying = undefined));
    return this.#copying;
  }

  async copyBase(): Promise<void> {
    const { dataFile, scratch, baseEveryMs, now } = this.#options;
    if (this.#stream === undefined) await this.copyLog();
    const stream = this.#stream!;
    const base = this.#base;
    const isFresh = base?.stream === stream && (base.number === this.#number || now() - base.at < baseEveryMs);
    if (isFresh) return;
    const after = this.#number;
    const begun = now();
    await dataFile.backup(scratch);
    try {
      const pieces = await this.#dataFilePieces(stream, after, scratch);
      await this.copyLog();
      // What came between was lost: the next call takes another.
      if (this.#stream !== stream) return;
      const manifest: BaseManifest = { stream, after, through: this.#number, at: this.#capturedAt!, pieces };
      await this.#put(manifestName(stream, after), Buffer.from(JSON.stringify(manifest)));
      this.#base = { stream, at: begun, number: after };
      this.upTo = this.#capturedAt;
    } finally {
      await rm(scratch, { force: true });
    }
    await this.#deleteOld();
  }

  async #copyLog(): Promise<void> {
    const { dataFile, now } = this.#options;
    await this.#dataFileSegment();
    const at = now();
    const { continued, frames, pageSize } = await dataFile.captureLog();
    if (!continued || this.#stream === undefined) {
      this.#stream = `${new Date(at).toISOString().replaceAll(/[-:.]/g, "")}-${randomBytes(4).toString("hex")}`;
      this.#number = 0;
    } else if (frames.length > 0) {
      const number = ++this.#number;
      this.#unstored = {
        name: segmentName(this.#stream, number),
        bytes: encodeSegment({ number, at, pageSize }, frames),
      };
      await this.#dataFileSegment();
    }
    this.#capturedAt = at;
    if (this.#base?.stream === this.#stream) this.upTo = at;
  }

  async #dataFileSegment(): Promise<void> {
    if (this.#unstored === undefined) return;
    await this.#put(this.#unstored.name, this.#unstored.bytes);
    this.#unstored = undefined;
  }

  async #dataFilePieces(stream: string, after: number, path: string): Promise<BaseManifest["pieces"]> {
    const pieces: { bytes: number; sha256: string }[] = [];
    await using file = await open(path, "r");
    for (;;) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(pieceBytes), 0, pieceBytes);
      if (bytesRead === 0) return pieces;
      const piece = buffer.subarray(0, bytesRead);
      await this.#put(pieceName(stream, after, pieces.length), piece);
      pieces.push({ bytes: bytesRead, sha256: sha256(piece) });
      // A large base takes long; the log does not wait for it.
      if (this.#stream === stream) await this.copyLog();
    }
  }

  async #put(name: string, bytes: Uint8Array): Promise<void> {
    await this.#options.place.put(name, bytes);
    this.bytes += bytes.length;
  }

  async #deleteOld(): Promise<void> {
    const { place, keptMs, now } = this.#options;
    const names = (await place.list()).filter((name) => parseName(name) !== undefined);
    const kept = await keptNames(names, place, { now: now(), keptMs });
    // Manifests first: a base without one is none, whatever else of it is there.
    const outdated = names.filter((name) => !kept.has(name));
    outdated.sort((a, b) => Number(b.endsWith("manifest.json")) - Number(a.endsWith("manifest.json")));
    for (const name of outdated) await place.delete(name);
  }
}
