import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/**
 * Threads of all rooms of a project, by age: those that are open or resolved, and those with a value of metadata. Every key is
 * greater than 0. A query has to say so to use these indexes, so that no planner takes them for a list of one room.
 */
export const threadsOfProjects: Migration = {
  version: 16,
  statements({ sql: { schema } }) {
    return [
      schema
        .createIndex("threads_of_project")
        .on("threads")
        .columns(["project_id", "resolved", "created_at", "key"])
        .where(sql.ref("key"), ">", sql.lit(0)),
      schema
        .createIndex("thread_metadata_of_project")
        .on("thread_metadata")
        .columns(["project_id", "name", "value", "created_at", "thread_key"])
        .where(sql.ref("thread_key"), ">", sql.lit(0)),
    ].map((step) => step.compile().sql);
  },
};
