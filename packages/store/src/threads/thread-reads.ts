import type { ThreadRecords, Visibility } from "@weft/collab";
import type { RoomAddress, RoomId } from "@weft/protocol";
import { sql } from "kysely";
import type { Kysely, RawBuilder } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import type { Engine } from "../database/engine.ts";
import { inChunks } from "../database/in-chunks.ts";
import { prepare } from "../database/query.ts";
import type { Prepared, SlotFor, SqlValue } from "../database/query.ts";
import { keyOfRoom } from "../tables/room-key.ts";
import { createThreadContents } from "./thread-contents.ts";
import { threadColumns, toComments, toHead, toThread } from "./thread-rows.ts";
import type { CommentRow, ReactionRow, ThreadRow } from "./thread-rows.ts";
import type { InThread } from "./thread-write-queries.ts";
import type { Tables } from "../tables/tables.ts";

/** A thread's row with the id of its room. */
type RowInRoom = ThreadRow & { readonly room: string };

/** Runs a query that begins with a table of names (`named`), which Kysely over an engine would take for a write. */
export type ReadNamed = <R extends object>(query: RawBuilder<R>) => Promise<readonly R[]>;

export function createReadNamed(engine: Engine, dialect: Dialect): ReadNamed {
  return <R extends object>(query: RawBuilder<R>) => {
    const { sql: text, parameters } = query.compile(dialect.sql);
    return engine.read<R>(text, parameters as readonly SqlValue[]);
  };
}

/** Reads threads by their ids. */
export function createThreadReads(
  engine: Engine,
  dialect: Dialect,
  readNamed: ReadNamed,
): Pick<ThreadRecords, "find" | "head" | "excerpt" | "headWithSubscribers" | "heads" | "contents" | "hasComment"> {
  const queries = prepareQueries(dialect);
  const contents = createThreadContents(engine, dialect);

  const readOf = async <R extends object>(
    query: Prepared<InThread, R>,
    { project, room }: RoomAddress,
    thread: string,
  ) => engine.read<R>(query.sql, query.bind({ project, room, thread }));
  const headOf = (rows: readonly ThreadRow[], { room }: RoomAddress) => rows[0] && toHead(rows[0], room);

  return {
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
      const rows = await readNamed(sql<RowInRoom>`${named(names)} select ${columns}, named.room
        from named cross join rooms cross join threads as item
        where rooms.project_id = ${project} and rooms.id = named.room
        and item.project_id = ${project} and item.room_key = rooms.key and item.id = named.id`);
      return rows.map((row) => toHead(row, row.room as RoomId));
    },

    contents: ({ project }, threads) => contents.parts(project, threads),

    async hasComment(room, thread, comment) {
      const name = { project: room.project, room: room.room, thread, comment };
      const rows = await engine.read(queries.comment.sql, queries.comment.bind(name));
      return rows.length > 0;
    },
  };
}

/** Reads who wrote comments, and what is attached to them. */
export function createCommentReads(
  db: Kysely<Tables>,
): Pick<ThreadRecords, "attachmentsOf" | "authorOf" | "visibilityOfAttachments"> {
  return {
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
export function named(threads: readonly { readonly room: string; readonly id: string }[]) {
  const each = new Map(threads.map(({ room, id }) => [JSON.stringify([room, id]), sql`(${room}, ${id})`]));
  return sql`with named (room, id) as (values ${sql.join([...each.values()])})`;
}
