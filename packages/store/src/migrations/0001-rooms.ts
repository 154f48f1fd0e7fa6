import type { Migration } from "./migration.ts";

/** Projects and their keys; rooms, the indexes behind their lists, and their Storage. */
export const rooms: Migration = {
  version: 1,
  statements({ sql: { schema }, columns: { text, integer, instant, flag, serial }, serialKey, numbered, clustered }) {
    const inRoom = ["project_id", "room_key"] as const;
    const room = ["project_id", "key"] as const;
    return [
      schema
        .createTable("projects")
        .addColumn("id", text, (c) => c.primaryKey().notNull())
        .addColumn("name", text, (c) => c.notNull())
        .addColumn("type", text, (c) => c.notNull())
        .addColumn("region", text)
        .addColumn("created_at", instant, (c) => c.notNull())
        .addColumn("public_key_creates_rooms", flag, (c) => c.notNull())
        .addColumn("token_generation", integer, (c) => c.notNull())
        .modifyEnd(clustered),

      schema
        .createTable("api_keys")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("kind", text, (c) => c.notNull())
        .addColumn("key", text, (c) => c.notNull())
        .addColumn("last_four", text, (c) => c.notNull())
        .addColumn("created_at", instant, (c) => c.notNull())
        .addColumn("expires_at", instant)
        .addColumn("active", flag, (c) => c.notNull())
        // A request knows its key before it knows its project.
        .addPrimaryKeyConstraint("api_keys_primary", ["kind", "key"])
        .modifyEnd(clustered),
      schema.createIndex("api_keys_of_project").on("api_keys").columns(["project_id", "created_at", "key"]),

      schema
        .createTable("signing_keys")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("kid", text, (c) => c.notNull())
        .addColumn("sealed_key", text, (c) => c.notNull())
        .addColumn("public_key", text, (c) => c.notNull())
        .addColumn("created_at", instant, (c) => c.notNull())
        .addColumn("retired_at", instant)
        .addPrimaryKeyConstraint("signing_keys_primary", ["project_id", "kid"])
        .modifyEnd(clustered),

      schema
        .createTable("rooms")
        .addColumn("project_id", text, (c) => c.notNull())
        // Never used twice, or an owner of a deleted room could write into its successor.
        .addColumn("key", serial, serialKey)
        .addColumn("id", text, (c) => c.notNull())
        .addColumn("organization_id", text, (c) => c.notNull())
        .addColumn("created_at", instant, (c) => c.notNull())
        .addColumn("last_connection_at", instant)
        // JSON lists of [key, value]: any key round-trips, order included.
        .addColumn("metadata", text, (c) => c.notNull())
        .addColumn("default_accesses", text, (c) => c.notNull())
        .addColumn("users_accesses", text, (c) => c.notNull())
        .addColumn("groups_accesses", text, (c) => c.notNull())
        .addColumn("revision", integer, (c) => c.notNull())
        .addUniqueConstraint("rooms_by_id", ["project_id", "id"])
        // What the foreign keys below refer to: a row of one project cannot hang on a room of another.
        .addUniqueConstraint("rooms_by_key", ["project_id", "key"])
        .modifyEnd(numbered),
      schema.createIndex("rooms_by_age").on("rooms").columns(["project_id", "created_at", "id"]),
      schema
        .createIndex("rooms_by_organization")
        .on("rooms")
        .columns(["project_id", "organization_id", "created_at", "id"]),

      schema
        .createTable("room_metadata")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("key", text, (c) => c.notNull())
        .addColumn("value", text, (c) => c.notNull())
        .addColumn("created_at", instant, (c) => c.notNull())
        .addColumn("room_id", text, (c) => c.notNull())
        .addColumn("room_key", integer, (c) => c.notNull())
        .addPrimaryKeyConstraint("room_metadata_primary", ["project_id", "key", "value", "created_at", "room_id"])
        .addForeignKeyConstraint("room_metadata_room", [...inRoom], "rooms", [...room])
        .modifyEnd(clustered),
      schema
        .createIndex("room_metadata_of_room")
        .on("room_metadata")
        .columns([...inRoom, "key"]),

      schema
        .createTable("room_accesses")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("kind", text, (c) => c.notNull())
        .addColumn("subject", text, (c) => c.notNull())
        .addColumn("created_at", instant, (c) => c.notNull())
        .addColumn("room_id", text, (c) => c.notNull())
        .addColumn("room_key", integer, (c) => c.notNull())
        .addPrimaryKeyConstraint("room_accesses_primary", ["project_id", "kind", "subject", "created_at", "room_id"])
        .addForeignKeyConstraint("room_accesses_room", [...inRoom], "rooms", [...room])
        .modifyEnd(clustered),
      schema
        .createIndex("room_accesses_of_room")
        .on("room_accesses")
        .columns([...inRoom, "kind", "subject"]),

      schema
        .createTable("room_state")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("room_key", integer, (c) => c.notNull())
        .addColumn("epoch", integer, (c) => c.notNull())
        .addColumn("seq", integer, (c) => c.notNull())
        .addColumn("next_actor", integer, (c) => c.notNull())
        .addPrimaryKeyConstraint("room_state_primary", [...inRoom])
        .addForeignKeyConstraint("room_state_room", [...inRoom], "rooms", [...room])
        .modifyEnd(clustered),

      schema
        .createTable("storage_nodes")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("room_key", integer, (c) => c.notNull())
        .addColumn("id", text, (c) => c.notNull())
        // The compact tuple as it goes over the wire, so that loading a room joins texts and parses none.
        .addColumn("node", text, (c) => c.notNull())
        .addPrimaryKeyConstraint("storage_nodes_primary", [...inRoom, "id"])
        .addForeignKeyConstraint("storage_nodes_room", [...inRoom], "rooms", [...room])
        .modifyEnd(clustered),

      schema
        .createTable("room_actors")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("room_key", integer, (c) => c.notNull())
        .addColumn("actor", integer, (c) => c.notNull())
        .addColumn("user_id", text, (c) => c.notNull())
        .addColumn("clocks", text, (c) => c.notNull())
        .addPrimaryKeyConstraint("room_actors_primary", [...inRoom, "actor"])
        .addForeignKeyConstraint("room_actors_room", [...inRoom], "rooms", [...room])
        .modifyEnd(clustered),

      schema
        .createTable("retired_rooms")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("id", text, (c) => c.notNull())
        .addColumn("next_actor", integer, (c) => c.notNull())
        .addPrimaryKeyConstraint("retired_rooms_primary", ["project_id", "id"])
        .modifyEnd(clustered),
    ].map((step) => step.compile().sql);
  },
};
