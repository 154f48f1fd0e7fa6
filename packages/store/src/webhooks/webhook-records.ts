import type { WebhookRecords } from "@weft/collab";
import type { Kysely } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import type { Tables } from "../tables/tables.ts";
import type { Transactions } from "../transactions/transactions.ts";
import { createWebhookEndpointRecords } from "./webhook-endpoint-records.ts";
import { createWebhookMessageRecords } from "./webhook-message-records.ts";

export function createWebhookRecords(transactions: Transactions, db: Kysely<Tables>, dialect: Dialect): WebhookRecords {
  return {
    ...createWebhookEndpointRecords(transactions, db),
    ...createWebhookMessageRecords(transactions, db, dialect),
  };
}
