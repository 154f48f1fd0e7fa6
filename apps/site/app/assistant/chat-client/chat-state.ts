import type { AiAssistantMessage, AiAssistantPart, AiChat, AiDelta, AiEvent, AiMessage } from "@weft/protocol";
import { partsAfterDelta } from "./message-parts.ts";

/**
 * What this page knows of a user's chats. Messages are known of chats that were loaded; deltas, settled answers and syncs keep
 * them current.
 *
 * - A message that the page made itself is `optimistic` until the server has repeated it.
 * - Chats that were deleted never come back, whatever arrives late.
 */
export interface ChatState {
  readonly chats: ReadonlyMap<string, AiChat>;
  readonly deletedChats: ReadonlySet<string>;
  /** By chat, then by message. */
  readonly messages: ReadonlyMap<string, ReadonlyMap<string, AiMessage>>;
  readonly loaded: ReadonlySet<string>;
  readonly optimistic: ReadonlySet<string>;
  /** By message, the JSON text so far of the tool arguments that arrive in its last part. */
  readonly argumentTexts: ReadonlyMap<string, string>;
}

export const noChats: ChatState = {
  chats: new Map(),
  deletedChats: new Set(),
  messages: new Map(),
  loaded: new Set(),
  optimistic: new Set(),
  argumentTexts: new Map(),
};

export type ChatChange =
  | { readonly type: "chats"; readonly chats: readonly AiChat[] }
  | { readonly type: "tree"; readonly chat: AiChat; readonly messages: readonly AiMessage[] }
  | { readonly type: "asking"; readonly messages: readonly AiMessage[] }
  | { readonly type: "askFailed"; readonly chatId: string; readonly messageId: string; readonly reason: string }
  /** Messages that an answer to a command carried. */
  | { readonly type: "messages"; readonly messages: readonly AiMessage[] }
  | { readonly type: "event"; readonly event: AiEvent; readonly at: string };

export function changed(state: ChatState, change: ChatChange): ChatState {
  switch (change.type) {
    case "chats":
      return withChats(state, change.chats);
    case "tree": {
      const { chat, messages } = change;
      const asked = [...(state.messages.get(chat.id)?.values() ?? [])].filter(({ id }) => state.optimistic.has(id));
      const tree = new Map([...asked, ...messages].map((message) => [message.id, message]));
      if (state.deletedChats.has(chat.id)) return state;
      // The server describes a chat that does not exist as it would be, and it is in no list before its first message.
      const known = messages.length > 0 || state.chats.has(chat.id) ? withChats(state, [chat]) : state;
      return {
        ...known,
        messages: new Map(known.messages).set(chat.id, tree),
        loaded: new Set(known.loaded).add(chat.id),
        optimistic: without(known.optimistic, messages),
        argumentTexts: withoutKeys(known.argumentTexts, messages),
      };
    }
    case "asking":
      return {
        ...withMessages(state, change.messages),
        optimistic: new Set([...state.optimistic, ...change.messages.map(({ id }) => id)]),
      };
    case "askFailed": {
      const asked = state.messages.get(change.chatId)?.get(change.messageId);
      if (asked?.role !== "assistant" || asked.status !== "generating") return state;
      return withMessages(state, [failed(asked, change.reason)]);
    }
    case "messages":
      return withMessages(state, change.messages);
    case "event":
      return afterEvent(state, change.event, change.at);
  }
}

/** The newest first: by the last message, or by creation while there is none; equal ones by id. */
export function sortedChats(state: ChatState): AiChat[] {
  return [...state.chats.values()].sort(
    (a, b) => compare(b.lastMessageAt ?? b.createdAt, a.lastMessageAt ?? a.createdAt) || compare(a.id, b.id),
  );
}

export function contentOf(message: AiAssistantMessage): readonly AiAssistantPart[] {
  return message.status === "completed" ? message.content : message.contentSoFar;
}

function afterEvent(state: ChatState, event: AiEvent, at: string): ChatState {
  switch (event.event) {
    case "delta":
      return afterDelta(state, event.id, event.delta, at);
    case "settle":
      return withMessages(state, [event.message]);
    case "sync": {
      let next = state;
      for (const { id, chatId } of event["-messages"] ?? []) next = withoutMessage(next, chatId, id, at);
      for (const id of event["-chats"] ?? []) next = withoutChat(next, id);
      for (const id of event.clear ?? [])
        if (next.messages.has(id)) next = { ...next, messages: new Map(next.messages).set(id, new Map()) };
      return withMessages(withChats(next, event.chats ?? []), event.messages ?? []);
    }
    case "rebooted": {
      const lost = [...state.messages.values()]
        .flatMap((tree) => [...tree.values()])
        .filter((message) => message.role === "assistant" && message.status === "generating")
        .filter(({ id }) => !state.optimistic.has(id));
      return withMessages(
        state,
        lost.map((message) => failed(message, "Lost connection")),
      );
    }
    // Answers to commands, and texts for the console: the client handles them.
    case "cmd-failed":
    case "warning":
    case "error":
      return state;
  }
}

type Generating = Extract<AiAssistantMessage, { status: "generating" }>;

function afterDelta(state: ChatState, id: string, delta: AiDelta, at: string): ChatState {
  for (const [chatId, tree] of state.messages) {
    const message = tree.get(id);
    if (message === undefined) continue;
    if (message.role !== "assistant" || message.status !== "generating") return state;
    const { parts, argumentText } = partsAfterDelta(message.contentSoFar, delta, at, state.argumentTexts.get(id));
    const argumentTexts = new Map(state.argumentTexts);
    if (argumentText === undefined) argumentTexts.delete(id);
    else argumentTexts.set(id, argumentText);
    const next = new Map(tree).set(id, { ...message, contentSoFar: [...parts] });
    return { ...state, messages: new Map(state.messages).set(chatId, next), argumentTexts };
  }
  return state;
}

function withChats(state: ChatState, chats: readonly AiChat[]): ChatState {
  const kept = chats.filter(({ id }) => !state.deletedChats.has(id));
  if (kept.length === 0) return state;
  return { ...state, chats: new Map([...state.chats, ...kept.map((chat) => [chat.id, chat] as const)]) };
}

function withoutChat(state: ChatState, id: string): ChatState {
  const chats = new Map(state.chats);
  const messages = new Map(state.messages);
  chats.delete(id);
  messages.delete(id);
  const loaded = new Set(state.loaded);
  loaded.delete(id);
  return { ...state, chats, messages, loaded, deletedChats: new Set(state.deletedChats).add(id) };
}

function withMessages(state: ChatState, messages: readonly AiMessage[]): ChatState {
  const kept = messages.filter(({ chatId }) => !state.deletedChats.has(chatId));
  if (kept.length === 0) return state;
  const trees = new Map(state.messages);
  for (const message of kept) trees.set(message.chatId, new Map(trees.get(message.chatId)).set(message.id, message));
  return {
    ...state,
    messages: trees,
    optimistic: without(state.optimistic, kept),
    argumentTexts: withoutKeys(state.argumentTexts, kept),
  };
}

/** The record stays for the messages below it. */
function withoutMessage(state: ChatState, chatId: string, id: string, at: string): ChatState {
  const message = state.messages.get(chatId)?.get(id);
  if (message === undefined || message.deletedAt !== undefined) return state;
  const { copilotId } = message as { copilotId?: string };
  const { parentId, createdAt } = message;
  return withMessages(state, [
    message.role === "user"
      ? { ...message, content: [], deletedAt: at }
      : {
          id,
          chatId,
          parentId,
          createdAt,
          role: "assistant",
          ...(copilotId !== undefined && { copilotId }),
          status: "completed",
          content: [],
          deletedAt: at,
        },
  ]);
}

function failed(message: Generating, errorReason: string): AiAssistantMessage {
  return { ...message, status: "failed", errorReason };
}

function without(ids: ReadonlySet<string>, messages: readonly AiMessage[]): ReadonlySet<string> {
  return new Set([...ids].filter((id) => !messages.some((message) => message.id === id)));
}

function withoutKeys(texts: ReadonlyMap<string, string>, messages: readonly AiMessage[]): ReadonlyMap<string, string> {
  return new Map([...texts].filter(([id]) => !messages.some((message) => message.id === id)));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
