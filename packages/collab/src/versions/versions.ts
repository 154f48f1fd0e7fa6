/**
 * Version history of rooms.
 *
 *   create ─► take (the room, at one moment, durable) ─► compress (off the main thread) ─► insert, and the oldest go
 *   restore ─► read ─► create (the present, so that there is a way back) ─► write (the room, as a new change)
 *
 * - Whatever was acknowledged before a version was asked for is in it.
 * - A project's versions are made one at a time, so that a project that asks for many does not block the others, and at
 *   most one of its rooms is in memory.
 * - Versions of one room are made and restored one after another, also by several processes: none is of an earlier moment than the
 *   one before it, and a restored room is one version, not a mixture of two.
 * - A version stamped with an instant before a list's `requestedAt` was in that list, so polling from there misses
 *   none. Other processes may be writing some: `requestedAt` is as much earlier as that may take.
 */
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { limits as platformLimits, VersionId, WeftError } from "@weft/protocol";
import type { Limits, RoomAddress } from "@weft/protocol";
import type { Cursors } from "../cursor.ts";
import { atOnce } from "../in-turn.ts";
import type { InTurn } from "../in-turn.ts";
import { KeyedMutex } from "../keyed-mutex.ts";
import { createdFrom, creationKey, keysetPage } from "../keyset-page.ts";
import type { VersionContents, VersionRecord, VersionRecords } from "./version-records.ts";

export interface Versions {
  /** UNPROCESSABLE_ENTITY for a cursor of anything else. */
  page(
    room: RoomAddress,
    search: { readonly limit: number; readonly cursor?: string },
  ): Promise<{
    readonly versions: readonly VersionRecord[];
    /** Null on the last page. */
    readonly nextCursor: string | null;
  }>;
  /** Every version, or those of that instant and later, newest first, and the instant to ask from the next time. */
  since(
    room: RoomAddress,
    instant?: number,
  ): Promise<{ readonly versions: readonly VersionRecord[]; readonly requestedAt: number }>;
  /** ROOM_NOT_FOUND; SERVICE_UNAVAILABLE when too many of the project wait to be made. */
  create(room: RoomAddress): Promise<VersionRecord>;
  /** Storage as lines of JSON, a node on each, the root first. RESOURCE_NOT_FOUND. */
  storage(room: RoomAddress, id: string): Promise<Uint8Array>;
  /** The root Yjs document as one V1 update. RESOURCE_NOT_FOUND. */
  document(room: RoomAddress, id: string): Promise<Uint8Array>;
  /**
   * Writes a version into its room again, as a new change, and answers with the version of what the room was until then.
   * RESOURCE_NOT_FOUND, and what `create` and `write` reject with.
   */
  restore(room: RoomAddress, id: string): Promise<VersionRecord>;
  /** RESOURCE_NOT_FOUND. */
  delete(room: RoomAddress, id: string): Promise<void>;
}

/** A room as of one moment, all of it durable. */
export interface RoomMoment {
  /** Distinguishes the room from a later one with the same id. */
  readonly key: number;
  readonly seq: number;
  readonly storage: readonly Uint8Array[];
  readonly document: Uint8Array;
}

export interface VersionsOptions {
  readonly records: VersionRecords;
  readonly cursors: Cursors;
  /** Takes the room as it is; ROOM_NOT_FOUND. */
  readonly take: (room: RoomAddress) => Promise<RoomMoment>;
  /** Writes what a version held, uncompressed, into the room. */
  readonly write: (room: RoomAddress, contents: VersionContents) => Promise<void>;
  /** Runs work that makes or restores versions of a room when no other process does. By default, there is no other process. */
  readonly inTurn?: InTurn;
  /** A version was made. */
  readonly created?: (room: RoomAddress, version: VersionRecord) => void;
  readonly now: () => number;
  readonly limits?: Limits;
}

export function createVersions(options: VersionsOptions): Versions {
  return new KeptVersions(options);
}

const compress = promisify(gzip);
const decompress = promisify(gunzip);

class KeptVersions implements Versions {
  readonly #options: VersionsOptions;
  readonly #limits: Limits;
  readonly #mutex = new KeyedMutex();
  /** By project: how many wait or are being made. */
  readonly #waiting = new Map<string, number>();
  /** Instants of versions that are being written. */
  readonly #writing = new Set<{ readonly createdAt: number }>();

  constructor(options: VersionsOptions) {
    this.#options = options;
    this.#limits = options.limits ?? platformLimits;
  }

  async page(room: RoomAddress, { limit, cursor }: { readonly limit: number; readonly cursor?: string }) {
    const { records, cursors } = this.#options;
    const { items, nextCursor } = await keysetPage({
      cursors,
      scope: { project: room.project, list: `versions\n${room.room}` },
      limit,
      cursor,
      read: (most, key) => records.list(room, { limit: most, after: createdFrom(key) }),
      keyOf: creationKey,
    });
    return { versions: items, nextCursor };
  }

  async since(room: RoomAddress, instant = 0) {
    const { records, now } = this.#options;
    const elsewhere = now() - this.#limits.changeOverlapMs;
    const requestedAt = Math.min(elsewhere, ...this.#writing.values().map(({ createdAt }) => createdAt));
    return { versions: await records.since(room, instant), requestedAt };
  }

  create(room: RoomAddress): Promise<VersionRecord> {
    return this.#alone(room, () => this.#make(room));
  }

  #alone(room: RoomAddress, work: () => Promise<VersionRecord>): Promise<VersionRecord> {
    const { inTurn = atOnce } = this.#options;
    const { project } = room;
    const waiting = this.#waiting.get(project) ?? 0;
    if (waiting >= this.#limits.versionsWaiting)
      return Promise.reject(
        new WeftError("SERVICE_UNAVAILABLE", {
          message: "Too many versions are waiting to be created; try again later.",
        }),
      );
    this.#waiting.set(project, waiting + 1);
    return this.#mutex
      .run(project, () => inTurn(room, work))
      .finally(() => {
        const left = this.#waiting.get(project)! - 1;
        if (left === 0) this.#waiting.delete(project);
        else this.#waiting.set(project, left);
      });
  }

  storage(room: RoomAddress, id: string): Promise<Uint8Array> {
    return this.#read(room, id, "storage");
  }

  document(room: RoomAddress, id: string): Promise<Uint8Array> {
    return this.#read(room, id, "document");
  }

  restore(room: RoomAddress, id: string): Promise<VersionRecord> {
    return this.#alone(room, async () => {
      const [storage, document] = await Promise.all([this.storage(room, id), this.document(room, id)]);
      const present = await this.#make(room);
      await this.#options.write(room, { storage, document });
      return present;
    });
  }

  async delete(room: RoomAddress, id: string): Promise<void> {
    if (!(await this.#options.records.delete(room, id))) throw unknown();
  }

  async #make(room: RoomAddress): Promise<VersionRecord> {
    const { records, take, now } = this.#options;
    const { versionsPerRoom: count, versionBytesPerRoom: bytes } = this.#limits;
    const moment = await take(room);
    const [storage, document] = await Promise.all([compress(Buffer.concat(moment.storage)), compress(moment.document)]);
    const id = VersionId.parse(`vh_${randomBytes(16).toString("base64url").slice(0, 21)}`);
    const { key, seq } = moment;
    const version = { id, createdAt: now(), key, seq, storage, document };
    this.#writing.add(version);
    try {
      const record = await records.insert(room, version, { count, bytes });
      if (record === undefined) throw new WeftError("ROOM_NOT_FOUND");
      this.#options.created?.(room, record);
      return record;
    } finally {
      this.#writing.delete(version);
    }
  }

  async #read(room: RoomAddress, id: string, part: keyof VersionContents): Promise<Uint8Array> {
    const compressed = await this.#options.records.contents(room, id, part);
    if (compressed === undefined) throw unknown();
    return decompress(compressed);
  }
}

function unknown(): WeftError {
  return new WeftError("RESOURCE_NOT_FOUND", { message: "Version not found." });
}
