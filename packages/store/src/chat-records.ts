import type {
  AnswerRecord,
  AnswerRun,
  ChatMessageRecord,
  ChatOwner,
  ChatRecord,
  ChatRecords,
  Lease,
} from "@weft/collab";
import { fitsChatFilter } from "@weft/collab";
import type { AiAnswerStatus, AiAssistantPart, AiUserPart, ChatMetadata, ProjectId } from "@weft/protocol";
import type { Kysely, Selectable } from "kysely";
import { contentBytes, contentSums } from "./content-bytes.ts";
import { pageOf } from "./lists/keyset.ts";
import type { Tables } from "./tables.ts";
import type { Transactions } from "./transactions.ts";

type ChatRow = Selectable<Tables["chats"]>;
type MessageRow = Selectable<Tables["chat_messages"]>;

/** Chats that one read looks at when they are filtered by metadata. A user has a bounded number of them. */
const filteredAtOnce = 500;
/** Rows of messages that one page has at most. */
const messagesAtOnce = 500;
const emptyRun: AnswerRun = { stream: true, timeoutMs: 0, steps: 0, record: [], descriptions: {} };

export function createChatRecords({ done, write }: Transactions, db: Kysely<Tables>): ChatRecords {
  const chats = (owner: ChatOwner) =>
    db
      .selectFrom("chats")
      .selectAll()
      .where("project_id", "=", owner.project)
      .where("organization_id", "=", owner.organizationId)
      .where("user_id", "=", owner.userId);
  const changeChat = (owner: ChatOwner, id: string) =>
    db
      .updateTable("chats")
      .where("project_id", "=", owner.project)
      .where("organization_id", "=", owner.organizationId)
      .where("user_id", "=", owner.userId)
      .where("id", "=", id);
  const messages = (owner: ChatOwner) =>
    db
      .selectFrom("chat_messages")
      .selectAll()
      .where("project_id", "=", owner.project)
      .where("organization_id", "=", owner.organizationId)
      .where("user_id", "=", owner.userId);
  const changeMessage = (owner: ChatOwner, id: string) =>
    db
      .updateTable("chat_messages")
      .where("project_id", "=", owner.project)
      .where("organization_id", "=", owner.organizationId)
      .where("user_id", "=", owner.userId)
      .where("id", "=", id);
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
      if (await done([[insert, 1]])) return chat;
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
      await write([deleteMessages(owner, chatId), chat]);
    },

    async clear(owner, chatId) {
      await write([
        deleteMessages(owner, chatId),
        changeChat(owner, chatId).set((eb) => ({ last_message_at: null, sorted_at: eb.ref("created_at") })),
      ]);
    },

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

    async bytes(owner) {
      const ofChats = chats(owner).clearSelect().select(contentSums("chats").bytes.as("bytes"));
      const ofMessages = messages(owner).clearSelect().select(contentSums("chat_messages").bytes.as("bytes"));
      const found = await Promise.all([ofChats.executeTakeFirstOrThrow(), ofMessages.executeTakeFirstOrThrow()]);
      return found.reduce((sum, { bytes }) => sum + bytes, 0);
    },

    async message(owner, messageId) {
      const row = await messages(owner).where("id", "=", messageId).executeTakeFirst();
      return row && toMessage(row);
    },

    async add(owner, chatId, added, lease) {
      const at = added.at(-1)!.createdAt;
      const rows = added.map((message) => toMessageRow(owner, message, lease));
      return done([
        [changeChat(owner, chatId).set({ last_message_at: at, sorted_at: at }), 1],
        db.insertInto("chat_messages").values(rows),
      ]);
    },

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

    async recent(owner, since) {
      const of = messages(owner).clearSelect().select("chat_id").distinct();
      const [running, settled] = await Promise.all([
        of.where("lease_until", "is not", null).execute(),
        of.where("settled_at", ">=", since).execute(),
      ]);
      return [...new Set([...running, ...settled].map((row) => row.chat_id))];
    },

    async eraseUser(project, userId) {
      await write([
        db.deleteFrom("chat_messages").where("project_id", "=", project).where("user_id", "=", userId),
        db.deleteFrom("chats").where("project_id", "=", project).where("user_id", "=", userId),
      ]);
    },

    async eraseProject(project) {
      await write([
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

function toMessage(row: MessageRow): ChatMessageRecord {
  const base = {
    id: row.id,
    chatId: row.chat_id,
    parentId: row.parent_id,
    createdAt: row.created_at,
    ...(row.deleted_at !== null && { deletedAt: row.deleted_at }),
  };
  if (row.role === "user") return { ...base, role: "user", content: JSON.parse(row.content) as AiUserPart[] };
  return {
    ...base,
    role: "assistant",
    status: row.status as AiAnswerStatus,
    content: JSON.parse(row.content) as AiAssistantPart[],
    ...(row.error_reason !== null && { errorReason: row.error_reason }),
    ...(row.copilot_id !== null && { copilotId: row.copilot_id }),
    run: JSON.parse(row.run!) as AnswerRun,
  };
}

function toMessageRow(
  { project, organizationId, userId }: ChatOwner,
  message: ChatMessageRecord,
  lease: Lease,
): MessageRow {
  const { id, chatId, parentId, role, content, createdAt, deletedAt } = message;
  return {
    project_id: project,
    organization_id: organizationId,
    user_id: userId,
    id,
    chat_id: chatId,
    parent_id: parentId,
    role,
    created_at: createdAt,
    deleted_at: deletedAt ?? null,
    ...(message.role === "assistant"
      ? answerColumns(message, lease)
      : {
          status: null,
          content: JSON.stringify(content),
          error_reason: null,
          copilot_id: null,
          run: null,
          lease_node: null,
          lease_until: null,
          settled_at: null,
        }),
  };
}

/** What changes while an answer is generated, and when it settles. */
function answerColumns({ status, content, errorReason, copilotId, run }: AnswerRecord, lease: Lease) {
  const generating = status === "generating";
  return {
    status,
    content: JSON.stringify(content),
    error_reason: errorReason ?? null,
    copilot_id: copilotId ?? null,
    run: JSON.stringify(run),
    lease_node: generating ? lease.node : null,
    lease_until: generating ? lease.until : null,
    settled_at: generating ? null : lease.now,
  };
}
