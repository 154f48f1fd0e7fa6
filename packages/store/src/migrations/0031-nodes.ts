import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** The nodes of a cluster, and which of them has which room. Without a cluster there are none. */
export const nodes: Migration = {
  version: 31,
  statements({ sql: db, columns: { text, integer, instant, flag, real }, clustered }) {
    const { schema } = db;
    return [
      schema
        .createTable("nodes")
        .addColumn("id", text, (c) => c.primaryKey().notNull())
        .addColumn("name", text, (c) => c.notNull())
        .addColumn("version", text, (c) => c.notNull())
        .addColumn("load", real)
        .addColumn("connections", integer, (c) => c.notNull())
        .addColumn("rooms", integer, (c) => c.notNull())
        .addColumn("draining", flag, (c) => c.notNull())
        // The end of the lease, by the clock of the database.
        .addColumn("until", instant, (c) => c.notNull())
        .modifyEnd(clustered),
      // The room is this node's for as long as the node has a lease.
      schema.alterTable("room_state").addColumn("node", text),
      // Another node asks for the room.
      schema.alterTable("room_state").addColumn("wanted", flag, (c) => c.notNull().defaultTo(0)),
      sql`create index room_state_wanted on room_state (node) where wanted = 1`,
    ].map((step) => step.compile(db).sql);
  },
};
