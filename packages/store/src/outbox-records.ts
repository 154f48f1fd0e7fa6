import type { OutboxRecords } from "@weft/collab";
import type { DomainEvent } from "@weft/protocol";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";
import type { Transactions } from "./transactions.ts";

export function createOutboxRecords({ onEvents, write }: Transactions, db: Kysely<Tables>): OutboxRecords {
  return {
    async register(reader) {
      // What readers are past is deleted, so the newest number is not always that of a row.
      const newest = sql<number>`(select coalesce(max(seq), 0) from (
        select seq from outbox union all select seq from outbox_readers) as known)`;
      await db
        .insertInto("outbox_readers")
        .values({ reader, seq: newest })
        .onConflict((conflict) => conflict.column("reader").doNothing())
        .execute();
    },
    async read(reader, limit) {
      const rows = await db
        .selectFrom("outbox")
        .select(["seq", "type", "data"])
        .where("seq", ">", (eb) =>
          eb.selectFrom("outbox_readers").select("outbox_readers.seq").where("reader", "=", reader),
        )
        .orderBy("seq")
        .limit(limit)
        .execute();
      return rows.map(({ seq, type, data }) => ({ seq, event: { type, data: JSON.parse(data) } as DomainEvent }));
    },
    async add(events) {
      if (events.length > 0) await write([], { events });
    },
    onAdded: onEvents,
  };
}
