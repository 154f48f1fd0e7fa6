import { sql } from "kysely";
import { contentBytes } from "../tables/content-bytes.ts";
import type { MeasuredTable } from "../tables/content-bytes.ts";
import type { Migration } from "./migration.ts";

const key = { chats: [], chat_messages: ["chat_id", "created_at"], comments: [], inbox_notifications: [] } as const;
const owner = ["project_id", "organization_id", "user_id"] as const;

/** Indexes that hold the bytes of chats, comments and notifications, so that quotas are measured without reading them. */
export const contentBytesIndexes: Migration = {
  version: 27,
  statements({ sql: { schema }, readsExpressionsFromIndexes }) {
    // Elsewhere such an index would be written for nothing: sums read the rows, without long values.
    if (!readsExpressionsFromIndexes) return [];
    return (["chats", "chat_messages", "comments", "inbox_notifications"] as const satisfies MeasuredTable[])
      .map((table) =>
        schema
          .createIndex(`${table}_bytes`)
          .on(table)
          .columns([...(table.startsWith("chat") ? owner : ["project_id"]), ...key[table]])
          .expression(sql`${contentBytes(table)}`),
      )
      .map((step) => step.compile().sql);
  },
};
