import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** People and how they sign in, in the columns of the sign-in library; teams, invitations, the audit log and emails. */
export const accounts: Migration = {
  version: 4,
  statements({
    sql: db,
    columns: { text, integer, instant, flag, serial, signIn },
    serialKey,
    randomHex,
    numbered,
    clustered,
  }) {
    const { schema } = db;
    const signInTable = (name: string) =>
      schema.createTable(name).addColumn("id", text, (c) => c.notNull().primaryKey());
    return [
      signInTable("users")
        .addColumn("name", text, (c) => c.notNull())
        .addColumn("email", text, (c) => c.notNull().unique())
        .addColumn("emailVerified", signIn.flag, (c) => c.notNull())
        .addColumn("image", text)
        .addColumn("createdAt", signIn.instant, (c) => c.notNull())
        .addColumn("updatedAt", signIn.instant, (c) => c.notNull())
        .addColumn("twoFactorEnabled", signIn.flag)
        .addColumn("firstName", text, (c) => c.notNull())
        .addColumn("lastName", text, (c) => c.notNull()),
      signInTable("sessions")
        .addColumn("expiresAt", signIn.instant, (c) => c.notNull())
        .addColumn("token", text, (c) => c.notNull().unique())
        .addColumn("createdAt", signIn.instant, (c) => c.notNull())
        .addColumn("updatedAt", signIn.instant, (c) => c.notNull())
        .addColumn("ipAddress", text)
        .addColumn("userAgent", text)
        .addColumn("userId", text, (c) => c.notNull().references("users.id").onDelete("cascade")),
      schema.createIndex("sessions_userId_idx").on("sessions").column("userId"),
      signInTable("sign_in_methods")
        .addColumn("accountId", text, (c) => c.notNull())
        .addColumn("providerId", text, (c) => c.notNull())
        .addColumn("userId", text, (c) => c.notNull().references("users.id").onDelete("cascade"))
        .addColumn("accessToken", text)
        .addColumn("refreshToken", text)
        .addColumn("idToken", text)
        .addColumn("accessTokenExpiresAt", signIn.instant)
        .addColumn("refreshTokenExpiresAt", signIn.instant)
        .addColumn("scope", text)
        .addColumn("password", text)
        .addColumn("createdAt", signIn.instant, (c) => c.notNull())
        .addColumn("updatedAt", signIn.instant, (c) => c.notNull()),
      schema.createIndex("sign_in_methods_userId_idx").on("sign_in_methods").column("userId"),
      signInTable("verifications")
        .addColumn("identifier", text, (c) => c.notNull())
        .addColumn("value", text, (c) => c.notNull())
        .addColumn("expiresAt", signIn.instant, (c) => c.notNull())
        .addColumn("createdAt", signIn.instant, (c) => c.notNull())
        .addColumn("updatedAt", signIn.instant, (c) => c.notNull()),
      schema.createIndex("verifications_identifier_idx").on("verifications").column("identifier"),
      signInTable("two_factors")
        .addColumn("secret", text, (c) => c.notNull())
        .addColumn("backupCodes", text, (c) => c.notNull())
        .addColumn("userId", text, (c) => c.notNull().references("users.id").onDelete("cascade"))
        .addColumn("verified", signIn.flag)
        .addColumn("failedVerificationCount", integer)
        .addColumn("lockedUntil", signIn.instant),
      schema.createIndex("two_factors_secret_idx").on("two_factors").column("secret"),
      schema.createIndex("two_factors_userId_idx").on("two_factors").column("userId"),
      signInTable("passkeys")
        .addColumn("name", text)
        .addColumn("publicKey", text, (c) => c.notNull())
        .addColumn("userId", text, (c) => c.notNull().references("users.id").onDelete("cascade"))
        .addColumn("credentialID", text, (c) => c.notNull())
        .addColumn("counter", integer, (c) => c.notNull())
        .addColumn("deviceType", text, (c) => c.notNull())
        .addColumn("backedUp", signIn.flag, (c) => c.notNull())
        .addColumn("transports", text)
        .addColumn("createdAt", signIn.instant)
        .addColumn("aaguid", text),
      schema.createIndex("passkeys_userId_idx").on("passkeys").column("userId"),
      schema.createIndex("passkeys_credentialID_idx").on("passkeys").column("credentialID"),

      schema
        .createTable("user_settings")
        .addColumn("user_id", text, (c) => c.primaryKey().notNull().references("users.id").onDelete("cascade"))
        // JSON.
        .addColumn("preferences", text, (c) => c.notNull())
        .addColumn("last_team_id", text)
        .addColumn("last_project_id", text)
        .modifyEnd(clustered),

      schema
        .createTable("teams")
        .addColumn("id", text, (c) => c.primaryKey().notNull())
        .addColumn("name", text, (c) => c.notNull())
        .addColumn("image", text)
        .addColumn("plan", text, (c) => c.notNull())
        .addColumn("created_at", instant, (c) => c.notNull())
        .addColumn("time_zone", text)
        .addColumn("two_factor_from", instant)
        .addColumn("session_ms", integer)
        .modifyEnd(clustered),
      schema
        .createTable("team_members")
        .addColumn("team_id", text, (c) => c.notNull().references("teams.id").onDelete("cascade"))
        .addColumn("user_id", text, (c) => c.notNull().references("users.id").onDelete("cascade"))
        .addColumn("role", text, (c) => c.notNull())
        .addColumn("joined_at", instant, (c) => c.notNull())
        .addPrimaryKeyConstraint("team_members_primary", ["team_id", "user_id"])
        .modifyEnd(clustered),
      schema.createIndex("team_members_of_user").on("team_members").column("user_id"),
      schema
        .createTable("team_invitations")
        .addColumn("id", text, (c) => c.primaryKey().notNull())
        .addColumn("team_id", text, (c) => c.notNull().references("teams.id").onDelete("cascade"))
        .addColumn("email", text, (c) => c.notNull())
        .addColumn("role", text, (c) => c.notNull())
        // SHA-256, in hex, of the secret in the link.
        .addColumn("token_hash", text, (c) => c.notNull().unique())
        .addColumn("invited_by", text, (c) => c.notNull())
        .addColumn("created_at", instant, (c) => c.notNull())
        .addColumn("expires_at", instant, (c) => c.notNull())
        .addColumn("state", text, (c) => c.notNull())
        .modifyEnd(clustered),
      schema.createIndex("team_invitations_of_team").on("team_invitations").columns(["team_id", "state", "created_at"]),
      schema.createIndex("team_invitations_of_email").on("team_invitations").columns(["email", "state"]),

      schema
        .createTable("audit_log")
        .addColumn("team_id", text, (c) => c.notNull())
        .addColumn("at", instant, (c) => c.notNull())
        .addColumn("id", text, (c) => c.notNull())
        .addColumn("actor_id", text)
        .addColumn("actor_name", text)
        .addColumn("actor_email", text)
        .addColumn("action", text, (c) => c.notNull())
        .addColumn("target_kind", text)
        .addColumn("target_id", text)
        .addColumn("target_name", text)
        .addColumn("address", text)
        .addPrimaryKeyConstraint("audit_log_primary", ["team_id", "at", "id"])
        .modifyEnd(clustered),

      schema
        .createTable("mails")
        .addColumn("id", serial, serialKey)
        .addColumn("at", instant, (c) => c.notNull())
        .addColumn("recipient", text, (c) => c.notNull())
        .addColumn("reply_to", text)
        .addColumn("subject", text, (c) => c.notNull())
        .addColumn("body", text, (c) => c.notNull())
        .addColumn("state", text, (c) => c.notNull())
        .addColumn("tries", integer, (c) => c.notNull())
        .addColumn("due_at", instant, (c) => c.notNull())
        .addColumn("give_up_at", instant, (c) => c.notNull())
        .addColumn("failure", text)
        .modifyEnd(numbered),
      schema.createIndex("mails_due").on("mails").columns(["state", "due_at"]),
      schema
        .createTable("usage_alerts")
        .addColumn("team_id", text, (c) => c.notNull().references("teams.id").onDelete("cascade"))
        .addColumn("period", text, (c) => c.notNull())
        .addColumn("meter", text, (c) => c.notNull())
        .addColumn("threshold", integer, (c) => c.notNull())
        .addColumn("at", instant, (c) => c.notNull())
        .addPrimaryKeyConstraint("usage_alerts_primary", ["team_id", "period", "meter", "threshold"])
        .modifyEnd(clustered),

      schema
        .createTable("project_exports")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("id", text, (c) => c.notNull())
        .addColumn("requested_by", text, (c) => c.notNull())
        .addColumn("requested_at", instant, (c) => c.notNull())
        .addColumn("state", text, (c) => c.notNull())
        .addColumn("rooms_done", integer, (c) => c.notNull())
        .addColumn("rooms_total", integer)
        // Who makes it, and until when no other process may take it over.
        .addColumn("claim", text, (c) => c.notNull())
        .addColumn("claimed_until", instant, (c) => c.notNull())
        .addColumn("attempts", integer, (c) => c.notNull())
        // Where its bytes are, or are to be.
        .addColumn("blob", text, (c) => c.notNull())
        .addColumn("session", text, (c) => c.notNull())
        .addColumn("size", integer)
        .addColumn("finished_at", instant)
        .addColumn("expires_at", instant)
        .addColumn("failure", text)
        // Whether its requester was notified of its end. Until then there is something to do.
        .addColumn("told", flag, (c) => c.notNull())
        .addPrimaryKeyConstraint("project_exports_primary", ["project_id", "id"])
        .modifyEnd(clustered),
      schema.createIndex("project_exports_to_do").on("project_exports").columns(["told", "claimed_until"]),

      schema.alterTable("projects").addColumn("team_id", text),
      // JSON.
      schema.alterTable("projects").addColumn("allowed_origins", text, (c) => c.notNull().defaultTo("[]")),
      schema.alterTable("projects").addColumn("deletes_at", instant),
      schema.createIndex("projects_of_team").on("projects").columns(["team_id", "created_at"]),
      schema.alterTable("api_keys").addColumn("id", text),
      schema.alterTable("api_keys").addColumn("name", text, (c) => c.notNull().defaultTo("")),
      schema.alterTable("api_keys").addColumn("created_by", text),
      schema.alterTable("api_keys").addColumn("last_used_at", instant),
      schema.alterTable("api_keys").addColumn("last_used_from", text),
      schema.alterTable("api_keys").addColumn("seen_in_browser", flag, (c) => c.notNull().defaultTo(0)),
      // Keys from before they had names.
      sql`update api_keys set id = 'key_' || ${randomHex(12)}`.compile(db).sql,
      schema.createIndex("api_keys_by_id").on("api_keys").columns(["project_id", "id"]).unique(),
    ].map((step) => (typeof step === "string" ? step : step.compile().sql));
  },
};
