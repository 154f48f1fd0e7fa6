import type { ChangedThread, OfUser, ThreadRecord, ThreadRecords, Tombstone, Visibility } from "@weft/collab";
import type { RoomAddress, RoomId } from "@weft/protocol";
import { sql } from "kysely";
import type { Kysely, RawBuilder, Selectable, SqlBool } from "kysely";
import type { Dialect } from "./dialect.ts";
import type { Engine } from "./engine.ts";
import { comesAfter } from "./lists/keyset.ts";
import { inChunks } from "./in-chunks.ts";
import { compilable, prepare, prepareByLength } from "./query.ts";
import type { Prepared, SlotFor, SqlValue } from "./query.ts";
import { keyOfRoom } from "./room-row.ts";
import { createSettingsReader, toSettings } from "./subscription-settings.ts";
import { createProjectThreadList } from "./project-thread-list.ts";
import { createThreadList, threadConditions } from "./thread-list.ts";
import { threadColumns, toInboxRecord, toSubscription, toThread } from "./thread-rows.ts";
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
  const commentsIn = createContents<CommentRow>(engine, dialect, "comments");
  const reactionsIn = createContents<ReactionRow>(engine, dialect, "comment_reactions");
  const newestOfRoom = createThreadList(engine, dialect, "newestFirst");
  const listOfProject = createProjectThreadList(engine, dialect);
  const inRoom = ({ project, room }: RoomAddress) => ({ project, key: keyOfRoom(db, project, room) });
  const keyOf = async ({ project, room }: RoomAddress) => (await keyOfRoom(db, project, room).executeTakeFirst())?.key;

  const read = <R extends object>(query: RawBuilder<R>): Promise<readonly R[]> => {
    const { sql: text, parameters } = query.compile(dialect.sql);
    return engine.read<R>(text, parameters as readonly SqlValue[]);
  };

  /** Threads, whose rows are of one project and were read already, in their order, with what is in them. */
  async function complete(rows: readonly RowInRoom[]): Promise<ThreadRecord[]> {
    if (rows.length === 0) return [];
    const [comments, reactions] = await Promise.all([commentsIn(rows), reactionsIn(rows)]);
    const commentsOf = Map.groupBy(comments, placeOf);
    const reactionsOf = Map.groupBy(reactions, placeOf);
    return rows.flatMap((row) => {
      const place = placeOf({ room_key: row.room_key, thread_id: row.id });
      const own = commentsOf.get(place);
      // A thread whose comments are gone was deleted in between.
      return own === undefined ? [] : [toThread(row, row.room as RoomId, own, reactionsOf.get(place) ?? [])];
    });
  }

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
  /** Reads a thread and its contents at once: each read that waits for another is a message of its own. */
  const find = async (room: RoomAddress, id: string): Promise<ThreadRecord | undefined> => {
    const [[row], comments, reactions] = await Promise.all([
      readOf(queries.thread, room, id),
      readOf(queries.comments, room, id),
      readOf(queries.reactions, room, id),
    ]);
    // A thread whose comments are gone was deleted in between.
    return row === undefined || comments.length === 0 ? undefined : toThread(row, room.room, comments, reactions);
  };

  const subscriptionsIn = ({ project, room }: RoomAddress) =>
    db
      .selectFrom("thread_subscriptions")
      .selectAll()
      .where("project_id", "=", project)
      .where("room_key", "=", keyOfRoom(db, project, room));
  const notificationsIn = ({ project, room }: RoomAddress) =>
    db
      .selectFrom("inbox_notifications")
      .selectAll()
      .where("project_id", "=", project)
      .where("room_key", "=", keyOfRoom(db, project, room))
      .where("kind", "=", "thread");
  const subscriptionsOf = async (room: RoomAddress, thread: string) =>
    (await readOf(queries.subscriptions, room, thread)).map(toSubscription);
  const ofUser = async (
    room: RoomAddress,
    notifications: ReturnType<typeof notificationsIn>,
    subscriptions: ReturnType<typeof subscriptionsIn>,
  ): Promise<OfUser> => {
    const [inbox, subscribed] = await Promise.all([notifications.execute(), subscriptions.execute()]);
    return {
      notifications: inbox.map((row) => toInboxRecord(row, room.room)),
      subscriptions: subscribed.map(toSubscription),
    };
  };

  /** Threads of rooms of the project that a user ever had a subscription to. */
  const rowsOfUser = (project: string, userId: string) =>
    db
      .selectFrom("thread_subscriptions as own")
      .innerJoin("threads", (join) =>
        join
          .onRef("threads.project_id", "=", "own.project_id")
          .onRef("threads.room_key", "=", "own.room_key")
          .onRef("threads.id", "=", "own.thread_id"),
      )
      .innerJoin("rooms", (join) =>
        join.onRef("rooms.project_id", "=", "own.project_id").onRef("rooms.key", "=", "own.room_key"),
      )
      .select(threadColumns.map((column) => `threads.${column}` as const))
      .select("rooms.id as room")
      .where("own.project_id", "=", project)
      .where("own.user_id", "=", userId);

  return {
    ...createSubscriptionWriter(transactions, db),
    write: createThreadWriter(transactions, dialect),

    find,

    async findWithSubscriptions(room, id) {
      const [thread, subscriptions] = await Promise.all([find(room, id), subscriptionsOf(room, id)]);
      return thread && { thread, subscriptions };
    },

    async findMany(threads) {
      const [first] = threads;
      if (first === undefined) return [];
      const { project } = first.room;
      const columns = sql.join(threadColumns.map((column) => sql.ref(`item.${column}`)));
      const names = threads.map(({ room: { room }, id }) => ({ room, id }));
      return complete(
        await read(sql<RowInRoom>`${named(names)} select ${columns}, named.room
          from named cross join rooms cross join threads as item
          where rooms.project_id = ${project} and rooms.id = named.room
          and item.project_id = ${project} and item.room_key = rooms.key and item.id = named.id`),
      );
    },

    async list(room, filter, page) {
      const key = await keyOf(room);
      if (key === undefined) return [];
      const rows = await list(room.project, key, filter, page);
      return complete(rows.map((row) => ({ ...row, room: room.room })));
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
      const inRooms = rows.flatMap((row) => {
        const id = idOf.get(row.room_key);
        return id === undefined ? [] : [{ ...row, room: id }];
      });
      return { threads: await complete(inRooms), next };
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
        threads: await complete(rows.map((row) => ({ ...row, room: room.room }))),
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

    async changedSince(room, since, visibilities, limit) {
      if (visibilities.length === 0) return { threads: [] };
      const rows = await rowsIn(room)
        .select("changed_at")
        .where("changed_at", ">=", since)
        .where("visibility", "in", [...visibilities])
        .orderBy("changed_at")
        .orderBy("id")
        .limit(limit)
        .execute();
      const threads = await complete(rows);
      return { threads, ...(rows.length === limit && { upTo: rows.at(-1)!.changed_at }) };
    },

    async newestChanges(room, since, limit) {
      const { project, key } = inRoom(room);
      const [changed, deleted] = await Promise.all([
        db
          .selectFrom("threads")
          .select((eb) => [
            "id",
            "visibility",
            "changed_at",
            eb
              .selectFrom("comments")
              .select("comments.id")
              .whereRef("comments.project_id", "=", "threads.project_id")
              .whereRef("comments.room_key", "=", "threads.room_key")
              .whereRef("comments.thread_id", "=", "threads.id")
              .orderBy("comments.created_at", "desc")
              .orderBy("comments.id", "desc")
              .limit(1)
              .as("comment"),
          ])
          .where("project_id", "=", project)
          .where("room_key", "=", key)
          .where("changed_at", ">=", since)
          .orderBy("changed_at", "desc")
          .limit(limit)
          .execute(),
        db
          .selectFrom("tombstones")
          .select(["id", "visibility", "deleted_at"])
          .where("project_id", "=", project)
          .where("room_key", "=", key)
          .where("user_id", "=", "")
          .where("kind", "=", "thread")
          .where("deleted_at", ">=", since)
          .where("organization_id", "is", null)
          .orderBy("deleted_at", "desc")
          .limit(limit)
          .execute(),
      ]);
      const changes: ChangedThread[] = [];
      for (const { id, visibility, changed_at: changedAt, comment } of changed)
        if (comment !== null) changes.push({ id, visibility: visibility as Visibility, commentId: comment, changedAt });
      for (const { id, visibility, deleted_at: changedAt } of deleted)
        if (visibility !== null) changes.push({ id, visibility: visibility as Visibility, changedAt });
      return changes.toSorted((one, other) => one.changedAt - other.changedAt).slice(-limit);
    },

    async deletedSince(room, userId, since) {
      const { project, key } = inRoom(room);
      const rows = await db
        .selectFrom("tombstones")
        .select(["kind", "id", "room_id", "deleted_at", "visibility"])
        .where("project_id", "=", project)
        .where("room_key", "=", key)
        .where("user_id", "in", ["", userId])
        .where("deleted_at", ">=", since)
        .where("organization_id", "is", null)
        .orderBy("deleted_at")
        .execute();
      return rows.map(toTombstone);
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

    async search(room, { words, thread, hasAttachments, hasMentions }, limit) {
      const { project } = room;
      const key = await keyOf(room);
      if (key === undefined || thread.visibilities.length === 0) return [];
      const text = sql.ref<string>("said.content");
      const conditions = [
        sql<SqlBool>`said.project_id = ${project} and said.room_key = ${key} and said.deleted_at is null`,
        ...words.map((word) => dialect.contains(text, word)),
        ...threadConditions(project, key, thread),
      ];
      if (hasAttachments !== undefined)
        conditions.push(sql`said.attachments ${hasAttachments ? sql`<>` : sql`=`} '[]'`);
      if (hasMentions !== undefined) {
        // Within a text, the quotes would be escaped.
        const mentions = dialect.contains(sql.ref<string>("said.body"), '"type":"mention"');
        conditions.push(hasMentions ? mentions : sql`not ${mentions}`);
      }
      const found = sql<{ thread_id: string; id: string; content: string }>`
        select said.thread_id, said.id, said.content from comments as said
        join threads as item on item.project_id = said.project_id and item.room_key = said.room_key
          and item.id = said.thread_id
        where ${sql.join(conditions, sql` and `)} order by said.created_at desc, said.id desc limit ${limit}`;
      const { sql: query, parameters } = found.compile(dialect.sql);
      const rows = await engine.read<{ thread_id: string; id: string; content: string }>(query, parameters as never);
      return rows.map(({ thread_id, id, content }) => ({ threadId: thread_id, commentId: id, content }));
    },

    async ofUser(room, userId, threads) {
      if (threads.length === 0) return { notifications: [], subscriptions: [] };
      return ofUser(
        room,
        notificationsIn(room)
          .where("user_id", "=", userId)
          .where("slot", "in", [...threads]),
        subscriptionsIn(room)
          .where("user_id", "=", userId)
          .where("subscribed", "=", 1)
          .where("thread_id", "in", [...threads]),
      );
    },

    async subscriptionsOfUser({ project }, userId, threads) {
      if (threads.length === 0) return [];
      const rows = await read(sql<SubscriptionRow>`${named(threads)} select item.*
        from named cross join rooms cross join thread_subscriptions as item
        where rooms.project_id = ${project} and rooms.id = named.room
        and item.project_id = ${project} and item.room_key = rooms.key and item.thread_id = named.id
        and item.user_id = ${userId} and item.subscribed = 1`);
      return rows.map(toSubscription);
    },

    ofUserSince: (room, userId, since) =>
      ofUser(
        room,
        notificationsIn(room).where("user_id", "=", userId).where("changed_at", ">=", since),
        subscriptionsIn(room)
          .where("user_id", "=", userId)
          .where("subscribed", "=", 1)
          .where("changed_at", ">=", since),
      ),

    subscriptions: subscriptionsOf,

    async notifications(room, thread) {
      const rows = await notificationsIn(room).where("subject_id", "=", thread).orderBy("user_id").execute();
      return rows.map((row) => ({ ...toInboxRecord(row, room.room), userId: row.user_id }));
    },

    settings: createSettingsReader(engine, dialect),

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

    async listOfUser({ project }, userId, { limit, after }) {
      const position = ["threads.updated_at", "threads.id"] as const;
      const rows = await rowsOfUser(project, userId)
        .$if(after !== undefined, (query) =>
          query.where(comesAfter(position, [after!.updatedAt, after!.id], "newestFirst")),
        )
        .orderBy("threads.updated_at", "desc")
        .orderBy("threads.id", "desc")
        .limit(limit)
        .execute();
      return complete(rows);
    },

    async deletedOfUserSince({ project, organizationId }, userId, since) {
      const rows = await db
        .selectFrom("tombstones as own")
        .leftJoin("tombstones as whole", (join) =>
          join
            .onRef("whole.project_id", "=", "own.project_id")
            .on("whole.user_id", "=", "")
            .on("whole.kind", "=", "thread")
            .onRef("whole.room_key", "=", "own.room_key")
            .onRef("whole.id", "=", "own.id"),
        )
        .select(["own.kind", "own.id", "own.room_id", "own.deleted_at", "own.visibility", "whole.id as thread"])
        .where("own.project_id", "=", project)
        .where("own.user_id", "=", userId)
        .where("own.deleted_at", ">=", since)
        .where((eb) => {
          const everywhere = eb("own.organization_id", "is", null);
          return organizationId === undefined
            ? everywhere
            : eb.or([everywhere, eb("own.organization_id", "=", organizationId)]);
        })
        .orderBy("own.deleted_at")
        .execute();
      return rows.flatMap((row) => {
        const own = toTombstone(row);
        // With a thread that was deleted, the user's subscription to it was.
        return row.thread === null ? [own] : [own, { ...own, kind: "thread" as const }];
      });
    },

    async changedOfUserSince({ project }, userId, since) {
      return complete(
        await rowsOfUser(project, userId)
          .where("threads.changed_at", ">=", since)
          .orderBy("threads.changed_at")
          .execute(),
      );
    },
  };
}

/** The queries that each new comment runs. */
function prepareQueries({ sql: db }: Dialect) {
  const contents = (table: "comments" | "comment_reactions" | "thread_subscriptions", slot: SlotFor<InThread>) =>
    db
      .selectFrom(table)
      .selectAll()
      .where("project_id", "=", slot("project"))
      .where("room_key", "=", keyOfRoom(db, slot("project"), slot("room")))
      .where("thread_id", "=", slot("thread"));
  return {
    thread: prepare<InThread, ThreadRow>((slot) =>
      db
        .selectFrom("threads")
        .select([...threadColumns])
        .where("project_id", "=", slot("project"))
        .where("room_key", "=", keyOfRoom(db, slot("project"), slot("room")))
        .where("id", "=", slot("thread")),
    ),
    comments: prepare<InThread, CommentRow>((slot) => contents("comments", slot)),
    reactions: prepare<InThread, ReactionRow>((slot) => contents("comment_reactions", slot)),
    subscriptions: prepare<InThread, SubscriptionRow>((slot) =>
      contents("thread_subscriptions", slot).orderBy("created_at"),
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

/** Reads what a table has of threads of one project. */
function createContents<R extends object>(
  engine: Engine,
  { sql: db }: Dialect,
  table: "comments" | "comment_reactions",
): (threads: readonly ThreadRow[]) => Promise<readonly R[]> {
  const queryFor = prepareByLength<Readonly<Record<string, SqlValue>>>((slot, length) => {
    const place = (_: unknown, at: number) => sql`(cast(${slot(`room${at}`)} as bigint), ${slot(`thread${at}`)})`;
    const places = sql.join(Array.from({ length }, place));
    return compilable(
      db,
      sql<never>`with named (room_key, thread_id) as (values ${places}) select item.*
        from named cross join ${sql.table(table)} as item where item.project_id = ${slot("project")}
        and item.room_key = named.room_key and item.thread_id = named.thread_id`,
    );
  });
  return (threads) => {
    const values: Record<string, SqlValue> = { project: threads[0]!.project_id };
    for (const [at, { room_key, id }] of threads.entries()) {
      values[`room${at}`] = room_key;
      values[`thread${at}`] = id;
    }
    const query = queryFor(threads.length);
    return engine.read<R>(query.sql, query.bind(values));
  };
}

const placeOf = ({ room_key, thread_id }: Pick<CommentRow, "room_key" | "thread_id">) => `${room_key} ${thread_id}`;

type TombstoneRow = Pick<Selectable<Tables["tombstones"]>, "kind" | "id" | "room_id" | "deleted_at" | "visibility">;

function toTombstone(row: TombstoneRow): Tombstone {
  return {
    kind: row.kind as Tombstone["kind"],
    id: row.id,
    room: (row.room_id ?? undefined) as RoomId | undefined,
    deletedAt: row.deleted_at,
    visibility: (row.visibility ?? undefined) as Visibility | undefined,
  };
}
