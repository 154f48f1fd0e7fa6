import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/**
 * What a thread holds, counted with every change: how many comments, when the newest was written, and about how many bytes
 * of JSON. Lists are cut and comments are added without reading the comments that are there. A search of comments walks
 * the newest of a room.
 */
export const sizesOfThreads: Migration = {
  version: 29,
  statements({ sql: db, columns: { integer, instant } }) {
    const { schema } = db;
    const ofThread = (table: string, columns: string) =>
      sql.raw(`(select ${columns} from ${table} as own where own.project_id = threads.project_id
        and own.room_key = threads.room_key and own.thread_id = threads.id)`);
    const size =
      "400 + coalesce(octet_length(own.body), 0) + octet_length(own.metadata) + octet_length(own.attachments)";
    const count = sql`update threads set
      comment_count = ${ofThread("comments", "count(*)")},
      live_comments = ${ofThread("comments", "count(*) - count(own.deleted_at)")},
      last_comment_at = coalesce(${ofThread("comments", "max(own.created_at)")}, created_at),
      bytes = 400 + octet_length(metadata) + coalesce(${ofThread("comments", `sum(${size})`)}, 0)
        + coalesce(${ofThread("comment_reactions", "sum(100 + octet_length(own.user_id) + octet_length(own.emoji))")}, 0)`;
    return [
      ...["comment_count", "live_comments", "bytes"].map(
        (column) =>
          schema
            .alterTable("threads")
            .addColumn(column, integer, (c) => c.notNull().defaultTo(0))
            .compile().sql,
      ),
      schema
        .alterTable("threads")
        .addColumn("last_comment_at", instant, (c) => c.notNull().defaultTo(0))
        .compile().sql,
      count.compile(db).sql,
      schema
        .createIndex("comments_by_age")
        .on("comments")
        .columns(["project_id", "room_key", "created_at", "thread_id", "id"])
        .compile().sql,
    ];
  },
};
