import type { AuditRecord } from "@weft/collab";
import type { Kysely } from "kysely";
import type { Tables } from "../tables/tables.ts";

/** Also for units: a change and the entry that records it are written together. */
export function insertEntry(db: Kysely<Tables>, { team, id, at, actor, action, target, address }: AuditRecord) {
  return db.insertInto("audit_log").values({
    team_id: team,
    at,
    id,
    actor_id: actor?.id ?? null,
    actor_name: actor?.name ?? null,
    actor_email: actor?.email ?? null,
    action,
    target_kind: target?.kind ?? null,
    target_id: target?.id ?? null,
    target_name: target?.name ?? null,
    address: address ?? null,
  });
}
