import type { Migration } from "./migration.ts";

/** What teams allow: by which methods members sign in, and for how long data is kept. */
export const teamPolicies: Migration = {
  version: 37,
  isAdditive: true,
  statements({ sql: { schema }, columns: { text } }) {
    return [
      // JSON: a list, and an object. Null where the team has decided nothing.
      schema.alterTable("teams").addColumn("sign_in_methods", text),
      schema.alterTable("teams").addColumn("retention", text),
      // Null for sessions of earlier releases: their method is not known.
      schema.alterTable("sessions").addColumn("signedInWith", text),
      schema.createIndex("chats_by_project_and_time").on("chats").columns(["project_id", "sorted_at"]),
    ].map((step) => step.compile().sql);
  },
};
