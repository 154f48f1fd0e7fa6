import type { AnswerRun, ChatRecords } from "@weft/collab";
import type { ProjectId } from "@weft/protocol";
import type { Kysely } from "kysely";
import { contentBytes, contentSums } from "../tables/content-bytes.ts";
import type { Tables } from "../tables/tables.ts";
import type { Transactions } from "../transactions/transactions.ts";
import { toMessage, toMessageRow, changing, answerColumns } from "./chat-rows.ts";
import type { ChatQueries } from "./chat-queries.ts";

/** Rows of messages that one page has at most. */
const messagesAtOnce = 500;
const emptyRun: AnswerRun = { stream: true, timeoutMs: 0, steps: 0, record: [], descriptions: {} };

/** The messages of a chat. */
export function createChatMessages(
  { done }: Transactions,
  db: Kysely<Tables>,
  { changeChat, messages, changeMessage }: ChatQueries,
): Pick<ChatRecords, "page" | "contents" | "message" | "add" | "deleteMessage" | "recent"> {
  return {
    async page(owner, chatId, { after, bytes }) {
      const behind = messages(owner)
        .where("chat_id", "=", chatId)
        .where("created_at", ">", after)
        .orderBy("created_at");
      // Sizes first: a page of long messages takes no more memory than one of short ones.
      const sizes = await behind
        .clearSelect()
        .select(["created_at", contentBytes("chat_messages").as("bytes")])
        .limit(messagesAtOnce)
        .execute();
      let sum = 0;
      const past = sizes.findIndex((row) => (sum += row.bytes) > bytes);
      const last = sizes[past === -1 ? sizes.length - 1 : Math.max(past - 1, 0)];
      if (last === undefined) return [];
      return (await behind.where("created_at", "<=", last.created_at).execute()).map(toMessage);
    },

    async contents(owner, chatId) {
      const { rows, bytes } = contentSums("chat_messages");
      const found = await messages(owner)
        .clearSelect()
        .where("chat_id", "=", chatId)
        .select(({ fn }) => [rows.as("messages"), bytes.as("bytes"), fn.max("created_at").as("lastAt")])
        .executeTakeFirstOrThrow();
      return { ...found, lastAt: found.lastAt ?? 0 };
    },

    async message(owner, messageId) {
      const row = await messages(owner).where("id", "=", messageId).executeTakeFirst();
      return row && toMessage(row);
    },

    async add(owner, chatId, added, lease) {
      const at = added.at(-1)!.createdAt;
      const rows = added.map((message) => toMessageRow(owner, message, lease));
      return done([
        ...changing(owner),
        [changeChat(owner, chatId).set({ last_message_at: at, sorted_at: at }), 1],
        db.insertInto("chat_messages").values(rows),
      ]);
    },

    deleteMessage(owner, messageId, at) {
      const change = changeMessage(owner, messageId).set((eb) => ({
        content: "[]",
        error_reason: null,
        deleted_at: eb.fn.coalesce("deleted_at", eb.val(at)),
        status: eb.case().when("role", "=", "assistant").then("completed").end(),
        run: eb.case().when("role", "=", "assistant").then(JSON.stringify(emptyRun)).end(),
        lease_node: null,
        lease_until: null,
      }));
      return done([[change, 1]]);
    },

    async recent(owner, since) {
      const of = messages(owner).clearSelect().select("chat_id").distinct();
      const [running, settled] = await Promise.all([
        of.where("lease_until", "is not", null).execute(),
        of.where("settled_at", ">=", since).execute(),
      ]);
      return [...new Set([...running, ...settled].map((row) => row.chat_id))];
    },
  };
}

/** Answers while they are generated, under the lease of the server that generates them. */
export function createAnswers(
  { done }: Transactions,
  db: Kysely<Tables>,
  { changeMessage }: ChatQueries,
): Pick<ChatRecords, "write" | "resume" | "abandoned"> {
  return {
    write(owner, answer, lease) {
      const change = changeMessage(owner, answer.id)
        .where("status", "=", "generating")
        .where("deleted_at", "is", null)
        .where((eb) =>
          eb.or([eb("lease_node", "=", lease.node), eb("lease_node", "is", null), eb("lease_until", "<", lease.now)]),
        );
      return done([[change.set(answerColumns(answer, lease)), 1]]);
    },

    resume(owner, before, after, lease) {
      const change = changeMessage(owner, after.id)
        .where("status", "=", "awaiting-tool")
        .where("deleted_at", "is", null)
        .where("content", "=", JSON.stringify(before.content));
      return done([[change.set(answerColumns(after, lease)), 1]]);
    },

    async abandoned(before, limit) {
      const rows = await db
        .selectFrom("chat_messages")
        .select(["project_id", "organization_id", "user_id", "chat_id", "id"])
        .where("lease_until", "is not", null)
        .where("lease_until", "<", before)
        .orderBy("lease_until")
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        owner: { project: row.project_id as ProjectId, organizationId: row.organization_id, userId: row.user_id },
        chatId: row.chat_id,
        messageId: row.id,
      }));
    },
  };
}
