import type { Migration } from "./migration.ts";

/** Jobs that ended the processes that ran them are not run for ever. */
export const parkedJobs: Migration = {
  version: 25,
  statements({ sql: { schema }, columns: { integer } }) {
    // Claims that ended because their process died, since the job last came to an end or on.
    const table = schema.alterTable("jobs").addColumn("deaths", integer, (c) => c.notNull().defaultTo(0));
    return [table.compile().sql];
  },
};
