/**
 * The comments of threads, a bounded number of bytes at a time.
 *
 *   small threads ─► several at once: their comments, their reactions
 *   a large one   ─► the ages and sizes of its comments ─► comments, some at a time
 */
import type { ThreadHead, ThreadPart } from "@weft/collab";
import { sql } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import type { Engine } from "../database/engine.ts";
import { compilable, prepare, prepareByLength } from "../database/query.ts";
import type { SlotFor, SqlValue } from "../database/query.ts";
import { byAge, toComments } from "./thread-rows.ts";
import type { CommentRow, ReactionRow } from "./thread-rows.ts";

type Place = { readonly project: string; readonly key: number };
type Key = Pick<ThreadHead, "roomKey" | "id">;

/** What one read holds, about. */
const bytesPerRead = 256 * 1_024;
/** Threads, or comments of one thread, that one query names. */
const namesPerRead = 100;

interface Sized extends Pick<CommentRow, "id" | "created_at"> {
  readonly bytes: number;
}

export interface ThreadContents {
  /** What a table has of threads of one project, which are read at once. */
  read(project: string, threads: readonly Key[]): Promise<readonly [readonly CommentRow[], readonly ReactionRow[]]>;
  parts(project: string, threads: readonly ThreadHead[]): AsyncGenerator<ThreadPart>;
}

export function createThreadContents(engine: Engine, dialect: Dialect): ThreadContents {
  const commentsIn = readerOf<CommentRow>(engine, dialect, "comments");
  const reactionsIn = readerOf<ReactionRow>(engine, dialect, "comment_reactions");
  const sizes = prepareSizes(dialect);
  const commentsNamed = ofComments<CommentRow>(engine, dialect, "comments", "id");
  const reactionsNamed = ofComments<ReactionRow>(engine, dialect, "comment_reactions", "comment_id");

  const read: ThreadContents["read"] = (project, threads) =>
    Promise.all([commentsIn(project, threads), reactionsIn(project, threads)]);

  async function* together(project: string, threads: readonly ThreadHead[]): AsyncGenerator<ThreadPart> {
    const [comments, reactions] = await read(project, threads);
    const commentsOf = Map.groupBy(comments, nameOf);
    const reactionsOf = Map.groupBy(reactions, nameOf);
    for (const thread of threads) {
      const name = nameOf({ room_key: thread.roomKey, thread_id: thread.id });
      const own = commentsOf.get(name);
      if (own !== undefined)
        yield { thread, comments: toComments(own, reactionsOf.get(name) ?? []), isFirst: true, isLast: true };
    }
  }

  async function* inParts(project: string, thread: ThreadHead): AsyncGenerator<ThreadPart> {
    const place = { project, key: thread.roomKey, thread: thread.id };
    const [comments, reactions] = await Promise.all(
      [sizes.comments, sizes.reactions].map((query) => engine.read<Sized>(query.sql, query.bind(place))),
    );
    const reacted = new Map(reactions!.map(({ id, bytes }) => [id, bytes]));
    const plan = comments!.toSorted(byAge).map(({ id, bytes }) => ({ id, bytes: bytes + (reacted.get(id) ?? 0) }));
    const groups = [...grouped(plan)];
    for (const [at, group] of groups.entries()) {
      const ids = group.map(({ id }) => id);
      const [some, theirs] = await Promise.all([commentsNamed(place, ids), reactionsNamed(place, ids)]);
      yield { thread, comments: toComments(some, theirs), isFirst: at === 0, isLast: at === groups.length - 1 };
    }
  }

  return {
    read,
    async *parts(project, threads) {
      for (const group of grouped(threads)) {
        const [first] = group;
        if (group.length === 1 && first!.bytes > bytesPerRead) yield* inParts(project, first!);
        else yield* together(project, group);
      }
    },
  };
}

/** Neighbours that fit into one read. One that does not fit is by itself. */
function* grouped<T extends { readonly bytes: number }>(items: readonly T[]): Generator<readonly T[]> {
  let group: T[] = [];
  let bytes = 0;
  for (const item of items) {
    if (group.length > 0 && (bytes + item.bytes > bytesPerRead || group.length === namesPerRead)) {
      yield group;
      group = [];
      bytes = 0;
    }
    group.push(item);
    bytes += item.bytes;
  }
  if (group.length > 0) yield group;
}

const nameOf = ({ room_key, thread_id }: Pick<CommentRow, "room_key" | "thread_id">) => `${room_key} ${thread_id}`;

/** Reads what a table has of threads of one project. */
function readerOf<R extends object>(
  engine: Engine,
  { sql: db }: Dialect,
  table: "comments" | "comment_reactions",
): (project: string, threads: readonly Key[]) => Promise<readonly R[]> {
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
  return (project, threads) => {
    const values: Record<string, SqlValue> = { project };
    for (const [at, { roomKey, id }] of threads.entries()) {
      values[`room${at}`] = roomKey;
      values[`thread${at}`] = id;
    }
    const query = queryFor(threads.length);
    return engine.read<R>(query.sql, query.bind(values));
  };
}

type InThread = Place & { readonly thread: string };

/** Reads what a table has of some comments of a thread. */
function ofComments<R extends object>(
  engine: Engine,
  { sql: db }: Dialect,
  table: "comments" | "comment_reactions",
  column: string,
): (place: InThread, ids: readonly string[]) => Promise<readonly R[]> {
  const queryFor = prepareByLength<Readonly<Record<string, SqlValue>>>((slot, length) =>
    compilable(
      db,
      sql<never>`select * from ${sql.table(table)} where ${inThread(slot as never)}
        and ${sql.ref(column)} in (${sql.join(Array.from({ length }, (_, at) => sql`${slot(`id${at}`)}`))})`,
    ),
  );
  return (place, ids) => {
    const query = queryFor(ids.length);
    return engine.read<R>(
      query.sql,
      query.bind({ ...place, ...Object.fromEntries(ids.map((id, at) => [`id${at}`, id])) }),
    );
  };
}

const inThread = (slot: SlotFor<InThread>) =>
  sql`project_id = ${slot("project")} and room_key = ${slot("key")} and thread_id = ${slot("thread")}`;

/** Neither reads the texts: the length of a value is stored in front of it. */
function prepareSizes({ sql: db }: Dialect) {
  return {
    comments: prepare<InThread, Sized>((slot) =>
      compilable(
        db,
        sql<Sized>`select id, created_at, 400 + coalesce(octet_length(body), 0) + octet_length(metadata)
          + octet_length(attachments) as bytes from comments where ${inThread(slot)}`,
      ),
    ),
    reactions: prepare<InThread, Sized>((slot) =>
      compilable(
        db,
        sql<Sized>`select comment_id as id, 0 as created_at,
          sum(100 + octet_length(user_id) + octet_length(emoji)) as bytes from comment_reactions
          where ${inThread(slot)} group by comment_id`,
      ),
    ),
  };
}
