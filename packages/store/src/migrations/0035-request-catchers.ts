import type { Migration } from "./migration.ts";

/**
 * Requests that request catchers received, and the room of a webhook message. Nodes of earlier releases write no room; what
 * they leave of a deleted endpoint or project ends with its time.
 */
export const requestCatchers: Migration = {
  version: 35,
  isAdditive: true,
  statements({ sql: { schema }, columns: { text, integer, instant, flag, serial }, serialKey, numbered }) {
    return [
      schema
        .createTable("caught_requests")
        .addColumn("seq", serial, serialKey)
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("endpoint_id", text, (c) => c.notNull())
        .addColumn("received_at", instant, (c) => c.notNull())
        .addColumn("message_id", text, (c) => c.notNull())
        .addColumn("type", text, (c) => c.notNull())
        .addColumn("room_id", text)
        .addColumn("verified", flag, (c) => c.notNull())
        .addColumn("bytes", integer, (c) => c.notNull())
        // A JSON object.
        .addColumn("headers", text, (c) => c.notNull())
        .addColumn("body", text, (c) => c.notNull())
        .modifyEnd(numbered),
      schema.createIndex("caught_requests_of_project").on("caught_requests").columns(["project_id", "seq"]),
      schema.createIndex("caught_requests_by_age").on("caught_requests").columns(["received_at"]),
      schema.alterTable("webhook_messages").addColumn("room_id", text),
      schema
        .createIndex("webhook_messages_of_room")
        .on("webhook_messages")
        .columns(["project_id", "endpoint_id", "room_id", "seq"]),
    ].map((step) => step.compile().sql);
  },
};
