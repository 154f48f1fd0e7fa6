import type { OutboxRecords } from "@weft/collab";
import type { DomainEvent } from "@weft/protocol";
import { sql } from "kysely";
import type { Kysely, Selectable } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import type { Tables } from "../tables/tables.ts";
import type { Transactions } from "../transactions/transactions.ts";

/** When events that could not be read yet are looked for again, in milliseconds. */
const lookAgainMs = 50;

type EventRow = Pick<Selectable<Tables["outbox"]>, "seq" | "type" | "data">;

/**
 * Events are read in the order of their numbers, which is that of the changes: a change that waits for another one takes
 * its number after it. Transactions of two processes may end in another order. So where numbers are missing, only events
 * are read that no open transaction can come before.
 */
export function createOutboxRecords(
  { onEvents, lookForEvents, write }: Transactions,
  db: Kysely<Tables>,
  { eventOrder }: Dialect,
): OutboxRecords {
  let lookAgain: NodeJS.Timeout | undefined;

  const positionOf = (reader: string) =>
    db.selectFrom("outbox_readers").select("outbox_readers.seq").where("reader", "=", reader);
  const behind = (reader: string, limit: number) =>
    db
      .selectFrom("outbox")
      .select(["seq", "type", "data", positionOf(reader).as("position")])
      .where("seq", ">", positionOf(reader))
      .orderBy("seq")
      .limit(limit);

  /** A number below which every transaction has ended that took one, `upTo` at most. */
  async function endedBelow(upTo: number): Promise<number> {
    if (eventOrder === undefined) return upTo;
    const { rows } = await eventOrder.announced(upTo).execute(db);
    return Math.min(upTo, ...rows.map(({ below }) => below));
  }

  /** The events before which no other one can be written any more. */
  async function settled(reader: string, limit: number): Promise<readonly EventRow[]> {
    const rows = await behind(reader, limit).execute();
    const last = rows.at(-1);
    if (eventOrder === undefined || last === undefined) return rows;
    const isComplete = rows.every(({ seq, position }, at) => seq === (position ?? 0) + at + 1);
    if (isComplete) return rows;
    // Whatever took a number up to the last one still is open now, or has ended and is read below.
    const upTo = await endedBelow(last.seq);
    if (upTo < last.seq)
      lookAgain ??= setTimeout(() => {
        lookAgain = undefined;
        lookForEvents();
      }, lookAgainMs).unref();
    return behind(reader, limit).where("seq", "<=", upTo).execute();
  }

  return {
    async register(reader) {
      // What readers are past is deleted, so the newest number is not always that of a row.
      const known = sql<{ newest: number }>`select coalesce(max(seq), 0) as newest from (
        select seq from outbox union all select seq from outbox_readers) as known`;
      const { rows } = await known.execute(db);
      await db
        .insertInto("outbox_readers")
        .values({ reader, seq: await endedBelow(rows[0]!.newest) })
        .onConflict((conflict) => conflict.column("reader").doNothing())
        .execute();
    },
    async read(reader, limit) {
      const rows = await settled(reader, limit);
      return rows.map(({ seq, type, data }) => ({ seq, event: { type, data: JSON.parse(data) } as DomainEvent }));
    },
    async add(events) {
      if (events.length > 0) await write([], { events });
    },
    onAdded: onEvents,
  };
}
