import type { ThreadRecords } from "@weft/collab";
import type { Kysely } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import type { Engine } from "../database/engine.ts";
import { createSettingsReader } from "./subscription-settings.ts";
import { createOwnRecords } from "./thread-own-records.ts";
import { createSubscriptionWriter } from "./thread-subscriptions.ts";
import { createThreadWriter } from "./thread-writes.ts";
import type { Tables } from "../tables/tables.ts";
import type { Transactions } from "../transactions/transactions.ts";
import { createCommentReads, createReadNamed, createThreadReads } from "./thread-reads.ts";
import { createThreadLists, createThreadChanges } from "./threads-of-room.ts";
import { createThreadsOfUser } from "./threads-of-user.ts";

export function createThreadRecords(
  engine: Engine,
  transactions: Transactions,
  db: Kysely<Tables>,
  dialect: Dialect,
): ThreadRecords {
  const readNamed = createReadNamed(engine, dialect);

  return {
    ...createSubscriptionWriter(transactions, db),
    ...createOwnRecords(db),
    ...createThreadWriter(transactions, dialect),
    ...createSettingsReader(engine, dialect),
    ...createThreadReads(engine, dialect, readNamed),
    ...createCommentReads(db),
    ...createThreadLists(engine, db, dialect),
    ...createThreadChanges(db),
    ...createThreadsOfUser(db, readNamed),
  };
}
