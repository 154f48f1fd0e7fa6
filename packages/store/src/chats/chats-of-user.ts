import type { ChatOwner, ChatRecord, ChatRecords } from "@weft/collab";
import { fitsChatFilter } from "@weft/collab";
import type { ChatMetadata } from "@weft/protocol";
import type { Kysely, Selectable } from "kysely";
import { contentSums } from "../tables/content-bytes.ts";
import { pageOf } from "../lists/keyset.ts";
import { lockChats, lockProject } from "../database/locks.ts";
import type { Tables } from "../tables/tables.ts";
import type { Transactions } from "../transactions/transactions.ts";
import { changing } from "./chat-rows.ts";
import type { ChatQueries } from "./chat-queries.ts";

type ChatRow = Selectable<Tables["chats"]>;

/** Chats that one read looks at when they are filtered by metadata. A user has a bounded number of them. */
const filteredAtOnce = 500;

/** The chats of a user, without their messages. */
export function createChats(
  { done, write }: Transactions,
  db: Kysely<Tables>,
  { changeChat, messages }: ChatQueries,
): Pick<
  ChatRecords,
  "find" | "list" | "create" | "setTitle" | "delete" | "clear" | "bytes" | "eraseUser" | "eraseProject"
> {
  const chats = (owner: ChatOwner) =>
    db
      .selectFrom("chats")
      .selectAll()
      .where("project_id", "=", owner.project)
      .where("organization_id", "=", owner.organizationId)
      .where("user_id", "=", owner.userId);
  const deleteMessages = (owner: ChatOwner, chatId: string) =>
    db
      .deleteFrom("chat_messages")
      .where("project_id", "=", owner.project)
      .where("organization_id", "=", owner.organizationId)
      .where("user_id", "=", owner.userId)
      .where("chat_id", "=", chatId);

  const find = async (owner: ChatOwner, chatId: string) => {
    const row = await chats(owner).where("id", "=", chatId).executeTakeFirst();
    return row && toChat(row);
  };
  const page = async (owner: ChatOwner, limit: number, after: { at: number; id: string } | undefined) =>
    pageOf(chats(owner), ["sorted_at", "id"], { limit, after: after && ([after.at, after.id] as const) }).execute();

  return {
    find,

    async list(owner, { limit, after, metadata = {} }) {
      if (Object.keys(metadata).length === 0) return (await page(owner, limit, after)).map(toChat);
      const found: ChatRecord[] = [];
      for (let from = after; ;) {
        const rows = await page(owner, filteredAtOnce, from);
        for (const row of rows) {
          const chat = toChat(row);
          if (fitsChatFilter(chat, metadata) && found.push(chat) === limit) return found;
        }
        const last = rows.at(-1);
        if (last === undefined || rows.length < filteredAtOnce) return found;
        from = { at: last.sorted_at, id: last.id };
      }
    },

    async create(owner, chat, most) {
      const row = toChatRow(owner, chat);
      const insert = db
        .insertInto("chats")
        .columns(Object.keys(row) as (keyof ChatRow)[])
        .expression(
          db
            .selectNoFrom((eb) => Object.entries(row).map(([column, value]) => eb.val(value).as(column)))
            .where((eb) =>
              eb(
                eb
                  .selectFrom("chats as other")
                  .select(({ fn }) => fn.countAll<number>().as("count"))
                  .where("other.project_id", "=", owner.project)
                  .where("other.organization_id", "=", owner.organizationId)
                  .where("other.user_id", "=", owner.userId),
                "<",
                most,
              ),
            ),
        )
        .onConflict((conflict) => conflict.columns(["project_id", "organization_id", "user_id", "id"]).doNothing());
      const found = await find(owner, chat.id);
      if (found !== undefined) return found;
      if (await done([...changing(owner), [insert, 1]])) return chat;
      return (await find(owner, chat.id)) ?? "full";
    },

    setTitle: (owner, chatId, title) => done([[changeChat(owner, chatId).where("title", "=", "").set({ title }), 1]]),

    async delete(owner, chatId) {
      const chat = db
        .deleteFrom("chats")
        .where("project_id", "=", owner.project)
        .where("organization_id", "=", owner.organizationId)
        .where("user_id", "=", owner.userId)
        .where("id", "=", chatId);
      await write([...changing(owner), deleteMessages(owner, chatId), chat]);
    },

    async clear(owner, chatId) {
      await write([
        ...changing(owner),
        deleteMessages(owner, chatId),
        changeChat(owner, chatId).set((eb) => ({ last_message_at: null, sorted_at: eb.ref("created_at") })),
      ]);
    },

    async bytes(owner) {
      const ofChats = chats(owner).clearSelect().select(contentSums("chats").bytes.as("bytes"));
      const ofMessages = messages(owner).clearSelect().select(contentSums("chat_messages").bytes.as("bytes"));
      const found = await Promise.all([ofChats.executeTakeFirstOrThrow(), ofMessages.executeTakeFirstOrThrow()]);
      return found.reduce((sum, { bytes }) => sum + bytes, 0);
    },

    async eraseUser(project, userId) {
      await write([
        lockChats(project, userId),
        db.deleteFrom("chat_messages").where("project_id", "=", project).where("user_id", "=", userId),
        db.deleteFrom("chats").where("project_id", "=", project).where("user_id", "=", userId),
      ]);
    },

    async eraseProject(project) {
      await write([
        lockProject(project),
        db.deleteFrom("chat_messages").where("project_id", "=", project),
        db.deleteFrom("chats").where("project_id", "=", project),
      ]);
    },
  };
}

function toChat(row: ChatRow): ChatRecord {
  return {
    id: row.id,
    title: row.title,
    metadata: JSON.parse(row.metadata) as ChatMetadata,
    createdAt: row.created_at,
    ...(row.last_message_at !== null && { lastMessageAt: row.last_message_at }),
  };
}

function toChatRow({ project, organizationId, userId }: ChatOwner, chat: ChatRecord): ChatRow {
  return {
    project_id: project,
    organization_id: organizationId,
    user_id: userId,
    id: chat.id,
    title: chat.title,
    metadata: JSON.stringify(chat.metadata),
    created_at: chat.createdAt,
    last_message_at: chat.lastMessageAt ?? null,
    sorted_at: chat.lastMessageAt ?? chat.createdAt,
  };
}

/** Chats of a project by their age, of all of its users. */
export function createExpiredChats(db: Kysely<Tables>): Pick<ChatRecords, "expired"> {
  return {
    async expired(project, before, limit) {
      const rows = await db
        .selectFrom("chats")
        .select(["organization_id", "user_id", "id"])
        .where("project_id", "=", project)
        .where("sorted_at", "<", before)
        .orderBy("sorted_at")
        .limit(limit)
        .execute();
      return rows.map(({ organization_id: organizationId, user_id: userId, id }) => ({
        owner: { project, organizationId, userId },
        id,
      }));
    },
  };
}
