import type { FeedId, FeedMessageId, JsonObject, RoomAddress } from "@weft/protocol";
import type { MetadataValue } from "../rooms/room-rules.ts";

export interface FeedRecord {
  readonly id: FeedId;
  readonly metadata: ReadonlyMap<string, MetadataValue>;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface FeedMessageRecord {
  readonly id: FeedMessageId;
  readonly data: JsonObject;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A place in a list of feeds or of messages: the item after which a page begins. */
export interface FeedPlace {
  readonly createdAt: number;
  readonly id: string;
}

export interface FeedRange {
  readonly order: "newestFirst" | "oldestFirst";
  readonly limit: number;
  /** A page ends before the item that makes it longer than this, in bytes of JSON. It has at least one item. */
  readonly bytes: number;
  readonly after?: FeedPlace;
  /** Only what was created after this instant. */
  readonly since?: number;
}

export interface FeedSlice<Item> {
  readonly items: readonly Item[];
  /** Whether there are items after these. */
  readonly more: boolean;
}

/**
 * Feeds of rooms. Writes are durable when they answer, and each is one transaction. A feed belongs to its room and is
 * deleted with it.
 */
export interface FeedRecords {
  find(room: RoomAddress, id: string): Promise<FeedRecord | undefined>;
  list(room: RoomAddress, range: FeedRange): Promise<FeedSlice<FeedRecord>>;
  /** `full`: the room has `feedsPerRoom` feeds. */
  insert(
    room: RoomAddress,
    feed: FeedRecord,
    bounds: { readonly feedsPerRoom: number },
  ): Promise<"inserted" | "roomMissing" | "exists" | "full">;
  /** Replaces metadata and `updatedAt`. False if the feed is no longer as it was `before`. */
  update(room: RoomAddress, before: FeedRecord, after: FeedRecord): Promise<boolean>;
  /** With its messages. False if there is none. */
  delete(room: RoomAddress, id: string): Promise<boolean>;

  findMessage(room: RoomAddress, feed: string, id: string): Promise<FeedMessageRecord | undefined>;
  /** Empty for a feed that does not exist. */
  messages(room: RoomAddress, feed: string, range: FeedRange): Promise<FeedSlice<FeedMessageRecord>>;
  /** `full`: the feed has `messagesPerFeed` messages. */
  insertMessage(
    room: RoomAddress,
    feed: string,
    message: FeedMessageRecord,
    bounds: { readonly messagesPerFeed: number },
  ): Promise<"inserted" | "feedMissing" | "exists" | "full">;
  /**
   * Replaces the data, and `updatedAt` unless it is later already. Answers the message as it is then; `stale`, and nothing
   * changed, if its `updatedAt` is later than `notAfter`.
   */
  updateMessage(
    room: RoomAddress,
    feed: string,
    id: string,
    change: { readonly data: JsonObject; readonly updatedAt: number; readonly notAfter?: number },
  ): Promise<FeedMessageRecord | "missing" | "stale">;
  /** False if there is none. */
  deleteMessage(room: RoomAddress, feed: string, id: string): Promise<boolean>;
}
