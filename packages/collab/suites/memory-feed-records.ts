import type { RoomAddress } from "@weft/protocol";
import type {
  FeedMessageRecord,
  FeedPlace,
  FeedRange,
  FeedRecord,
  FeedRecords,
  FeedSlice,
} from "../src/feeds/feed-records.ts";

interface MemoryFeed {
  feed: FeedRecord;
  readonly messages: Map<string, FeedMessageRecord>;
}
type MemoryRoom = Map<string, MemoryFeed>;

/** Feed records in memory, written to be obviously right: our own double, held to the same suite as the stores. */
export interface MemoryFeedRecords extends FeedRecords {
  /** What the store does with rooms. */
  createRoom(room: RoomAddress): void;
  deleteRoom(room: RoomAddress): void;
  renameRoom(room: RoomAddress, id: string): void;
  measure(project: string): number;
}

export function createMemoryFeedRecords(): MemoryFeedRecords {
  const rooms = new Map<string, MemoryRoom>();
  const keyOf = ({ project, room }: { project: string; room: string }) => JSON.stringify([project, room]);
  const at = (room: RoomAddress): MemoryRoom => rooms.get(keyOf(room)) ?? new Map();
  const messagesOf = (room: RoomAddress, feed: string) => at(room).get(feed)?.messages ?? new Map();

  return {
    find: async (room, id) => at(room).get(id)?.feed,
    list: async (room, range) =>
      sliceOf(
        [...at(room).values()].map(({ feed }) => feed),
        range,
        ({ metadata }) => [...metadata],
      ),
    async insert(room, feed, { feedsPerRoom }) {
      const feeds = rooms.get(keyOf(room));
      if (feeds === undefined) return "roomMissing";
      if (feeds.has(feed.id)) return "exists";
      if (feeds.size >= feedsPerRoom) return "full";
      feeds.set(feed.id, { feed, messages: new Map() });
      return "inserted";
    },
    async update(room, before, after) {
      const found = at(room).get(before.id);
      if (found === undefined || text(found.feed) !== text(before)) return false;
      found.feed = { ...found.feed, metadata: after.metadata, updatedAt: after.updatedAt };
      return true;
    },
    delete: async (room, id) => at(room).delete(id),

    findMessage: async (room, feed, id) => messagesOf(room, feed).get(id),
    messages: async (room, feed, range) => sliceOf([...messagesOf(room, feed).values()], range, ({ data }) => data),
    async insertMessage(room, feed, message, { messagesPerFeed }) {
      const messages = at(room).get(feed)?.messages;
      if (messages === undefined) return "feedMissing";
      if (messages.has(message.id)) return "exists";
      if (messages.size >= messagesPerFeed) return "full";
      messages.set(message.id, message);
      return "inserted";
    },
    async updateMessage(room, feed, id, { data, updatedAt, notAfter }) {
      const messages = messagesOf(room, feed);
      const before = messages.get(id);
      if (before === undefined) return "missing";
      if (notAfter !== undefined && before.updatedAt > notAfter) return "stale";
      const after = { ...before, data, updatedAt: Math.max(before.updatedAt, updatedAt) };
      messages.set(id, after);
      return after;
    },
    deleteMessage: async (room, feed, id) => messagesOf(room, feed).delete(id),

    createRoom: (room) => void rooms.set(keyOf(room), new Map()),
    deleteRoom: (room) => void rooms.delete(keyOf(room)),
    renameRoom(room, id) {
      rooms.set(keyOf({ ...room, room: id }), at(room));
      rooms.delete(keyOf(room));
    },
    measure(project) {
      let bytes = 0;
      for (const [key, feeds] of rooms) {
        if ((JSON.parse(key) as string[])[0] !== project) continue;
        for (const { feed, messages } of feeds.values()) {
          bytes += size([...feed.metadata]);
          for (const { data } of messages.values()) bytes += size(data);
        }
      }
      return bytes;
    },
  };
}

function sliceOf<Item extends FeedPlace>(
  all: readonly Item[],
  { order, limit, bytes, after, since = -1 }: FeedRange,
  contents: (item: Item) => unknown,
): FeedSlice<Item> {
  const sign = order === "newestFirst" ? -1 : 1;
  const found = all
    .filter(({ createdAt }) => createdAt > since)
    .toSorted((a, b) => sign * compare(a, b))
    .filter((item) => after === undefined || sign * compare(item, after) > 0);
  const items: Item[] = [];
  let total = 0;
  for (const item of found.slice(0, limit)) {
    total += size(contents(item));
    if (total > bytes && items.length > 0) break;
    items.push(item);
  }
  return { items, more: found.length > items.length };
}

function compare(a: FeedPlace, b: FeedPlace): number {
  return a.createdAt - b.createdAt || Buffer.compare(Buffer.from(a.id), Buffer.from(b.id));
}

function size(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function text({ metadata, updatedAt }: FeedRecord): string {
  return JSON.stringify([[...metadata], updatedAt]);
}
