import type { Migration } from "./migration.ts";

/** A project is changed, with its keys, only as it was read. */
export const revisionsOfProjects: Migration = {
  version: 30,
  statements({ sql: { schema }, columns: { integer } }) {
    return [
      schema
        .alterTable("projects")
        .addColumn("revision", integer, (c) => c.notNull().defaultTo(1))
        .compile().sql,
    ];
  },
};
