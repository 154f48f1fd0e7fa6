import type { ThreadRecords, Visibility } from "@weft/collab";
import type { RoomAddress, RoomId } from "@weft/protocol";
import { sql } from "kysely";
import type { Kysely, RawBuilder, SqlBool } from "kysely";
import type { Dialect } from "./dialect.ts";
import type { Engine } from "./engine.ts";
import { comesAfter } from "./lists/keyset.ts";
import { inChunks } from "./in-chunks.ts";
import { prepare } from "./query.ts";
import type { Prepared, SlotFor, SqlValue } from "./query.ts";
import { keyOfRoom } from "./room-row.ts";
import { createSettingsReader, toSettings } from "./subscription-settings.ts";
import { createProjectThreadList } from "./project-thread-list.ts";
import { createCommentSearch } from "./comment-search.ts";
import { createThreadContents } from "./thread-contents.ts";
import { createThreadList, threadConditions } from "./thread-list.ts";
import { createOwnRecords } from "./thread-own-records.ts";
import { threadColumns, toComments, toHead, toSubscription, toThread } from "./thread-rows.ts";
import type { CommentRow, ReactionRow, SubscriptionRow, ThreadRow } from "./thread-rows.ts";
import type { InThread } from "./thread-write-queries.ts";
import { createSubscriptionWriter } from "./thread-subscriptions.ts";
import { createThreadWriter } from "./thread-writes.ts";
import type { Tables } from "./tables.ts";
import type { Transactions } from "./transactions.ts";

/** A thread's row with the id of its room. */
type RowInRoom = ThreadRow & { readonly room: string };

export function createThreadRecords(
  engine: Engine,
  transactions: Transactions,
  db: Kysely<Tables>,
  dialect: Dialect,
): ThreadRecords {
  const list = createThreadList(engine, dialect);
  const queries = prepareQueries(dialect);
  const contents = createThreadContents(engine, dialect);
  const newestOfRoom = createThreadList(engine, dialect, "newestFirst");
  const listOfProject = createProjectThreadList(engine, dialect);
  const keyOf = async ({ project, room }: RoomAddress) => (await keyOfRoom(db, project, room).executeTakeFirst())?.key;

  const read = <R extends object>(query: RawBuilder<R>): Promise<readonly R[]> => {
    const { sql: text, parameters } = query.compile(dialect.sql);
    return engine.read<R>(text, parameters as readonly SqlValue[]);
  };

  const rowsIn = ({ project, room }: RoomAddress) =>
    db
      .selectFrom("threads")
      .select([...threadColumns])
      .select((eb) => eb.val(room as string).as("room"))
      .where("project_id", "=", project)
      .where("room_key", "=", keyOfRoom(db, project, room));

  const readOf = async <R extends object>(
    query: Prepared<InThread, R>,
    { project, room }: RoomAddress,
    thread: string,
  ) => engine.read<R>(query.sql, query.bind({ project, room, thread }));
  const headOf = (rows: readonly ThreadRow[], { room }: RoomAddress) => rows[0] && toHead(rows[0], room);

  /** Threads of rooms of the project that a user ever had a subscription to. */
  const rowsOfUser = (project: string, userId: string) =>
    db
      .selectFrom("thread_subscriptions as own")
      .innerJoin("threads as item", (join) =>
        join
          .onRef("item.project_id", "=", "own.project_id")
          .onRef("item.room_key", "=", "own.room_key")
          .onRef("item.id", "=", "own.thread_id"),
      )
      .innerJoin("rooms", (join) =>
        join.onRef("rooms.project_id", "=", "own.project_id").onRef("rooms.key", "=", "own.room_key"),
      )
      .select(threadColumns.map((column) => `item.${column}` as const))
      .select("rooms.id as room")
      .where("own.project_id", "=", project)
      .where("own.user_id", "=", userId);

  return {
    ...createSubscriptionWriter(transactions, db),
    ...createOwnRecords(db),
    ...createThreadWriter(transactions, dialect),

    // Reads that wait for each other are messages of their own: what belongs together is read at once.
    async find(room, id) {
      const [[row], comments, reactions] = await Promise.all([
        readOf(queries.thread, room, id),
        readOf(queries.comments, room, id),
        readOf(queries.reactions, room, id),
      ]);
      // A thread whose comments are gone was deleted in between.
      return row === undefined || comments.length === 0 ? undefined : toThread(row, room.room, comments, reactions);
    },

    head: async (room, id) => headOf(await readOf(queries.thread, room, id), room),

    async excerpt(room, id, comment) {
      const name = { project: room.project, room: room.room, thread: id, comment };
      const [rows, comments, reactions] = await Promise.all([
        readOf(queries.thread, room, id),
        engine.read<CommentRow>(queries.comment.sql, queries.comment.bind(name)),
        engine.read<ReactionRow>(queries.reactionsTo.sql, queries.reactionsTo.bind(name)),
      ]);
      const head = headOf(rows, room);
      return head && { ...head, comments: toComments(comments, reactions) };
    },

    async headWithSubscribers(room, id, limit) {
      const [rows, subscribers] = await Promise.all([
        readOf(queries.thread, room, id),
        engine.read<{ user_id: string }>(
          queries.subscribers.sql,
          queries.subscribers.bind({ project: room.project, room: room.room, thread: id, limit }),
        ),
      ]);
      const thread = headOf(rows, room);
      return thread && { thread, subscribers: subscribers.map(({ user_id }) => user_id) };
    },

    async heads(threads) {
      const [first] = threads;
      if (first === undefined) return [];
      const { project } = first.room;
      const columns = sql.join(threadColumns.map((column) => sql.ref(`item.${column}`)));
      const names = threads.map(({ room: { room }, id }) => ({ room, id }));
      const rows = await read(sql<RowInRoom>`${named(names)} select ${columns}, named.room
        from named cross join rooms cross join threads as item
        where rooms.project_id = ${project} and rooms.id = named.room
        and item.project_id = ${project} and item.room_key = rooms.key and item.id = named.id`);
      return rows.map((row) => toHead(row, row.room as RoomId));
    },

    contents: ({ project }, threads) => contents.parts(project, threads),

    async attachmentsOf({ project, room }, thread) {
      const rows = await db
        .selectFrom("comment_attachments")
        .select("id")
        .where("project_id", "=", project)
        .where("room_key", "=", keyOfRoom(db, project, room))
        .where("thread_id", "=", thread)
        .execute();
      return rows.map(({ id }) => id);
    },

    async authorOf({ project, room }, thread) {
      const row = await db
        .selectFrom("comments")
        .select("user_id")
        .where("project_id", "=", project)
        .where("room_key", "=", keyOfRoom(db, project, room))
        .where("thread_id", "=", thread)
        .orderBy("created_at")
        .orderBy("id")
        .limit(1)
        .executeTakeFirst();
      return row?.user_id;
    },

    async hasComment(room, thread, comment) {
      const name = { project: room.project, room: room.room, thread, comment };
      const rows = await engine.read(queries.comment.sql, queries.comment.bind(name));
      return rows.length > 0;
    },

    async list(room, filter, page) {
      const key = await keyOf(room);
      if (key === undefined) return [];
      const rows = await list(room.project, key, filter, page);
      return rows.map((row) => toHead(row, room.room));
    },

    async listOfProject({ project }, filter, { limit, after }) {
      const { rows, next } = await listOfProject(project, filter, { limit, ...(after && { after }) });
      const keys = [...new Set(rows.map(({ room_key }) => room_key))];
      const rooms =
        keys.length === 0
          ? []
          : await db
              .selectFrom("rooms")
              .select(["key", "id"])
              .where("project_id", "=", project)
              .where("key", "in", keys)
              .execute();
      const idOf = new Map(rooms.map(({ key, id }) => [key, id]));
      // The threads of a room that was deleted are erased a little later than the room.
      const threads = rows.flatMap((row) => {
        const id = idOf.get(row.room_key);
        return id === undefined ? [] : [toHead(row, id as RoomId)];
      });
      return { threads, next };
    },

    async newestOfRoom(room, filter, { limit, after }) {
      const key = await keyOf(room);
      if (key === undefined) return { threads: [], next: undefined };
      const found = await newestOfRoom(room.project, key, filter, {
        limit: limit + 1,
        ...(after && { after: { createdAt: after[0], id: String(after[1]) } }),
      });
      const rows = found.slice(0, limit);
      const last = rows.at(-1);
      return {
        threads: rows.map((row) => toHead(row, room.room)),
        next: found.length > limit && last !== undefined ? [last.created_at, last.id] : undefined,
      };
    },

    async count({ project, room }) {
      const row = await db
        .selectFrom("threads")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("project_id", "=", project)
        .where("room_key", "=", keyOfRoom(db, project, room))
        .executeTakeFirst();
      return row?.count ?? 0;
    },

    async changedSince(room, since, visibilities, { limit, after }) {
      if (visibilities.length === 0) return [];
      const rows = await rowsIn(room)
        .select("changed_at")
        .where("changed_at", ">=", since)
        .where("visibility", "in", [...visibilities])
        .$if(after !== undefined, (query) =>
          query.where(comesAfter(["changed_at", "id"], [after!.changedAt, after!.id], "oldestFirst")),
        )
        .orderBy("changed_at")
        .orderBy("id")
        .limit(limit)
        .execute();
      return rows.map((row) => ({ ...toHead(row, room.room), changedAt: row.changed_at }));
    },

    async visibilityOfAttachments({ project, room }, ids) {
      const visibilities = new Map<string, Visibility>();
      for (const some of inChunks(ids)) {
        const rows = await db
          .selectFrom("comment_attachments as held")
          .innerJoin("threads", (join) =>
            join
              .onRef("threads.project_id", "=", "held.project_id")
              .onRef("threads.room_key", "=", "held.room_key")
              .onRef("threads.id", "=", "held.thread_id"),
          )
          .select(["held.id", "threads.visibility"])
          .where("held.project_id", "=", project)
          .where("held.room_key", "=", keyOfRoom(db, project, room))
          .where("held.id", "in", some)
          .execute();
        for (const { id, visibility } of rows) visibilities.set(id, visibility as Visibility);
      }
      return visibilities;
    },

    search: createCommentSearch(engine, dialect, keyOf),

    async subscriptionsOfUser({ project }, userId, threads) {
      if (threads.length === 0) return [];
      const rows = await read(sql<SubscriptionRow>`${named(threads)} select item.*
        from named cross join rooms cross join thread_subscriptions as item
        where rooms.project_id = ${project} and rooms.id = named.room
        and item.project_id = ${project} and item.room_key = rooms.key and item.thread_id = named.id
        and item.user_id = ${userId} and item.subscribed = 1`);
      return rows.map(toSubscription);
    },

    ...createSettingsReader(engine, dialect),

    async settingsOfUser({ project }, userId, { limit, after }) {
      const rows = await db
        .selectFrom("room_subscription_settings as own")
        .innerJoin("rooms", (join) =>
          join.onRef("rooms.project_id", "=", "own.project_id").onRef("rooms.key", "=", "own.room_key"),
        )
        .select(["rooms.id as room", "own.threads", "own.text_mentions"])
        .where("own.project_id", "=", project)
        .where("own.user_id", "=", userId)
        .$if(after !== undefined, (query) => query.where("rooms.id", ">", after!))
        .orderBy("rooms.id")
        .limit(limit)
        .execute();
      return rows.map((row) => ({ room: row.room as RoomId, ...toSettings(row) }));
    },

    async listOfUser({ project }, userId, filter, { limit, after }) {
      if (filter.visibilities.length === 0) return [];
      const position = ["item.updated_at", "item.id"] as const;
      const rows = await rowsOfUser(project, userId)
        .where((eb) => eb.and(threadConditions(project, 0, filter)))
        .$if(after !== undefined, (query) =>
          query.where(comesAfter(position, [after!.updatedAt, after!.id], "newestFirst")),
        )
        .orderBy("item.updated_at", "desc")
        .orderBy("item.id", "desc")
        .limit(limit)
        .execute();
      return rows.map((row) => toHead(row, row.room as RoomId));
    },

    async changedOfUserSince({ project }, userId, since, { limit, after }) {
      const rows = await rowsOfUser(project, userId)
        .select("item.changed_at")
        .where("item.changed_at", ">=", since)
        // Rooms may have threads of one id.
        .$if(after !== undefined, (query) =>
          query.where(
            sql<SqlBool>`(item.changed_at, item.id, item.room_key) < (${after!.changedAt}, ${after!.id}, ${after!.roomKey})`,
          ),
        )
        .orderBy("item.changed_at", "desc")
        .orderBy("item.id", "desc")
        .orderBy("item.room_key", "desc")
        .limit(limit)
        .execute();
      return rows.map((row) => ({ ...toHead(row, row.room as RoomId), changedAt: row.changed_at }));
    },
  };
}

/** The queries that each new comment and each change of one runs. */
function prepareQueries({ sql: db }: Dialect) {
  type Table = "comments" | "comment_reactions" | "thread_subscriptions";
  const inThread = (table: Table, slot: SlotFor<InThread>) =>
    db
      .selectFrom(table)
      .where("project_id", "=", slot("project"))
      .where("room_key", "=", keyOfRoom(db, slot("project"), slot("room")))
      .where("thread_id", "=", slot("thread"));
  type InComment = InThread & { comment: string };
  return {
    thread: prepare<InThread, ThreadRow>((slot) =>
      db
        .selectFrom("threads")
        .select([...threadColumns])
        .where("project_id", "=", slot("project"))
        .where("room_key", "=", keyOfRoom(db, slot("project"), slot("room")))
        .where("id", "=", slot("thread")),
    ),
    comments: prepare<InThread, CommentRow>((slot) => inThread("comments", slot).selectAll()),
    reactions: prepare<InThread, ReactionRow>((slot) => inThread("comment_reactions", slot).selectAll()),
    comment: prepare<InComment, CommentRow>((slot) =>
      inThread("comments", slot as never)
        .selectAll()
        .where(sql.ref("id"), "=", slot("comment")),
    ),
    reactionsTo: prepare<InComment, ReactionRow>((slot) =>
      inThread("comment_reactions", slot as never)
        .selectAll()
        .where(sql.ref("comment_id"), "=", slot("comment")),
    ),
    subscribers: prepare<InThread & { limit: number }, { user_id: string }>((slot) =>
      db
        .selectFrom("thread_subscriptions")
        .select("user_id")
        .where("project_id", "=", slot("project"))
        .where("room_key", "=", keyOfRoom(db, slot("project"), slot("room")))
        .where("thread_id", "=", slot("thread"))
        .where("subscribed", "=", 1)
        .orderBy("created_at")
        .orderBy("user_id")
        .limit(slot("limit")),
    ),
  };
}

/**
 * Threads of any rooms, each once, as a table that others are joined to: one query, however many rooms there are. In a
 * `cross join`, the rows on the right are looked up for each on the left.
 */
function named(threads: readonly { readonly room: string; readonly id: string }[]) {
  const each = new Map(threads.map(({ room, id }) => [JSON.stringify([room, id]), sql`(${room}, ${id})`]));
  return sql`with named (room, id) as (values ${sql.join([...each.values()])})`;
}
