import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** Single sign-on of teams. */
export const singleSignOn: Migration = {
  version: 24,
  statements({ sql: db, columns: { text, instant, flag }, clustered }) {
    const { schema } = db;
    const ofTeam = (name: string) =>
      schema
        .createTable(name)
        .addColumn("team_id", text, (c) => c.notNull().references("teams.id").onDelete("cascade"));
    return [
      // The team through whose identity provider the session was opened. A column of the sign-in library.
      schema.alterTable("sessions").addColumn("ssoTeam", text),
      schema.alterTable("team_members").addColumn("break_glass", flag, (c) => c.notNull().defaultTo(0)),

      ofTeam("sso_connections")
        .addColumn("entity_id", text, (c) => c.notNull())
        .addColumn("sign_in_url", text, (c) => c.notNull())
        // JSON.
        .addColumn("certificates", text, (c) => c.notNull())
        .addColumn("attributes", text, (c) => c.notNull())
        .addColumn("updated_at", instant, (c) => c.notNull())
        .addColumn("enforced", flag, (c) => c.notNull().defaultTo(0))
        .addPrimaryKeyConstraint("sso_connections_primary", ["team_id"])
        .modifyEnd(clustered),

      ofTeam("sso_domains")
        .addColumn("domain", text, (c) => c.notNull())
        .addColumn("record", text, (c) => c.notNull())
        .addColumn("created_at", instant, (c) => c.notNull())
        .addColumn("verified_at", instant)
        .addPrimaryKeyConstraint("sso_domains_primary", ["team_id", "domain"])
        .modifyEnd(clustered),
      // A domain is verified by one team at a time.
      schema
        .createIndex("sso_domains_verified")
        .on("sso_domains")
        .column("domain")
        .unique()
        .where(sql.ref("verified_at"), "is not", null),

      ofTeam("sso_tests")
        .addColumn("user_id", text, (c) => c.notNull().references("users.id").onDelete("cascade"))
        .addColumn("at", instant, (c) => c.notNull())
        // JSON.
        .addColumn("profile", text, (c) => c.notNull())
        .addPrimaryKeyConstraint("sso_tests_primary", ["team_id"])
        .modifyEnd(clustered),
      schema.createIndex("sso_tests_of_user").on("sso_tests").column("user_id"),

      schema
        .createTable("sso_sign_ins")
        // SHA-256, in hex, of what travels as RelayState.
        .addColumn("id", text, (c) => c.notNull().primaryKey())
        .addColumn("team_id", text, (c) => c.notNull().references("teams.id").onDelete("cascade"))
        .addColumn("request_id", text, (c) => c.notNull())
        // SHA-256, in hex, of the secret in the browser's cookie.
        .addColumn("browser", text)
        .addColumn("tester_id", text)
        .addColumn("next", text, (c) => c.notNull())
        .addColumn("created_at", instant, (c) => c.notNull())
        .addColumn("expires_at", instant, (c) => c.notNull())
        .addColumn("state", text, (c) => c.notNull())
        // JSON, between a response and the return of its browser.
        .addColumn("profile", text)
        .modifyEnd(clustered),
      schema.createIndex("sso_sign_ins_of_team").on("sso_sign_ins").columns(["team_id", "expires_at"]),
      schema.createIndex("sso_sign_ins_expired").on("sso_sign_ins").column("expires_at"),
    ].map((step) => step.compile().sql);
  },
};
