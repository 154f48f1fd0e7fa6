import type { AuditRecords } from "@weft/collab";
import type { Kysely } from "kysely";
import { pageOf } from "../lists/keyset.ts";
import { insertEntry } from "../transactions/audit-entry.ts";
import type { Tables } from "../tables/tables.ts";

export function createAuditRecords(db: Kysely<Tables>): AuditRecords {
  return {
    async add(entry) {
      await insertEntry(db, entry).execute();
    },
    async list(team, { limit, before, actor, action, target, from, to }) {
      const ofTeam = db.selectFrom("audit_log").selectAll().where("team_id", "=", team);
      let query = pageOf(ofTeam, ["at", "id"], { limit, after: before && [before.at, before.id] });
      if (actor !== undefined)
        query = query.where((eb) => eb.or([eb("actor_id", "=", actor), eb("actor_email", "=", actor)]));
      if (action !== undefined)
        query = action.endsWith(".")
          ? // The end of a range of texts that begin alike: no text continues with a higher character.
            query.where("action", ">=", action).where("action", "<", `${action}\u{10ffff}`)
          : query.where("action", "=", action);
      if (target !== undefined) query = query.where("target_id", "=", target);
      if (from !== undefined) query = query.where("at", ">=", from);
      if (to !== undefined) query = query.where("at", "<=", to);
      return (await query.execute()).map((row) => ({
        team,
        id: row.id,
        at: row.at,
        actor:
          row.actor_id === null
            ? undefined
            : { id: row.actor_id, name: row.actor_name ?? "", email: row.actor_email ?? "" },
        action: row.action,
        target:
          row.target_kind === null
            ? undefined
            : { kind: row.target_kind, id: row.target_id ?? "", name: row.target_name ?? undefined },
        address: row.address ?? undefined,
      }));
    },
  };
}
