import type { FeedMessageRecord, FeedRange, FeedRecord, FeedRecords, MetadataValue } from "@weft/collab";
import type { FeedId, FeedMessageId, JsonObject } from "@weft/protocol";
import { sql } from "kysely";
import type { Kysely, SelectQueryBuilder, Selectable, SqlBool } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import { keyOfRoom } from "../tables/room-key.ts";
import type { RoomName } from "../tables/room-key.ts";
import { lockFeed, lockRoom, shareRoom } from "../database/locks.ts";
import type { Tables } from "../tables/tables.ts";
import type { Transactions } from "../transactions/transactions.ts";

const feedColumns = ["id", "created_at", "updated_at", "metadata"] as const;
const placeColumns = ["id", "created_at", "size"] as const;
const insertedColumns = [
  ...(["project_id", "room_key", ...placeColumns] as const),
  ...(["updated_at", "messages", "message_bytes", "metadata"] as const),
] as const;
const messageColumns = ["id", "created_at", "updated_at", "data"] as const;
type FeedRow = Pick<Selectable<Tables["feeds"]>, (typeof feedColumns)[number]>;
type MessageRow = Pick<Selectable<Tables["feed_messages"]>, (typeof messageColumns)[number]>;

export function createFeedRecords(transactions: Transactions, db: Kysely<Tables>, dialect: Dialect): FeedRecords {
  const queries = feedQueries(db);

  return {
    ...createFeeds(transactions, db, queries),
    ...createFeedMessages(transactions, db, dialect, queries),
  };
}

/** The feeds of a room and their messages, as queries that their records add to. */
function feedQueries(db: Kysely<Tables>) {
  const feedsOf = ({ project, room }: RoomName) =>
    db
      .selectFrom("feeds")
      .where("project_id", "=", project)
      .where("room_key", "=", keyOfRoom(db, project, room));
  const changeFeed = ({ project, room }: RoomName, id: string) =>
    db
      .updateTable("feeds")
      .where("project_id", "=", project)
      .where("room_key", "=", keyOfRoom(db, project, room))
      .where("id", "=", id);
  const deleteMessages = ({ project, room }: RoomName, feed: string) =>
    db
      .deleteFrom("feed_messages")
      .where("project_id", "=", project)
      .where("room_key", "=", keyOfRoom(db, project, room))
      .where("feed_id", "=", feed);

  return { feedsOf, changeFeed, deleteMessages };
}

type FeedQueries = ReturnType<typeof feedQueries>;

/** The feeds of a room. */
function createFeeds(
  { done, write }: Transactions,
  db: Kysely<Tables>,
  { feedsOf, changeFeed, deleteMessages }: FeedQueries,
): Pick<FeedRecords, "find" | "list" | "insert" | "update" | "delete"> {
  return {
    async find(room, id) {
      const row = await feedsOf(room).select(feedColumns).where("id", "=", id).executeTakeFirst();
      return row && toFeed(row);
    },

    async list(room, range) {
      const { ids, more } = pageOf(await placesIn(feedsOf(room).select(placeColumns), range).execute(), range);
      const rows = ids.length === 0 ? [] : await feedsOf(room).select(feedColumns).where("id", "in", ids).execute();
      return { items: inOrder(ids, rows.map(toFeed)), more };
    },

    async insert({ project, room }, feed, { feedsPerRoom }) {
      const metadata = metadataText(feed);
      const here = { project, room };
      const outcome = await write([
        lockRoom(here),
        [keyOfRoom(db, project, room), 1],
        [feedsOf(here).select("id").where("id", "=", feed.id), 0],
        [
          db
            .insertInto("feeds")
            .columns(insertedColumns)
            .expression(
              db
                .selectFrom("rooms")
                .select((eb) => [
                  "rooms.project_id",
                  "rooms.key",
                  eb.val(feed.id as string).as("id"),
                  eb.val(feed.createdAt).as("created_at"),
                  eb.val(Buffer.byteLength(metadata)).as("size"),
                  eb.val(feed.updatedAt).as("updated_at"),
                  eb.val(0).as("messages"),
                  eb.val(0).as("message_bytes"),
                  eb.val(metadata).as("metadata"),
                ])
                .where("rooms.project_id", "=", project)
                .where("rooms.id", "=", room)
                .where(
                  feedsOf(here).select((eb) => eb.fn.countAll<number>().as("count")),
                  "<",
                  feedsPerRoom,
                ),
            ),
          1,
        ],
      ]);
      if (outcome.kind === "done") return "inserted";
      return (["roomMissing", "exists", "full"] as const)[outcome.statement]!;
    },

    update(room, before, after) {
      const metadata = metadataText(after);
      return done([
        [
          changeFeed(room, before.id)
            .where("updated_at", "=", before.updatedAt)
            .where("metadata", "=", metadataText(before))
            .set({ metadata, size: Buffer.byteLength(metadata), updated_at: after.updatedAt }),
          1,
        ],
      ]);
    },

    delete: ({ project, room }, id) =>
      done([
        shareRoom({ project, room }),
        lockFeed({ project, room }, id),
        deleteMessages({ project, room }, id),
        [
          db
            .deleteFrom("feeds")
            .where("project_id", "=", project)
            .where("room_key", "=", keyOfRoom(db, project, room))
            .where("id", "=", id),
          1,
        ],
      ]),
  };
}

/** The messages of a feed. */
function createFeedMessages(
  { done, write }: Transactions,
  db: Kysely<Tables>,
  { greatest }: Dialect,
  { feedsOf, changeFeed, deleteMessages }: FeedQueries,
): Pick<FeedRecords, "findMessage" | "messages" | "insertMessage" | "updateMessage" | "deleteMessage"> {
  const messagesOf = ({ project, room }: RoomName, feed: string) =>
    db
      .selectFrom("feed_messages")
      .where("project_id", "=", project)
      .where("room_key", "=", keyOfRoom(db, project, room))
      .where("feed_id", "=", feed);
  const sizeOf = (room: RoomName, feed: string, message: string) =>
    messagesOf(room, feed).select("size").where("id", "=", message);

  return {
    async findMessage(room, feed, id) {
      const row = await messagesOf(room, feed).select(messageColumns).where("id", "=", id).executeTakeFirst();
      return row && toMessage(row);
    },

    async messages(room, feed, range) {
      const all = messagesOf(room, feed);
      const { ids, more } = pageOf(await placesIn(all.select(placeColumns), range).execute(), range);
      const rows = ids.length === 0 ? [] : await all.select(messageColumns).where("id", "in", ids).execute();
      return { items: inOrder(ids, rows.map(toMessage)), more };
    },

    async insertMessage(room, feed, message, { messagesPerFeed }) {
      const data = JSON.stringify(message.data);
      const size = Buffer.byteLength(data);
      const outcome = await write([
        shareRoom(room),
        lockFeed(room, feed),
        [feedsOf(room).select("id").where("id", "=", feed), 1],
        [messagesOf(room, feed).select("id").where("id", "=", message.id), 0],
        [
          changeFeed(room, feed)
            .where("messages", "<", messagesPerFeed)
            .set((eb) => ({ messages: eb("messages", "+", 1), message_bytes: eb("message_bytes", "+", size) })),
          1,
        ],
        [
          db
            .insertInto("feed_messages")
            .columns(["project_id", "room_key", "feed_id", "id", "created_at", "updated_at", "size", "data"])
            .expression(
              feedsOf(room)
                .select((eb) => [
                  "project_id",
                  "room_key",
                  "id",
                  eb.val(message.id as string).as("message_id"),
                  eb.val(message.createdAt).as("message_created_at"),
                  eb.val(message.updatedAt).as("message_updated_at"),
                  eb.val(size).as("message_size"),
                  eb.val(data).as("data"),
                ])
                .where("id", "=", feed),
            ),
          1,
        ],
      ]);
      if (outcome.kind === "done") return "inserted";
      return (["feedMissing", "exists", "full"] as const)[outcome.statement]!;
    },

    async updateMessage(room, feed, id, { data: value, updatedAt, notAfter }) {
      const data = JSON.stringify(value);
      const size = Buffer.byteLength(data);
      const message = messagesOf(room, feed).where("id", "=", id);
      const { project } = room;
      const outcome = await write([
        shareRoom(room),
        lockFeed(room, feed),
        [message.select("id"), 1],
        [message.select("id").$if(notAfter !== undefined, (newer) => newer.where("updated_at", "<=", notAfter!)), 1],
        changeFeed(room, feed).set((eb) => ({
          message_bytes: sql<number>`${eb.ref("message_bytes")} + ${size} - (${sizeOf(room, feed, id)})`,
        })),
        [
          db
            .updateTable("feed_messages")
            .where("project_id", "=", project)
            .where("room_key", "=", keyOfRoom(db, project, room.room))
            .where("feed_id", "=", feed)
            .where("id", "=", id)
            .set((eb) => ({ data, size, updated_at: greatest(eb.ref("updated_at"), eb.val(updatedAt)) })),
          1,
        ],
        [message.select(messageColumns), 1],
      ]);
      if (outcome.kind === "done") return toMessage(outcome.rows.at(-1)![0] as unknown as MessageRow);
      return outcome.statement === 1 ? "stale" : "missing";
    },

    deleteMessage: (room, feed, id) =>
      done([
        shareRoom(room),
        lockFeed(room, feed),
        [messagesOf(room, feed).select("id").where("id", "=", id), 1],
        changeFeed(room, feed).set((eb) => ({
          messages: eb("messages", "-", 1),
          message_bytes: sql<number>`${eb.ref("message_bytes")} - (${sizeOf(room, feed, id)})`,
        })),
        [deleteMessages(room, feed).where("id", "=", id), 1],
      ]),
  };
}

type Place = Pick<Selectable<Tables["feed_messages"]>, (typeof placeColumns)[number]>;

/** The places of a page and of the item behind it, found along the index and without the items' contents. */
function placesIn<TB extends "feeds" | "feed_messages">(
  query: SelectQueryBuilder<Tables, TB, Place>,
  { order, limit, after, since }: FeedRange,
): SelectQueryBuilder<Tables, TB, Place> {
  const [direction, behind] = order === "newestFirst" ? (["desc", "<"] as const) : (["asc", ">"] as const);
  return query
    .$if(since !== undefined, (all) => all.where(sql<SqlBool>`created_at > ${since}`))
    .$if(after !== undefined, (all) =>
      all.where(sql<SqlBool>`(created_at, id) ${sql.raw(behind)} (${after?.createdAt}, ${after?.id})`),
    )
    .orderBy(sql.ref("created_at"), direction)
    .orderBy(sql.ref("id"), direction)
    .limit(limit + 1);
}

/** Of the places that were found, those that the page has room for. */
function pageOf(places: readonly Place[], { limit, bytes }: FeedRange) {
  const ids: string[] = [];
  let total = 0;
  for (const { id, size } of places.slice(0, limit)) {
    total += size;
    if (total > bytes && ids.length > 0) break;
    ids.push(id);
  }
  return { ids, more: places.length > ids.length };
}

function inOrder<Item extends { readonly id: string }>(ids: readonly string[], items: readonly Item[]): Item[] {
  const byId = new Map<string, Item>(items.map((item) => [item.id, item]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function metadataText({ metadata }: FeedRecord): string {
  return JSON.stringify([...metadata]);
}

function toFeed({ id, created_at, updated_at, metadata }: FeedRow): FeedRecord {
  return {
    id: id as FeedId,
    metadata: new Map(JSON.parse(metadata) as [string, MetadataValue][]),
    createdAt: created_at,
    updatedAt: updated_at,
  };
}

function toMessage({ id, created_at, updated_at, data }: MessageRow): FeedMessageRecord {
  return {
    id: id as FeedMessageId,
    data: JSON.parse(data) as JsonObject,
    createdAt: created_at,
    updatedAt: updated_at,
  };
}
