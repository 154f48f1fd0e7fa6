import type { ThreadRecords } from "@weft/collab";
import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import { named } from "./thread-reads.ts";
import type { ReadNamed } from "./thread-reads.ts";

/**
 * Tests the comments of threads, thread after thread, by indexes that begin with the thread: it reads the comments of these
 * threads at most.
 */
export function createContentsTest(readNamed: ReadNamed, dialect: Dialect): ThreadRecords["withContents"] {
  return async ({ project }, threads, { participant, words = [], hasAttachments }) => {
    if (threads.length === 0) return [];
    /** Whether the thread has such a row. An offset keeps the test one that planners do not turn into a join. */
    const has = (table: string, alias: string, condition: RawBuilder<unknown>) =>
      sql<SqlBool>`exists (select 1 from ${sql.table(table)} as ${sql.ref(alias)}
        where ${sql.ref(`${alias}.project_id`)} = ${project} and ${sql.ref(`${alias}.room_key`)} = rooms.key
        and ${sql.ref(`${alias}.thread_id`)} = named.id ${condition} limit 1 offset 0)`;
    const conditions: RawBuilder<SqlBool>[] = [];
    if (participant !== undefined)
      conditions.push(
        sql<SqlBool>`(${has("comments", "own", sql`and own.user_id = ${participant} and own.deleted_at is null`)}
          or ${has("comment_reactions", "given", sql`and given.user_id = ${participant}`)})`,
      );
    if (words.length > 0) {
      const all = words.map((word) => dialect.contains(sql.ref<string>("said.content"), word));
      conditions.push(has("comments", "said", sql`and said.deleted_at is null and ${sql.join(all, sql` and `)}`));
    }
    if (hasAttachments !== undefined) {
      const held = has("comments", "held", sql`and held.deleted_at is null and held.attachments <> '[]'`);
      conditions.push(hasAttachments ? held : sql<SqlBool>`not ${held}`);
    }
    if (conditions.length === 0) return threads;
    const rows = await readNamed<{ room: string; id: string }>(sql`${named(threads)} select named.room, named.id
      from named cross join rooms
      where rooms.project_id = ${project} and rooms.id = named.room and ${sql.join(conditions, sql` and `)}`);
    const met = new Set(rows.map(({ room, id }) => JSON.stringify([room, id])));
    return threads.filter(({ room, id }) => met.has(JSON.stringify([room, id])));
  };
}
