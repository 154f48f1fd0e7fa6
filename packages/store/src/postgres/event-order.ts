import { sql } from "kysely";
import type { EventOrder } from "../database/dialect.ts";

/**
 * Transactions that add events say so by a shared advisory lock, which ends with them. Its second number is the newest of
 * the outbox from before they took their own. A schema of a database has locks of its own.
 *
 * The order of transaction ids says less: a transaction with a smaller id may take the larger number, and then an order by
 * ids puts a room's deletion before its creation. And the oldest open transaction of a cluster may be one of another application.
 */
const schema = sql`hashtext('weft outbox ' || current_schema())`;
/** Its name is the one that PostgreSQL gives: looking it up would take longer than all the rest. */
const newest = sql`coalesce(pg_sequence_last_value('outbox_seq_seq'::regclass), 0)`;
const span = sql.lit(2 ** 32 - 1);

export const eventOrder: EventOrder = {
  announce: sql`select pg_advisory_xact_lock_shared(${schema}, (${newest})::bit(32)::integer)`,
  announced: (upTo) => {
    // A lock holds 32 bits: what is less than half a turn behind `upTo` is below it.
    const behind = sql`((${upTo}::bigint - objid::bigint) & ${span})`;
    return sql`select ${upTo}::bigint - ${behind} as below from pg_locks
      where locktype = 'advisory' and objsubid = 2 and granted and ${behind} < ${sql.lit(2 ** 31)}
        and classid::bigint = (${schema}::bigint & ${span})
        and database = (select oid from pg_database where datname = current_database())`;
  },
};
