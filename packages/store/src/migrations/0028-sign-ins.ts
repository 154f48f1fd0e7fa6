import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** What sign-ins are held to: required single sign-on, the first account of a server, limits of single sign-ons under way. */
export const signIns: Migration = {
  version: 28,
  statements({ sql: db, columns: { text, flag } }) {
    const { schema } = db;
    return [
      // A member whose address was on a domain that had to use single sign-on when it was changed.
      schema.alterTable("team_members").addColumn("sso_bound", flag, (c) => c.notNull().defaultTo(0)),
      // The network of the caller who began it.
      schema.alterTable("sso_sign_ins").addColumn("network", text),
      // `first` for the account that owns the server. Its index decides between sign-ups at the same time.
      schema.alterTable("users").addColumn("ownsServer", text),
      sql`update users set ${sql.ref("ownsServer")} = 'first'
        where id = (select id from users order by ${sql.ref("createdAt")}, id limit 1)`,
      schema.createIndex("users_owner").on("users").column("ownsServer").unique(),
      // Sessions are stored under the hashes of their tokens from now on: users sign in again.
      sql`delete from sessions`,
    ].map((step) => step.compile(db).sql);
  },
};
