import type { ManagementTokenRecord, ManagementTokenRecords } from "@weft/collab";
import type { ManagementScope } from "@weft/protocol";
import type { Kysely, Selectable } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import { lockTeam } from "../database/locks.ts";
import type { Tables } from "../tables/tables.ts";
import type { Transactions } from "../transactions/transactions.ts";

export function createManagementTokenRecords(
  { done }: Transactions,
  db: Kysely<Tables>,
  { greatest }: Dialect,
): ManagementTokenRecords {
  return {
    async ofTeam(team) {
      const rows = await db
        .selectFrom("management_tokens")
        .selectAll()
        .where("team_id", "=", team)
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .execute();
      return rows.map(toToken);
    },

    async tokenOf(tokenHash) {
      const row = await db
        .selectFrom("management_tokens")
        .selectAll()
        .where("token_hash", "=", tokenHash)
        .executeTakeFirst();
      return row && toToken(row);
    },

    insert({ team, createdAt, ...token }, { limit, keptFrom }, effects) {
      const ended = db
        .deleteFrom("management_tokens")
        .where("team_id", "=", team)
        .where((eb) => eb.or([eb("expires_at", "<", keptFrom), eb("revoked_at", "<", keptFrom)]));
      const working = db
        .selectFrom("management_tokens as other")
        .where("other.team_id", "=", team)
        .where("other.revoked_at", "is", null)
        .where("other.expires_at", ">", createdAt)
        .select((eb) => eb.fn.countAll<number>().as("count"));
      const insert = db
        .insertInto("management_tokens")
        .columns([
          "team_id",
          "id",
          "name",
          "scopes",
          "token_hash",
          "last_four",
          "created_by",
          "created_at",
          "expires_at",
        ])
        .expression(
          db
            .selectFrom("teams")
            .select((eb) => [
              "teams.id as team_id",
              eb.val(token.id).as("id"),
              eb.val(token.name).as("name"),
              eb.val(JSON.stringify(token.scopes)).as("scopes"),
              eb.val(token.tokenHash).as("token_hash"),
              eb.val(token.lastFour).as("last_four"),
              eb.val(token.createdBy).as("created_by"),
              eb.val(createdAt).as("created_at"),
              eb.val(token.expiresAt).as("expires_at"),
            ])
            .where("teams.id", "=", team)
            .where(working, "<", limit),
        );
      return done([lockTeam(team), ended, [insert, 1]], effects);
    },

    revoke(team, id, revokedAt, effects) {
      const revoked = db
        .updateTable("management_tokens")
        .set({ revoked_at: revokedAt })
        .where("team_id", "=", team)
        .where("id", "=", id)
        .where("revoked_at", "is", null);
      return done([[revoked, 1]], effects);
    },

    async noteUse(team, id, at) {
      await done([
        db
          .updateTable("management_tokens")
          .set((eb) => ({ last_used_at: greatest(eb.fn.coalesce("last_used_at", eb.val(0)), eb.val(at)) }))
          .where("team_id", "=", team)
          .where("id", "=", id),
      ]);
    },
  };
}

function toToken(row: Selectable<Tables["management_tokens"]>): ManagementTokenRecord {
  return {
    team: row.team_id,
    id: row.id,
    name: row.name,
    scopes: JSON.parse(row.scopes) as ManagementScope[],
    tokenHash: row.token_hash,
    lastFour: row.last_four,
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at ?? undefined,
    lastUsedAt: row.last_used_at ?? undefined,
  };
}
