import type { Migration } from "./migration.ts";

/** Groups of users, and by which users they are found. */
export const groups: Migration = {
  version: 9,
  statements({ sql: db, columns: { text, integer, instant, flag }, clustered }) {
    const { schema } = db;
    return [
      schema
        .createTable("groups")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("id", text, (c) => c.notNull())
        .addColumn("organization_id", text, (c) => c.notNull())
        .addColumn("created_at", instant, (c) => c.notNull())
        .addColumn("updated_at", instant, (c) => c.notNull())
        .addColumn("mention", flag, (c) => c.notNull())
        // JSON: pairs of a user id and an instant.
        .addColumn("members", text, (c) => c.notNull())
        .addColumn("revision", integer, (c) => c.notNull())
        .addPrimaryKeyConstraint("groups_primary", ["project_id", "id"])
        .modifyEnd(clustered),
      schema.createIndex("groups_newest").on("groups").columns(["project_id", "created_at", "id"]),

      // Its rows repeat the sort key of the group, so that a page of a user's groups is one walk along the primary key.
      schema
        .createTable("group_members")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("user_id", text, (c) => c.notNull())
        .addColumn("created_at", instant, (c) => c.notNull())
        .addColumn("group_id", text, (c) => c.notNull())
        .addPrimaryKeyConstraint("group_members_primary", ["project_id", "user_id", "created_at", "group_id"])
        .addForeignKeyConstraint("group_members_group", ["project_id", "group_id"], "groups", ["project_id", "id"])
        .modifyEnd(clustered),
      schema.createIndex("group_members_of_group").on("group_members").columns(["project_id", "group_id"]),
    ].map((step) => step.compile().sql);
  },
};
