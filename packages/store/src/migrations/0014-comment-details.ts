import type { Migration } from "./migration.ts";

/** Of deleted threads, who could read them; of reactions, which came first. */
export const commentDetails: Migration = {
  version: 14,
  statements({ sql: { schema }, columns: { text, integer } }) {
    return [
      // Null for notifications, and where a release before this one deleted the thread.
      schema.alterTable("tombstones").addColumn("visibility", text),
      // Of a notification that moved with its room: the organization that it left. Null where it is gone everywhere.
      schema.alterTable("tombstones").addColumn("organization_id", text),
      // Within its comment. 0 where a release before this one wrote it.
      schema.alterTable("comment_reactions").addColumn("place", integer, (c) => c.notNull().defaultTo(0)),
    ].map((step) => step.compile().sql);
  },
};
