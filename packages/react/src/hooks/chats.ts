/** Chats with copilots. */
import type { AiChat, AiChatMessage, AiChatsQuery, AiUserMessage, Chats, ChatStatus } from "@weft/client";
import { nanoid } from "@weft/client";
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { chatQuery, peekChats, watchChats, withChats } from "../chats-part.ts";
import { useAnyClient } from "../contexts.ts";
import { ListQuery } from "../list-query.ts";
import type { ClientQuery, QueryState } from "../queries.ts";
import { useQuery } from "../queries.ts";
import type { AnyClient } from "../room.ts";
import type {
  NewChatOptions,
  RegisterAiKnowledgeProps,
  RegisterAiToolProps,
  SendAiMessageOptions,
  UseSendAiMessageOptions,
} from "./chat-hook-types.ts";

const loadingStatus: ChatStatus = { status: "loading" };

export function chatHooks(suspends: boolean, bound?: AnyClient) {
  return {
    useAiChats({ query = {} }: { readonly query?: AiChatsQuery } = {}) {
      const client = useAnyClient(bound);
      const list = chatQuery(
        client,
        `chats ${JSON.stringify(query)}`,
        (chats) => new ListQuery<AiChat>(chats.chats(query)),
      );
      return useQuery(list, "chats", suspends);
    },
    useAiChat(chatId: string) {
      const client = useAnyClient(bound);
      return useQuery(
        chatQuery(client, `chat ${chatId}`, (chats) => new ChatQuery(chats, chatId)),
        "chat",
        suspends,
      );
    },
    useAiChatMessages(chatId: string, branchId?: string) {
      const client = useAnyClient(bound);
      return useQuery(
        chatQuery(
          client,
          `messages ${JSON.stringify([chatId, branchId])}`,
          (chats) => new MessagesQuery(chats, chatId, branchId),
        ),
        "messages",
        suspends,
      );
    },
    useAiChatStatus(chatId: string, branchId?: string): ChatStatus {
      const client = useAnyClient(bound);
      const subscribe = useCallback(
        (changed: () => void) =>
          watchChats(
            client,
            (chats, tell) => {
              // What a chat does is known once its messages are.
              chats.load(chatId).catch(ignore);
              return chats.status(chatId, branchId).subscribe(tell);
            },
            changed,
          ),
        [client, chatId, branchId],
      );
      const read = () => peekChats(client)?.status(chatId, branchId).getSnapshot() ?? loadingStatus;
      return useSyncExternalStore(subscribe, read, () => loadingStatus);
    },
    useCreateAiChat() {
      const client = useAnyClient(bound);
      return useCallback(
        (chat: string | NewChatOptions) => {
          const { id, ...options } = typeof chat === "string" ? { id: chat } : chat;
          return unawaited(withChats(client, (chats) => chats.getOrCreateChat(id, options)));
        },
        [client],
      );
    },
    useDeleteAiChat() {
      const client = useAnyClient(bound);
      return useCallback(
        (chatId: string) => unawaited(withChats(client, (chats) => chats.deleteChat(chatId))),
        [client],
      );
    },
    useSendAiMessage(chatId?: string, options?: UseSendAiMessageOptions) {
      const client = useAnyClient(bound);
      usePreload(client);
      const latest = useLatest(options);
      return useCallback(
        (message: string | SendAiMessageOptions) => {
          const { text, chatId: into = chatId, ...own } = typeof message === "string" ? { text: message } : message;
          if (into === undefined)
            throw new Error("The message has no chat: give useSendAiMessage a chatId, or the message itself.");
          return send(client, into, text, { ...latest.current, ...own });
        },
        [client, chatId, latest],
      );
    },
    RegisterAiKnowledge({ description, value, id, chatId }: RegisterAiKnowledgeProps) {
      const client = useAnyClient(bound);
      useLent({ description, value }, [client, chatId, id], (latest, lent) =>
        withChats(client, ({ tools }) => lent(tools.registerKnowledge(latest(), chatId, id))),
      );
      return null;
    },
    RegisterAiTool({ name, tool, chatId, enabled }: RegisterAiToolProps) {
      const client = useAnyClient(bound);
      const value = useMemo(() => (enabled === undefined ? tool : { ...tool, enabled }), [tool, enabled]);
      useLent(value, [client, name, chatId], (latest, lent) =>
        withChats(client, (chats) => lent(chats.lendTool(name, latest(), chatId))),
      );
      return null;
    },
  };
}

function ignore(): void {}

/** Callers may leave the promise alone. */
function unawaited(promise: Promise<unknown>): Promise<void> {
  const done = promise.then(() => {});
  done.catch(ignore);
  return done;
}

/** Loads the code before the user asks something. */
function usePreload(client: AnyClient): void {
  // A question tries again.
  useEffect(() => void withChats(client, ignore).catch(ignore), [client]);
}

function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

interface Replaceable<T> {
  update(value: T): void;
  remove(): void;
}

/** Lends something for as long as the component is mounted. Another value replaces the one before, and keeps its place. */
function useLent<T>(
  value: T,
  deps: readonly unknown[],
  lend: (latest: () => T, lent: (what: Replaceable<T>) => void) => Promise<unknown>,
): void {
  const latest = useRef(value);
  const held = useRef<Replaceable<T> | undefined>(undefined);
  useEffect(() => {
    if (latest.current === value) return;
    latest.current = value;
    held.current?.update(value);
  }, [value]);
  useEffect(() => {
    let isOver = false;
    lend(
      () => latest.current,
      (what) => {
        if (isOver) what.remove();
        else held.current = what;
      },
    ).catch((error: unknown) => console.error(error));
    return () => {
      isOver = true;
      held.current?.remove();
      held.current = undefined;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, deps);
}

/** Asks at once where the branch that the question is put below is known, and else once it is. */
function send(client: AnyClient, chatId: string, text: string, options: UseSendAiMessageOptions): AiUserMessage {
  const messageId = `ms_${nanoid()}`;
  const ask = (chats: Chats) => void chats.ask(chatId, text, { ...options, messageId }).catch(ignore);
  const loaded = peekChats(client);
  if (loaded?.isLoaded(chatId) === true) {
    ask(loaded);
    return loaded.message(chatId, messageId) as AiUserMessage;
  }
  withChats(client, async (chats) => {
    // If they cannot be read, the question cannot be asked either, and the answer to it says why.
    await chats.load(chatId).catch(ignore);
    ask(chats);
  }).catch((error: unknown) => console.error(error));
  const content = [{ type: "text" as const, text }];
  return { id: messageId, chatId, role: "user", parentId: null, content, createdAt: new Date().toISOString() };
}

/** A chat that is shown stays as it was when it is deleted. */
class ChatQuery implements ClientQuery<AiChat> {
  readonly #chats: Chats;
  readonly #id: string;
  readonly #listeners = new Set<() => void>();
  #state: QueryState<AiChat> = { isLoading: true };

  constructor(chats: Chats, id: string) {
    this.#chats = chats;
    this.#id = id;
  }

  get(): QueryState<AiChat> {
    const data = this.#chats.chat(this.#id).getSnapshot();
    if (data !== undefined && !("data" in this.#state && this.#state.data === data))
      this.#state = { isLoading: false, data };
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    const own = () => listener();
    this.#listeners.add(own);
    const stop = this.#chats.chat(this.#id).subscribe(own);
    if (!("data" in this.get())) void this.load();
    return () => {
      this.#listeners.delete(own);
      stop();
    };
  }

  /** A failure is in the state. */
  async load(): Promise<void> {
    try {
      await this.#chats.getOrCreateChat(this.#id);
    } catch (error) {
      this.#state = { isLoading: false, error: error instanceof Error ? error : new Error(String(error)) };
      for (const listener of Array.from(this.#listeners)) listener();
    }
  }
}

class MessagesQuery implements ClientQuery<readonly AiChatMessage[]> {
  readonly #chats: Chats;
  readonly #id: string;
  readonly #store: ReturnType<Chats["messages"]>;
  #last: { readonly snapshot: object; readonly state: QueryState<readonly AiChatMessage[]> } | undefined;

  constructor(chats: Chats, id: string, branchId: string | undefined) {
    this.#chats = chats;
    this.#id = id;
    this.#store = chats.messages(id, branchId);
  }

  get(): QueryState<readonly AiChatMessage[]> {
    const snapshot = this.#store.getSnapshot();
    if (this.#last?.snapshot !== snapshot)
      this.#last = {
        snapshot,
        state: "messages" in snapshot ? { isLoading: false, data: snapshot.messages } : snapshot,
      };
    return this.#last.state;
  }

  subscribe(listener: () => void): () => void {
    return this.#store.subscribe(listener);
  }

  load(): Promise<void> {
    return this.#chats.load(this.#id);
  }
}
