import type { Migration } from "./migration.ts";

/** When the server was available, for the status page. */
export const status: Migration = {
  version: 23,
  statements({ sql: { schema }, columns: { integer }, clustered }) {
    return [
      schema
        .createTable("status_hours")
        // Hours since 1970, in UTC.
        .addColumn("hour", integer, (c) => c.notNull().primaryKey())
        // A bit for each five minutes in which the server was available.
        .addColumn("slots", integer, (c) => c.notNull())
        .modifyEnd(clustered)
        .compile().sql,
    ];
  },
};
