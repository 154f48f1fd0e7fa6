import type { Migration } from "./migration.ts";

/** Logs of events and requests, what is counted of projects, sizes of rooms, and messages to the server's operator. */
export const activity: Migration = {
  version: 5,
  statements({ sql: { schema }, columns: { text, integer, instant, flag, real }, clustered }) {
    const inRoom = ["project_id", "room_key"] as const;
    const counts = [
      "anonymous_connections",
      "messages",
      "storage_ops",
      "document_updates",
      "rooms_created",
      "requests_done",
      "requests_redirected",
      "requests_refused",
      "requests_failed",
      "socket_errors",
    ] as const;
    const table = (name: string) => schema.createTable(name).addColumn("project_id", text, (c) => c.notNull());
    const countTable = (name: string, key: string, others: readonly string[]) => {
      let step = table(name).addColumn(key, integer, (c) => c.notNull());
      for (const column of [...counts, ...others]) step = step.addColumn(column, integer, (c) => c.notNull());
      return step.addPrimaryKeyConstraint(`${name}_primary`, ["project_id", key]).modifyEnd(clustered);
    };
    const activeTable = (name: string, id: string) =>
      table(name)
        .addColumn("day", integer, (c) => c.notNull())
        .addColumn(id, text, (c) => c.notNull())
        .addColumn("connections", integer, (c) => c.notNull())
        .addPrimaryKeyConstraint(`${name}_primary`, ["project_id", "day", id])
        .modifyEnd(clustered);
    return [
      table("events")
        .addColumn("at", instant, (c) => c.notNull())
        .addColumn("id", text, (c) => c.notNull())
        .addColumn("kind", text, (c) => c.notNull())
        .addColumn("room_id", text)
        .addColumn("user_id", text)
        .addColumn("connection_id", integer)
        .addColumn("code", text)
        // JSON.
        .addColumn("data", text, (c) => c.notNull())
        .addPrimaryKeyConstraint("events_primary", ["project_id", "at", "id"])
        .modifyEnd(clustered),
      schema.createIndex("events_of_room").on("events").columns(["project_id", "room_id", "at", "id"]),
      schema.createIndex("events_of_user").on("events").columns(["project_id", "user_id", "at", "id"]),
      schema.createIndex("events_of_kind").on("events").columns(["project_id", "kind", "at", "id"]),
      schema.createIndex("events_by_id").on("events").columns(["project_id", "id"]),

      table("requests")
        .addColumn("at", instant, (c) => c.notNull())
        .addColumn("id", text, (c) => c.notNull())
        .addColumn("method", text, (c) => c.notNull())
        .addColumn("path", text, (c) => c.notNull())
        .addColumn("status", integer, (c) => c.notNull())
        .addColumn("duration_ms", real, (c) => c.notNull())
        .addColumn("key_end", text)
        .addColumn("error_code", text)
        .addPrimaryKeyConstraint("requests_primary", ["project_id", "at", "id"])
        .modifyEnd(clustered),
      schema.createIndex("requests_by_id").on("requests").columns(["project_id", "id"]),

      table("request_contents")
        .addColumn("at", instant, (c) => c.notNull())
        .addColumn("id", text, (c) => c.notNull())
        .addColumn("endpoint", text, (c) => c.notNull())
        // JSON.
        .addColumn("contents", text, (c) => c.notNull())
        .addPrimaryKeyConstraint("request_contents_primary", ["project_id", "at", "id"])
        .modifyEnd(clustered),

      ["done", "redirected", "refused", "failed", "unlisted"]
        .reduce(
          (step, column) => step.addColumn(column, integer, (c) => c.notNull()),
          table("request_minutes").addColumn("at", instant, (c) => c.notNull()),
        )
        .addPrimaryKeyConstraint("request_minutes_primary", ["project_id", "at"])
        .modifyEnd(clustered),

      countTable("usage_daily", "day", ["peak_room_connections", "last_at"]),
      countTable("usage_samples", "at", [
        "connections_max",
        "connection_ms",
        "room_ms",
        "active_users",
        "active_rooms",
      ]),
      activeTable("active_users", "user_id"),
      activeTable("active_rooms", "room_id"),
      table("monthly_users")
        .addColumn("month", text, (c) => c.notNull())
        .addColumn("user_id", text, (c) => c.notNull())
        .addColumn("days", integer, (c) => c.notNull())
        .addPrimaryKeyConstraint("monthly_users_primary", ["project_id", "month", "user_id"])
        .modifyEnd(clustered),

      table("project_marks")
        .addColumn("mark", text, (c) => c.notNull())
        .addColumn("at", instant, (c) => c.notNull())
        .addPrimaryKeyConstraint("project_marks_primary", ["project_id", "mark"])
        .modifyEnd(clustered),

      table("room_sizes")
        .addColumn("room_key", integer, (c) => c.notNull())
        .addColumn("storage_bytes", integer, (c) => c.notNull())
        .addColumn("document_bytes", integer, (c) => c.notNull())
        .addPrimaryKeyConstraint("room_sizes_primary", [...inRoom])
        .addForeignKeyConstraint("room_sizes_room", [...inRoom], "rooms", ["project_id", "key"], (c) =>
          c.onDelete("cascade"),
        )
        .modifyEnd(clustered),

      schema
        .createTable("messages")
        .addColumn("at", instant, (c) => c.notNull())
        .addColumn("id", text, (c) => c.notNull())
        .addColumn("kind", text, (c) => c.notNull())
        .addColumn("name", text, (c) => c.notNull())
        .addColumn("email", text, (c) => c.notNull())
        .addColumn("message", text, (c) => c.notNull())
        .addColumn("route", text)
        // JSON.
        .addColumn("details", text, (c) => c.notNull())
        .addColumn("state", text, (c) => c.notNull())
        .addColumn("mailed", flag, (c) => c.notNull())
        .addPrimaryKeyConstraint("messages_primary", ["at", "id"])
        .modifyEnd(clustered),
      schema.createIndex("messages_by_id").on("messages").column("id").unique(),

      // Rooms from before they were measured.
      `insert into room_sizes (project_id, room_key, storage_bytes, document_bytes)
        select project_id, key,
          (select coalesce(sum(octet_length(node)), 0) from storage_nodes
            where storage_nodes.project_id = rooms.project_id and storage_nodes.room_key = rooms.key),
          (select coalesce(sum(length(update_bytes)), 0) from document_rows
            where document_rows.project_id = rooms.project_id and document_rows.room_key = rooms.key)
        from rooms`,
    ].map((step) => (typeof step === "string" ? step : step.compile().sql));
  },
};
