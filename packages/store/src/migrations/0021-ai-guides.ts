import type { Migration } from "./migration.ts";

/** Guides that staff create with the site's assistant. */
export const aiGuides: Migration = {
  version: 21,
  statements({ sql: { schema }, columns: { text, instant } }) {
    const table = schema
      .createTable("ai_guides")
      .addColumn("slug", text, (c) => c.primaryKey().notNull())
      .addColumn("title", text, (c) => c.notNull())
      .addColumn("markdown", text, (c) => c.notNull())
      .addColumn("created_at", instant, (c) => c.notNull());
    return [table.compile().sql];
  },
};
