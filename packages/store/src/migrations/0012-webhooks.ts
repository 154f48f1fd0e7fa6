import type { Migration } from "./migration.ts";

/** Webhook endpoints, and the messages to them with their attempts. */
export const webhooks: Migration = {
  version: 12,
  statements({ sql: db, columns: { text, integer, instant, flag, serial }, serialKey, numbered, clustered }) {
    const { schema } = db;
    return [
      schema
        .createTable("webhook_endpoints")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("id", text, (c) => c.notNull())
        .addColumn("url", text, (c) => c.notNull())
        // A JSON list.
        .addColumn("subscribed_events", text, (c) => c.notNull())
        .addColumn("disabled", flag, (c) => c.notNull())
        .addColumn("rate_limit", integer)
        // A JSON object.
        .addColumn("headers", text, (c) => c.notNull())
        // Seconds.
        .addColumn("storage_throttle", integer, (c) => c.notNull())
        .addColumn("document_throttle", integer, (c) => c.notNull())
        .addColumn("sealed_secret", text, (c) => c.notNull())
        .addColumn("sealed_previous", text)
        .addColumn("previous_until", instant)
        .addColumn("failing_since", instant)
        .addColumn("created_at", instant, (c) => c.notNull())
        .addColumn("updated_at", instant, (c) => c.notNull())
        .addPrimaryKeyConstraint("webhook_endpoints_primary", ["project_id", "id"])
        .modifyEnd(clustered),

      schema
        .createTable("webhook_messages")
        .addColumn("seq", serial, serialKey)
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("endpoint_id", text, (c) => c.notNull())
        .addColumn("id", text, (c) => c.notNull())
        .addColumn("type", text, (c) => c.notNull())
        .addColumn("body", text, (c) => c.notNull())
        // Only the newest message under a throttle names it.
        .addColumn("throttle", text)
        .addColumn("created_at", instant, (c) => c.notNull())
        .addColumn("scheduled_at", instant, (c) => c.notNull())
        .addColumn("state", text, (c) => c.notNull())
        // Empty unless a process has it, until `due_at`.
        .addColumn("claim", text, (c) => c.notNull())
        .addColumn("due_at", instant, (c) => c.notNull())
        .addColumn("tries", integer, (c) => c.notNull())
        .addColumn("attempts", integer, (c) => c.notNull())
        .addColumn("settled_at", instant)
        .modifyEnd(numbered),
      schema.createIndex("webhook_messages_by_id").on("webhook_messages").columns(["project_id", "id"]).unique(),
      schema
        .createIndex("webhook_messages_due")
        .on("webhook_messages")
        .columns(["project_id", "endpoint_id", "state", "due_at"]),
      schema
        .createIndex("webhook_messages_of_endpoint")
        .on("webhook_messages")
        .columns(["project_id", "endpoint_id", "seq"]),
      schema
        .createIndex("webhook_messages_throttled")
        .on("webhook_messages")
        .columns(["project_id", "throttle"])
        .unique()
        .where("throttle", "is not", null),

      schema
        .createTable("webhook_attempts")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("message_id", text, (c) => c.notNull())
        .addColumn("number", integer, (c) => c.notNull())
        .addColumn("at", instant, (c) => c.notNull())
        .addColumn("duration_ms", integer, (c) => c.notNull())
        .addColumn("status", integer)
        .addColumn("failure", text)
        .addColumn("answer", text)
        .addPrimaryKeyConstraint("webhook_attempts_primary", ["project_id", "message_id", "number"])
        .modifyEnd(clustered),
    ].map((step) => step.compile().sql);
  },
};
