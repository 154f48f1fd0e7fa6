import type { MessageRecord, MessageRecords } from "@weft/collab";
import type { Kysely, Selectable } from "kysely";
import { pageOf } from "../lists/keyset.ts";
import type { Tables } from "../tables/tables.ts";
import type { Transactions } from "../transactions/transactions.ts";

export function createMessageRecords({ done }: Transactions, db: Kysely<Tables>): MessageRecords {
  return {
    async insert({ details, mailed, ...message }, effects) {
      const row = { ...message, details: JSON.stringify(details), mailed: Number(mailed) };
      await done([db.insertInto("messages").values(row)], effects);
    },

    async list({ kind, state }, { limit, after }) {
      const rows = await pageOf(db.selectFrom("messages").selectAll(), ["at", "id"], {
        limit,
        after: after && [after.at, after.id],
      })
        .$if(kind !== undefined, (query) => query.where("kind", "=", kind!))
        .$if(state !== undefined, (query) => query.where("state", "=", state!))
        .execute();
      return rows.map(toMessage);
    },

    async update(id, { state, mailed }) {
      const [row] = await db
        .updateTable("messages")
        .set({
          // A change of nothing is a change, too.
          id,
          ...(state === undefined ? undefined : { state }),
          ...(mailed === undefined ? undefined : { mailed: Number(mailed) }),
        })
        .where("id", "=", id)
        .returningAll()
        .execute();
      return row && toMessage(row);
    },
  };
}

function toMessage(row: Selectable<Tables["messages"]>): MessageRecord {
  return {
    id: row.id,
    at: row.at,
    kind: row.kind as MessageRecord["kind"],
    name: row.name,
    email: row.email,
    message: row.message,
    route: row.route,
    details: JSON.parse(row.details) as Record<string, unknown>,
    state: row.state as MessageRecord["state"],
    mailed: row.mailed === 1,
  };
}
