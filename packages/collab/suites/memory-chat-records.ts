import { fitsChatFilter } from "../src/chats/chat-filter.ts";
import { keyOf } from "../src/chats/chat-clients.ts";
import type {
  AnswerRecord,
  AnswerRun,
  ChatMessageRecord,
  ChatOwner,
  ChatRecord,
  ChatRecords,
  Lease,
} from "../src/chats/chat-records.ts";

interface OwnedChats {
  readonly owner: ChatOwner;
  readonly chats: Map<string, ChatRecord>;
  readonly messages: Map<string, ChatMessageRecord>;
  readonly leases: Map<string, Lease>;
  /** When answers settled. */
  readonly settled: Map<string, number>;
}

const emptyRun: AnswerRun = { stream: true, timeoutMs: 0, steps: 0, record: [], descriptions: {} };

/** Chat records in memory, held to the same suite as the stores. For tests. */
export function createMemoryChatRecords(): ChatRecords {
  const owners = new Map<string, OwnedChats>();
  const of = (owner: ChatOwner) => {
    const key = keyOf(owner);
    const found: OwnedChats = owners.get(key) ?? {
      owner,
      chats: new Map(),
      messages: new Map(),
      leases: new Map(),
      settled: new Map(),
    };
    owners.set(key, found);
    return found;
  };
  const remove = ({ messages, leases, settled }: OwnedChats, chatId: string) => {
    for (const { id } of [...messages.values()].filter((message) => message.chatId === chatId)) {
      messages.delete(id);
      leases.delete(id);
      settled.delete(id);
    }
  };
  const put = ({ messages, leases, settled }: OwnedChats, answer: AnswerRecord, lease: Lease) => {
    messages.set(answer.id, structuredClone(answer));
    if (answer.status === "generating") leases.set(answer.id, lease);
    else {
      leases.delete(answer.id);
      settled.set(answer.id, lease.now);
    }
  };

  return {
    list: async (owner, { limit, after, metadata = {} }) =>
      [...of(owner).chats.values()]
        .toSorted(newestFirst)
        .filter((chat) => after === undefined || newestFirst({ id: after.id, createdAt: after.at }, chat) < 0)
        .filter((chat) => fitsChatFilter(chat, metadata))
        .slice(0, limit),
    find: async (owner, chatId) => of(owner).chats.get(chatId),
    async create(owner, chat, most) {
      const { chats } = of(owner);
      const found = chats.get(chat.id);
      if (found === undefined && chats.size >= most) return "full";
      if (found === undefined) chats.set(chat.id, chat);
      return found ?? chat;
    },
    async setTitle(owner, chatId, title) {
      const { chats } = of(owner);
      const chat = chats.get(chatId);
      if (chat?.title !== "") return false;
      chats.set(chatId, { ...chat, title });
      return true;
    },
    expired: async (project, before, limit) =>
      [...owners.values()]
        .flatMap(({ owner, chats }) => [...chats.values()].map((chat) => ({ owner, chat })))
        .map(({ owner, chat }) => ({ owner, id: chat.id, at: chat.lastMessageAt ?? chat.createdAt }))
        .filter(({ owner, at }) => owner.project === project && at < before)
        .toSorted((a, b) => a.at - b.at)
        .slice(0, limit)
        .map(({ owner, id }) => ({ owner, id })),
    async delete(owner, chatId) {
      remove(of(owner), chatId);
      of(owner).chats.delete(chatId);
    },
    async clear(owner, chatId) {
      const { chats } = of(owner);
      remove(of(owner), chatId);
      const chat = chats.get(chatId);
      if (chat === undefined) return;
      const { lastMessageAt: _, ...rest } = chat;
      chats.set(chatId, rest);
    },
    async page(owner, chatId, { after, bytes }) {
      const page: ChatMessageRecord[] = [];
      let size = 0;
      for (const message of messagesOf(of(owner), chatId)) {
        if (message.createdAt <= after) continue;
        size += sizeOf(message);
        if (page.length > 0 && size > bytes) break;
        page.push(message);
      }
      return page;
    },
    async contents(owner, chatId) {
      const messages = messagesOf(of(owner), chatId);
      const bytes = messages.reduce((sum, message) => sum + sizeOf(message), 0);
      return { messages: messages.length, bytes, lastAt: messages.at(-1)?.createdAt ?? 0 };
    },
    async bytes(owner) {
      const { chats, messages } = of(owner);
      const sizes = [
        ...[...messages.values()].map(sizeOf),
        ...[...chats.values()].map(({ title, metadata }) => bytesOf(title) + bytesOf(JSON.stringify(metadata))),
      ];
      return sizes.reduce((sum, size) => sum + size, 0);
    },
    message: async (owner, messageId) => of(owner).messages.get(messageId),
    async add(owner, chatId, added, lease) {
      const owned = of(owner);
      const chat = owned.chats.get(chatId);
      if (chat === undefined) return false;
      for (const message of added)
        if (message.role === "assistant") put(owned, message, lease);
        else owned.messages.set(message.id, message);
      owned.chats.set(chatId, { ...chat, lastMessageAt: added.at(-1)!.createdAt });
      return true;
    },
    async write(owner, answer, lease) {
      const owned = of(owner);
      const before = owned.messages.get(answer.id);
      if (before?.role !== "assistant" || before.status !== "generating" || before.deletedAt !== undefined)
        return false;
      const held = owned.leases.get(answer.id);
      if (held !== undefined && held.node !== lease.node && held.until >= lease.now) return false;
      put(owned, answer, lease);
      return true;
    },
    async resume(owner, before, after, lease) {
      const owned = of(owner);
      const found = owned.messages.get(before.id);
      if (found?.role !== "assistant" || found.status !== "awaiting-tool" || found.deletedAt !== undefined)
        return false;
      if (JSON.stringify(found.content) !== JSON.stringify(before.content)) return false;
      put(owned, after, lease);
      return true;
    },
    async deleteMessage(owner, messageId, at) {
      const owned = of(owner);
      const found = owned.messages.get(messageId);
      if (found === undefined) return false;
      owned.leases.delete(messageId);
      const { id, chatId, parentId, createdAt, deletedAt = at } = found;
      const base = { id, chatId, parentId, createdAt, deletedAt, content: [] };
      owned.messages.set(
        messageId,
        found.role === "user"
          ? { ...base, role: "user" }
          : {
              ...base,
              role: "assistant",
              status: "completed",
              ...(found.copilotId !== undefined && { copilotId: found.copilotId }),
              run: emptyRun,
            },
      );
      return true;
    },
    abandoned: async (before, limit) =>
      [...owners.values()]
        .flatMap(({ owner, leases, messages }) =>
          [...leases]
            .filter(([, { until }]) => until < before)
            .map(([messageId]) => ({ owner, chatId: messages.get(messageId)!.chatId, messageId })),
        )
        .slice(0, limit),
    async recent(owner, since) {
      const { leases, settled, messages } = of(owner);
      const ids = [...leases.keys(), ...[...settled].filter(([, at]) => at >= since).map(([id]) => id)];
      return [...new Set(ids.map((id) => messages.get(id)!.chatId))];
    },
    async eraseUser(project, userId) {
      for (const [key, { owner }] of owners)
        if (owner.project === project && owner.userId === userId) owners.delete(key);
    },
    async eraseProject(project) {
      for (const [key, { owner }] of owners) if (owner.project === project) owners.delete(key);
    },
  };
}

const bytesOf = (text: string) => Buffer.byteLength(text);

function sizeOf(message: ChatMessageRecord): number {
  const run = message.role === "assistant" ? JSON.stringify(message.run) : "";
  return bytesOf(JSON.stringify(message.content)) + bytesOf(run);
}

function messagesOf({ messages }: OwnedChats, chatId: string): readonly ChatMessageRecord[] {
  return [...messages.values()]
    .filter((message) => message.chatId === chatId)
    .toSorted((one, other) => one.createdAt - other.createdAt);
}

type Place = Pick<ChatRecord, "id" | "createdAt" | "lastMessageAt">;

function newestFirst(one: Place, other: Place): number {
  const at = (place: Place) => place.lastMessageAt ?? place.createdAt;
  return at(other) - at(one) || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0);
}
