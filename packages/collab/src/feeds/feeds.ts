/**
 * Feeds: lists of messages in a room, which back ends and clients write and read.
 *
 *   change ─► checks ─► the room's lock ─► one transaction ─► announced
 *   list ───────────► the room's lock (shared) ─► read
 *
 * - A change is announced once it is durable, and before it is answered.
 * - Changes of one room are written and announced one after another, so that announcements have the order of the
 *   changes, even if several processes make them. A list is read while none is under way, so that its reader is sent no
 *   announcement that is older than it.
 * - Ids are unique: a caller that repeats a creation because its answer was lost is told that the id exists.
 */
import { randomBytes } from "node:crypto";
import { isStorable, limits as platformLimits, ServerMessageType, storableRule, WeftError } from "@weft/protocol";
import type { FeedAnnouncement, FeedId, FeedMessageId, JsonObject, Limits, RoomAddress } from "@weft/protocol";
import type { Cursors } from "../cursor.ts";
import { conflict, retryOnConflict } from "../retry-on-conflict.ts";
import { invalid } from "../invalid.ts";
import { KeyedLock } from "../keyed-lock.ts";
import type { InTurn } from "../in-turn.ts";
import type { Quotas } from "../quotas.ts";
import { checkMetadata, merged } from "../rooms/room-rules.ts";
import type { MetadataValue } from "../rooms/room-rules.ts";
import { describeFeed, describeFeedMessage } from "./describe-feed.ts";
import type { FeedMessageRecord, FeedPlace, FeedRange, FeedRecord, FeedRecords } from "./feed-records.ts";

export interface FeedSearch {
  readonly limit: number;
  readonly cursor?: string;
  /** A cursor of anything else is refused with UNPROCESSABLE_ENTITY (the default), or ignored. */
  readonly foreignCursor?: "refused" | "ignored";
  /** Only what was created after this instant. */
  readonly since?: number;
}

export interface FeedPage<Item> {
  readonly items: readonly Item[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** Ids that are too long, empty or not storable, and instants that are none: UNPROCESSABLE_ENTITY. */
export interface Feeds {
  /** Newest first. `metadata`: every key must have this value. */
  list(
    room: RoomAddress,
    search: FeedSearch & { readonly metadata?: ReadonlyMap<string, MetadataValue> },
  ): Promise<FeedPage<FeedRecord>>;
  /** RESOURCE_NOT_FOUND. */
  find(room: RoomAddress, id: string): Promise<FeedRecord>;
  /** ROOM_NOT_FOUND, RESOURCE_ALREADY_EXISTS; UNPROCESSABLE_ENTITY over a limit; PROJECT_FULL. */
  create(
    room: RoomAddress,
    feed: {
      readonly id: string;
      readonly metadata?: ReadonlyMap<string, MetadataValue>;
      /** Now by default. */
      readonly createdAt?: number;
    },
  ): Promise<FeedRecord>;
  /** Merges metadata; null removes a key. RESOURCE_NOT_FOUND; UNPROCESSABLE_ENTITY over a limit; PROJECT_FULL. */
  update(room: RoomAddress, id: string, metadata: ReadonlyMap<string, MetadataValue | null>): Promise<FeedRecord>;
  /** With its messages. False if there is none. */
  delete(room: RoomAddress, id: string): Promise<boolean>;

  /** Empty for a feed that does not exist. */
  messages(
    room: RoomAddress,
    feed: string,
    search: FeedSearch & Pick<FeedRange, "order">,
  ): Promise<FeedPage<FeedMessageRecord>>;
  /** RESOURCE_NOT_FOUND, RESOURCE_ALREADY_EXISTS; UNPROCESSABLE_ENTITY over a limit; PROJECT_FULL. */
  addMessage(
    room: RoomAddress,
    feed: string,
    message: {
      /** A new one by default. */
      readonly id?: string;
      readonly data: JsonObject;
      /** Now by default. */
      readonly createdAt?: number;
    },
  ): Promise<FeedMessageRecord>;
  /**
   * Replaces the data. An update with an `updatedAt` before the one that is stored changes nothing (`changed` is false).
   * RESOURCE_NOT_FOUND; UNPROCESSABLE_ENTITY over a limit; PROJECT_FULL.
   */
  updateMessage(
    room: RoomAddress,
    feed: string,
    id: string,
    change: { readonly data: JsonObject; readonly updatedAt?: number },
  ): Promise<{ readonly message: FeedMessageRecord; readonly changed: boolean }>;
  /** False if there is none. */
  deleteMessage(room: RoomAddress, feed: string, id: string): Promise<boolean>;
}

export interface FeedsOptions {
  readonly records: FeedRecords;
  readonly cursors: Cursors;
  readonly quotas?: Pick<Quotas, "admitBytes">;
  /**
   * Sends a change that is durable to the connections of the room that may read feeds. Changes leave in the order of the
   * calls. Resolves once the change is on its way; never rejects.
   */
  readonly announce: (room: RoomAddress, change: FeedAnnouncement) => Promise<void>;
  /** Runs work that changes a room's feeds when no other process does. By default, there is no other process. */
  readonly inTurn?: InTurn;
  readonly now: () => number;
  readonly limits?: Limits;
}

export function createFeeds(options: FeedsOptions): Feeds {
  return new RecordedFeeds(options);
}

/** Feeds that are read at once when a list is filtered, and how often one page reads: meanwhile, nothing of the room is written. */
const scannedAtOnce = 500;
const readsPerPage = 16;
/** The last instant of a `Date`. */
const lastInstant = 8_640_000_000_000_000;

class RecordedFeeds implements Feeds {
  readonly #options: FeedsOptions;
  readonly #limits: Limits;
  readonly #lock = new KeyedLock();

  constructor(options: FeedsOptions) {
    this.#options = options;
    this.#limits = options.limits ?? platformLimits;
  }

  async list(room: RoomAddress, search: Parameters<Feeds["list"]>[1]): Promise<FeedPage<FeedRecord>> {
    const { limit, since, metadata = noMetadata } = search;
    const list = JSON.stringify(["feeds", room.room]);
    const range = { order: "newestFirst", bytes: this.#limits.feedPageBytes, since } as const;
    const first = this.#placeOf(room, list, search);
    const read = (page: Pick<FeedRange, "limit" | "after">) => this.#options.records.list(room, { ...range, ...page });
    return this.#read(room, async () => {
      if (metadata.size === 0) {
        const { items, more } = await read({ limit, after: first });
        return { items, nextCursor: more ? this.#cursorOf(room, list, items) : null };
      }
      const found: FeedRecord[] = [];
      // One more than asked for tells whether there is a next page.
      let after: FeedPlace | undefined = first;
      let more = true;
      for (let reads = 0; more && found.length <= limit && reads < readsPerPage; reads++) {
        const slice = await read({ limit: scannedAtOnce, after });
        found.push(...slice.items.filter((feed) => hasEntries(feed.metadata, metadata)));
        ({ more } = slice);
        after = slice.items.at(-1);
      }
      const items = found.slice(0, limit);
      if (found.length > limit) return { items, nextCursor: this.#cursorOf(room, list, items) };
      // The next page begins after what was read, where it met the filter or not.
      return { items, nextCursor: more && after !== undefined ? this.#cursorOf(room, list, [after]) : null };
    });
  }

  async find(room: RoomAddress, id: string): Promise<FeedRecord> {
    const feed = await this.#options.records.find(room, checkFeedId(id));
    if (feed === undefined) throw feedNotFound();
    return feed;
  }

  async create(room: RoomAddress, { id, metadata, createdAt }: Parameters<Feeds["create"]>[1]): Promise<FeedRecord> {
    const at = createdAt === undefined ? this.#options.now() : checkInstant(createdAt, "createdAt");
    const feed = { id: checkFeedId(id), metadata: metadata ?? noMetadata, createdAt: at, updatedAt: at };
    checkMetadata(feed.metadata);
    await this.#admit(room, this.#checkBounds(feed.metadata));
    return this.#write(room, async () => {
      const outcome = await this.#options.records.insert(room, feed, this.#limits);
      if (outcome === "roomMissing") throw new WeftError("ROOM_NOT_FOUND");
      if (outcome === "exists") throw alreadyExists("The room already has a feed with this id.");
      if (outcome === "full") throw tooMany(`The room has ${this.#limits.feedsPerRoom} feeds, its limit.`);
      return { result: feed, change: { type: ServerMessageType.feedsAdded, feeds: [describeFeed(feed)] } };
    });
  }

  async update(
    room: RoomAddress,
    id: string,
    metadata: ReadonlyMap<string, MetadataValue | null>,
  ): Promise<FeedRecord> {
    const { records, now } = this.#options;
    checkMetadata(metadata);
    return this.#write(room, () =>
      retryOnConflict(async () => {
        const before = await this.find(room, id);
        const updatedAt = Math.max(before.updatedAt, now());
        const after = { ...before, metadata: merged(before.metadata, metadata), updatedAt };
        await this.#admit(room, this.#checkBounds(after.metadata));
        if (!(await records.update(room, before, after))) return conflict;
        return { result: after, change: { type: ServerMessageType.feedsUpdated, feeds: [describeFeed(after)] } };
      }),
    );
  }

  async delete(room: RoomAddress, id: string): Promise<boolean> {
    const feedId = checkFeedId(id);
    return this.#write(room, async () => {
      const deleted = await this.#options.records.delete(room, feedId);
      return { result: deleted, change: deleted ? { type: ServerMessageType.feedDeleted, feedId } : undefined };
    });
  }

  async messages(
    room: RoomAddress,
    feed: string,
    search: Parameters<Feeds["messages"]>[2],
  ): Promise<FeedPage<FeedMessageRecord>> {
    const { limit, order, since } = search;
    const feedId = checkFeedId(feed);
    const list = JSON.stringify(["feed messages", order, room.room, feedId]);
    const after = this.#placeOf(room, list, search);
    const range = { order, limit, bytes: this.#limits.feedPageBytes, after, since };
    const { items, more } = await this.#read(room, () => this.#options.records.messages(room, feedId, range));
    return { items, nextCursor: more ? this.#cursorOf(room, list, items) : null };
  }

  async addMessage(
    room: RoomAddress,
    feed: string,
    { id = newMessageId(), data, createdAt }: Parameters<Feeds["addMessage"]>[2],
  ): Promise<FeedMessageRecord> {
    const feedId = checkFeedId(feed);
    const at = createdAt === undefined ? this.#options.now() : checkInstant(createdAt, "createdAt");
    const message = { id: checkMessageId(id), data, createdAt: at, updatedAt: at };
    await this.#admit(room, this.#checkData(data));
    return this.#write(room, async () => {
      const outcome = await this.#options.records.insertMessage(room, feedId, message, this.#limits);
      if (outcome === "feedMissing") throw feedNotFound();
      if (outcome === "exists") throw alreadyExists("The feed already has a message with this id.");
      if (outcome === "full") throw tooMany(`The feed has ${this.#limits.messagesPerFeed} messages, its limit.`);
      const messages = [describeFeedMessage(message)];
      return { result: message, change: { type: ServerMessageType.feedMessagesAdded, feedId, messages } };
    });
  }

  async updateMessage(
    room: RoomAddress,
    feed: string,
    id: string,
    { data, updatedAt }: Parameters<Feeds["updateMessage"]>[3],
  ) {
    const { records, now } = this.#options;
    const [feedId, messageId] = [checkFeedId(feed), checkMessageId(id)];
    const notAfter = updatedAt === undefined ? undefined : checkInstant(updatedAt, "updatedAt");
    await this.#admit(room, this.#checkData(data));
    return this.#write(room, async () => {
      const change = { data, updatedAt: notAfter ?? now(), notAfter };
      const outcome = await records.updateMessage(room, feedId, messageId, change);
      const message = outcome === "stale" ? await records.findMessage(room, feedId, messageId) : outcome;
      if (message === undefined || message === "missing") throw messageNotFound();
      if (outcome === "stale") return { result: { message, changed: false } };
      const messages = [describeFeedMessage(message)];
      const update = { type: ServerMessageType.feedMessagesUpdated, feedId, messages };
      return { result: { message, changed: true }, change: update };
    });
  }

  async deleteMessage(room: RoomAddress, feed: string, id: string): Promise<boolean> {
    const [feedId, messageId] = [checkFeedId(feed), checkMessageId(id)];
    return this.#write(room, async () => {
      const deleted = await this.#options.records.deleteMessage(room, feedId, messageId);
      const deletion = { type: ServerMessageType.feedMessagesDeleted, feedId, messageIds: [messageId] };
      return { result: deleted, change: deleted ? deletion : undefined };
    });
  }

  #read<T>(room: RoomAddress, work: () => Promise<T>): Promise<T> {
    return this.#lock.read(keyOf(room), work);
  }

  async #write<T>(
    room: RoomAddress,
    work: () => Promise<{ readonly result: T; readonly change?: FeedAnnouncement | undefined }>,
  ): Promise<T> {
    const { announce, inTurn } = this.#options;
    const writeAndAnnounce = async () => {
      const written = await work();
      return { result: written.result, announced: written.change && announce(room, written.change) };
    };
    const { result, announced } = await this.#lock.write(keyOf(room), () => {
      // In the same process, the next change may be written while this one is still being announced.
      if (inTurn === undefined) return writeAndAnnounce();
      return inTurn(room, async () => {
        const written = await writeAndAnnounce();
        await written.announced;
        return written;
      });
    });
    await announced;
    return result;
  }

  async #admit({ project }: RoomAddress, bytes: number): Promise<void> {
    await this.#options.quotas?.admitBytes(project, bytes);
  }

  /** The bytes of metadata that is within its bounds. */
  #checkBounds(metadata: ReadonlyMap<string, MetadataValue>): number {
    const { metadataEntries, feedMetadata } = this.#limits;
    if (metadata.size > metadataEntries) throw invalid(["metadata"], `must have at most ${metadataEntries} entries.`);
    const bytes = Buffer.byteLength(JSON.stringify([...metadata]));
    if (bytes > feedMetadata) throw invalid(["metadata"], `must not be larger than ${feedMetadata} bytes.`);
    return bytes;
  }

  #checkData(data: JsonObject): number {
    const { feedMessageData } = this.#limits;
    const bytes = Buffer.byteLength(JSON.stringify(data));
    if (bytes > feedMessageData) throw invalid(["data"], `must not be larger than ${feedMessageData} bytes.`);
    return bytes;
  }

  #placeOf({ project }: RoomAddress, list: string, { cursor, foreignCursor }: FeedSearch): FeedPlace | undefined {
    if (cursor === undefined) return undefined;
    try {
      const key = this.#options.cursors.decode({ project, list }, cursor);
      return { createdAt: Number(key[0]), id: String(key[1]) };
    } catch (cause) {
      if (foreignCursor === "ignored" && cause instanceof WeftError) return undefined;
      throw cause;
    }
  }

  #cursorOf({ project }: RoomAddress, list: string, items: readonly FeedPlace[]): string | null {
    const last = items.at(-1);
    return last === undefined ? null : this.#options.cursors.encode({ project, list }, [last.createdAt, last.id]);
  }
}

const noMetadata: ReadonlyMap<string, MetadataValue> = new Map();

function keyOf({ project, room }: RoomAddress): string {
  return JSON.stringify([project, room]);
}

function checkFeedId(id: string): FeedId {
  return checkId(id, "feedId") as FeedId;
}

function checkMessageId(id: string): FeedMessageId {
  return checkId(id, "id") as FeedMessageId;
}

function checkId(id: string, member: string): string {
  const { feedIdLength } = platformLimits;
  if (id.length === 0 || id.length > feedIdLength)
    throw invalid([member], `must be 1 to ${feedIdLength} characters long.`);
  if (!isStorable(id)) throw invalid([member], storableRule);
  return id;
}

function checkInstant(instant: number, member: string): number {
  if (Number.isInteger(instant) && instant >= 0 && instant <= lastInstant) return instant;
  throw invalid([member], "must be milliseconds since the epoch.");
}

function newMessageId(): string {
  return randomBytes(16).toString("base64url").slice(0, 21);
}

function hasEntries(
  metadata: ReadonlyMap<string, MetadataValue>,
  entries: ReadonlyMap<string, MetadataValue>,
): boolean {
  // A value is a text or a list of texts, so equal values have equal JSON.
  return entries.entries().every(([key, value]) => JSON.stringify(metadata.get(key)) === JSON.stringify(value));
}

function feedNotFound(): WeftError {
  return new WeftError("RESOURCE_NOT_FOUND", { message: "Feed not found." });
}

function messageNotFound(): WeftError {
  return new WeftError("RESOURCE_NOT_FOUND", { message: "Feed message not found." });
}

function alreadyExists(message: string): WeftError {
  return new WeftError("RESOURCE_ALREADY_EXISTS", { message });
}

function tooMany(message: string): WeftError {
  return new WeftError("UNPROCESSABLE_ENTITY", { message, suggestion: "Delete data that is no longer needed." });
}
