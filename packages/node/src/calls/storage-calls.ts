import type { AppStorage, PlainLsonObject, ToJson } from "@weft/client";
import { LiveFile } from "@weft/client";
import type { FileData, JsonObject } from "@weft/protocol/types";
import { mutateStorage } from "../storage/mutate.ts";
import type { StorageContext } from "../storage/mutate.ts";
import { eachOf } from "../each.ts";
import type { RoomData, RoomsQueryCriteria } from "../types/rooms.ts";
import type { LiveFileReference, StorageFileUrl, StoragePatchOperation } from "../types/storage.ts";
import { newFileId, upload } from "../upload.ts";
import type { RequestOptions } from "./calls.ts";
import { RoomCalls } from "./room-calls.ts";

type MayWait<T> = T | PromiseLike<T>;

export type MutateStorageOptions = RequestOptions;
/** Edits the Storage of one room, starting at its root. */
export type MutateStorageCallback = (context: StorageContext<AppStorage>) => MayWait<void>;
/** How Storage of many rooms is edited. `concurrency` is how many rooms at once. */
export interface MassMutateStorageOptions extends MutateStorageOptions {
  /** How many rooms are edited at the same time; 8 unless given. */
  concurrency?: number;
}
/** Edits the Storage of one of several rooms. */
export type MassMutateStorageCallback = (context: StorageContext<AppStorage> & { room: RoomData }) => MayWait<void>;

/** Storage, its files, and Yjs documents. */
export abstract class StorageCalls extends RoomCalls {
  /**
   * The Storage of a room: with the types of its nodes, so that it can be sent back, or as plain JSON.
   *
   * @param format `plain-lson` unless given
   */
  getStorageDocument(roomId: string, format?: "plain-lson", options?: RequestOptions): Promise<PlainLsonObject>;
  getStorageDocument(roomId: string, format: "json", options?: RequestOptions): Promise<ToJson<AppStorage>>;
  getStorageDocument(
    roomId: string,
    format: "plain-lson" | "json" = "plain-lson",
    options?: RequestOptions,
  ): Promise<PlainLsonObject | ToJson<AppStorage>> {
    return this.json("getStorageDocument", { path: { roomId }, query: { format }, ...options });
  }

  /** Fills an empty Storage. Connected users load it anew. */
  initializeStorageDocument(
    roomId: string,
    document: PlainLsonObject,
    options?: RequestOptions,
  ): Promise<PlainLsonObject> {
    return this.json("initializeStorageDocument", { path: { roomId }, body: document, ...options });
  }

  /** Empties Storage. Connected users load it anew. */
  deleteStorageDocument(roomId: string, options?: RequestOptions): Promise<void> {
    return this.nothing("deleteStorageDocument", { path: { roomId }, ...options });
  }

  /** Applies operations of RFC 6902 to Storage, all of them or none. */
  patchStorageDocument(
    roomId: string,
    operations: readonly StoragePatchOperation[],
    options?: RequestOptions,
  ): Promise<void> {
    return this.nothing("patchStorageDocument", { path: { roomId }, body: operations, ...options });
  }

  /**
   * Edits the Storage of a room with its own structures. Edits are sent while the callback runs, and have been stored when the
   * call ends. If the callback throws, what was not sent yet is dropped.
   *
   * @example
   * await weft.mutateStorage("board", ({ root }) => root.get("tasks").push("Write it down"));
   */
  mutateStorage(roomId: string, callback: MutateStorageCallback, options: MutateStorageOptions = {}): Promise<void> {
    const path = { roomId };
    return mutateStorage(
      {
        load: (signal) => this.lines("mutateStorage.load", { path, body: {}, signal }),
        send: (messages, signal) => this.json("mutateStorage.send", { path, body: { messages }, signal }),
      },
      callback,
      options.signal,
    );
  }

  /** Edits the Storage of all rooms that match, several at the same time. The first failure ends the call. */
  async massMutateStorage(
    criteria: RoomsQueryCriteria,
    callback: MassMutateStorageCallback,
    { concurrency = 8, signal }: MassMutateStorageOptions = {},
  ): Promise<void> {
    if (!Number.isInteger(concurrency) || concurrency < 1)
      throw new RangeError("`concurrency` must be an integer of at least 1.");
    const pageSize = Math.min(100, Math.max(20, concurrency * 4));
    await eachOf(
      (stopped) => this.iterRooms(criteria, { pageSize, signal: stopped }),
      (room, stopped) => this.mutateStorage(room.id, (context) => callback({ ...context, room }), { signal: stopped }),
      { concurrency, signal },
    );
  }

  /** Uploads a file that can then be put into the room's Storage. */
  async uploadFile(params: { roomId: string; file: File }, options: RequestOptions = {}): Promise<LiveFile> {
    const { roomId, file } = params;
    const ids = { roomId, fileId: newFileId("fl_") };
    const { name } = file;
    const fileSize = file.size;
    const data = await upload<FileData>(
      file,
      {
        whole: (bytes, signal) =>
          this.json("uploadFile.whole", { path: { ...ids, name }, query: { fileSize }, bytes, signal }),
        start: (signal) => this.json("uploadFile.start", { path: { ...ids, name }, query: { fileSize }, signal }),
        part: (uploadId, partNumber, bytes, signal) =>
          this.json("uploadFile.part", {
            path: { ...ids, uploadId, partNumber: String(partNumber) },
            bytes,
            signal,
          }),
        complete: (uploadId, parts, signal) =>
          this.json("uploadFile.complete", { path: { ...ids, uploadId }, body: { parts }, signal }),
        abort: (uploadId) => this.nothing("uploadFile.abort", { path: { ...ids, uploadId } }),
      },
      options.signal,
    );
    return new LiveFile(data);
  }

  /** A link to a file of Storage that anyone can use without a key until it expires. */
  async getFileUrl(
    params: { roomId: string; file: LiveFileReference },
    options?: RequestOptions,
  ): Promise<StorageFileUrl> {
    const { roomId, file } = params;
    const fileId = typeof file === "string" ? file : file.id;
    const { url, expiresAt }: StorageFileUrl = await this.json("getFileUrl", {
      path: { roomId, fileId },
      ...options,
    });
    return { url, expiresAt };
  }

  /**
   * The root Yjs document of a room as JSON.
   *
   * @param params `format`: texts as lists of text and formatting. `key`: only this root. `type`: what that root is read as.
   */
  getYjsDocument(
    roomId: string,
    params: { format?: boolean; key?: string; type?: string } = {},
    options?: RequestOptions,
  ): Promise<JsonObject> {
    const { format, key, type } = params;
    return this.json("getYjsDocument", { path: { roomId }, query: { formatting: format, key, type }, ...options });
  }

  /**
   * Applies a Yjs update, which everyone in the room receives.
   *
   * @param params `guid`: of a subdocument; the root document unless given
   */
  sendYjsBinaryUpdate(
    roomId: string,
    update: Uint8Array,
    params: { guid?: string } = {},
    options?: RequestOptions,
  ): Promise<void> {
    const { guid } = params;
    return this.nothing("sendYjsBinaryUpdate", { path: { roomId }, query: { guid }, bytes: update, ...options });
  }

  /** A Yjs document, as one update. */
  getYjsDocumentAsBinaryUpdate(
    roomId: string,
    params: { guid?: string } = {},
    options?: RequestOptions,
  ): Promise<ArrayBuffer> {
    const { guid } = params;
    return this.bytes("getYjsDocumentAsBinaryUpdate", { path: { roomId }, query: { guid }, ...options });
  }
}
