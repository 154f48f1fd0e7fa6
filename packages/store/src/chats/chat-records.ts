import type { ChatRecords } from "@weft/collab";
import type { Kysely } from "kysely";
import type { Tables } from "../tables/tables.ts";
import type { Transactions } from "../transactions/transactions.ts";
import { createChats, createExpiredChats } from "./chats-of-user.ts";
import { createChatMessages, createAnswers } from "./chat-messages.ts";
import { chatQueries } from "./chat-queries.ts";

export function createChatRecords(transactions: Transactions, db: Kysely<Tables>): ChatRecords {
  const queries = chatQueries(db);

  return {
    ...createChats(transactions, db, queries),
    ...createExpiredChats(db),
    ...createChatMessages(transactions, db, queries),
    ...createAnswers(transactions, db, queries),
  };
}
