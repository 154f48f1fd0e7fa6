import { sql } from "kysely";
import type { RawBuilder } from "kysely";

/**
 * The bytes that rows of a table take, as an expression over their columns. Where an index has the same expression, it answers
 * sums without reading the rows.
 */
const columns = {
  chats: { always: ["title", "metadata"], nullable: [] },
  chat_messages: { always: ["content"], nullable: ["run"] },
  comments: { always: ["content", "metadata", "attachments"], nullable: ["body"] },
  inbox_notifications: { always: ["subject_id"], nullable: ["mention", "activities"] },
} as const satisfies Record<string, { readonly always: readonly string[]; readonly nullable: readonly string[] }>;

export type MeasuredTable = keyof typeof columns;

export function contentBytes(table: MeasuredTable): RawBuilder<number> {
  const { always, nullable } = columns[table];
  const lengths = [
    ...always.map((column) => sql`octet_length(${sql.ref(column)})`),
    ...nullable.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`),
  ];
  return sql<number>`${sql.join(lengths, sql` + `)}`;
}

/** Their sum, and how many rows there are. */
export const contentSums = (table: MeasuredTable) => ({
  rows: sql<number>`count(*)`,
  bytes: sql<number>`coalesce(sum(${contentBytes(table)}), 0)`,
});
