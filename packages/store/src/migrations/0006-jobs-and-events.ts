import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** Jobs, which emails become; the outbox of domain events. */
export const jobsAndEvents: Migration = {
  version: 6,
  statements({ sql: db, columns: { text, integer, instant, serial }, serialKey, jsonObject, numbered, clustered }) {
    const { schema } = db;
    return [
      schema
        .createTable("jobs")
        .addColumn("id", serial, serialKey)
        .addColumn("kind", text, (c) => c.notNull())
        .addColumn("key", text, (c) => c.notNull())
        .addColumn("subject", text)
        .addColumn("created_at", instant, (c) => c.notNull())
        .addColumn("state", text, (c) => c.notNull())
        // Empty unless a process has it.
        .addColumn("claim", text, (c) => c.notNull())
        .addColumn("due_at", instant, (c) => c.notNull())
        // When it was added while a process had it.
        .addColumn("again_at", instant)
        .addColumn("give_up_at", instant)
        .addColumn("tries", integer, (c) => c.notNull())
        // JSON.
        .addColumn("payload", text, (c) => c.notNull())
        .addColumn("failure", text)
        .modifyEnd(numbered),
      schema.createIndex("jobs_by_key").on("jobs").columns(["kind", "key"]).unique(),
      schema.createIndex("jobs_due").on("jobs").columns(["kind", "state", "due_at", "id"]),
      schema.createIndex("jobs_of_subject").on("jobs").column("subject"),

      sql`insert into jobs (kind, key, subject, created_at, state, claim, due_at, give_up_at, tries, payload, failure)
        select 'mail', 'mail ' || id, recipient, at, state, '', due_at, give_up_at, tries,
          ${jsonObject({ to: "recipient", subject: "subject", text: "body", replyTo: "reply_to" })}, failure
        from mails order by id`.compile(db).sql,
      schema.dropTable("mails"),

      // Exports that are not made yet, or whose end was not reported.
      sql`insert into jobs (kind, key, created_at, state, claim, due_at, tries, payload)
        select 'export', project_id || ' ' || id, requested_at, 'waiting', '', 0, 0,
          ${jsonObject({ project: "project_id", export: "id" })}
        from project_exports where told = 0 order by requested_at, id`.compile(db).sql,
      schema.dropIndex("project_exports_to_do"),
      schema.alterTable("project_exports").dropColumn("told"),
      schema.alterTable("project_exports").dropColumn("claim"),
      schema.alterTable("project_exports").dropColumn("attempts"),

      schema
        .createTable("outbox")
        .addColumn("seq", serial, serialKey)
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("type", text, (c) => c.notNull())
        // JSON.
        .addColumn("data", text, (c) => c.notNull())
        .modifyEnd(numbered),
      schema
        .createTable("outbox_readers")
        .addColumn("reader", text, (c) => c.primaryKey().notNull())
        .addColumn("seq", integer, (c) => c.notNull())
        .modifyEnd(clustered),
    ].map((step) => (typeof step === "string" ? step : step.compile().sql));
  },
};
