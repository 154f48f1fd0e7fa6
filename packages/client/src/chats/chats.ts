/**
 * A user's chats with copilots: the list of them, their messages as they are written, and the tools that copilots may use. It is loaded
 * when an application uses chats for the first time, and connects with the first command.
 *
 * What is asked is shown at once, and replaced by what the server stores. Tools that run by themselves run once, in the tab that asked.
 */
import type {
  AiAssistantMessage,
  AiChat,
  AiEvent,
  AiFrontendKnowledge,
  AiGenerationOptions,
  AiMessage,
  AiToolResult,
  AiUserPart,
  ChatMetadataFilter,
} from "@weft/protocol/types";
import type { Timers } from "../connection/reconnecting-socket.ts";
import type { Status } from "../connection/states.ts";
import { EventSource } from "../observable.ts";
import type { Observable } from "../observable.ts";
import { PagedCollection } from "../paged-collection.ts";
import type { PagedList } from "../paged-collection.ts";
import { nanoid } from "../random-id.ts";
import { ChatSocket } from "./chat-socket.ts";
import type { ChatSocketOptions } from "./chat-socket.ts";
import { contentOf, MessageTree } from "./message-tree.ts";
import type { KnownMessage, ShownMessage } from "./message-tree.ts";
import type { ToolDefinition, ToolInvocation } from "./define-ai-tool.ts";
import { ToolRegistry } from "./tools.ts";
import type { Lent } from "./tools.ts";

/** Which chats are listed: those whose metadata has these values. */
export interface ChatQuery {
  /** A text is equal, a list is contained, null is absent. */
  readonly metadata?: ChatMetadataFilter;
}

/** How a copilot answers a question. `timeout` is in milliseconds. */
export interface AskOptions {
  /** By default the one that answered last in the chat, or else the project's default copilot. */
  readonly copilotId?: string;
  /** Whether the answer arrives as it is written. By default true. */
  readonly stream?: boolean;
  /** Milliseconds until an answer fails, by default 30,000. */
  readonly timeout?: number;
  /** In addition to what is registered. */
  readonly knowledge?: readonly AiFrontendKnowledge[];
  /** The message below which the question is put. By default the last of the newest branch; null begins a new one. */
  readonly parentId?: string | null;
  /** The id of the question: `ms_` and something random, which is the default. */
  readonly messageId?: string;
}

/** The messages of a chat as they are now: loading, failed or loaded. */
export type MessagesSnapshot =
  | { readonly isLoading: true }
  | { readonly isLoading: false; readonly error: Error }
  | { readonly isLoading: false; readonly error?: undefined; readonly messages: readonly ShownMessage[] };

/** What happens in a chat: whether it is loading, and while an answer is written, the type of its last part. */
export type ChatStatus =
  | { readonly status: "disconnected" | "loading" | "idle"; readonly partType?: never; readonly toolName?: never }
  | {
      readonly status: "generating";
      /** Of the part that is being written. */
      readonly partType?: string;
      readonly toolName?: string;
    };

/** Stable until something changes, as `useSyncExternalStore` wants it. */
export interface ObservedStore<T> {
  getSnapshot(): T;
  subscribe(listener: () => void): () => void;
}

interface KnownChat {
  readonly tree: MessageTree;
  loading: Promise<void> | undefined;
  isLoaded: boolean;
  error: Error | undefined;
}

const lostConnection = "Lost connection";
/** Pieces of answers are told at most so often. */
const deltasMs = 25;

/** The chats of a user, from `client.loadChats()`: lists, messages, answers of copilots, and tools. */
export class UserChats {
  readonly tools = new ToolRegistry();
  readonly events: { readonly status: Observable<Status> };
  readonly #status = new EventSource<Status>();
  readonly #changed = new EventSource<void>();
  readonly #socket: ChatSocket;
  readonly #chats = new PagedCollection<AiChat>({ id: ({ id }) => id, time: lastUsedAt });
  readonly #known = new Map<string, KnownChat>();
  readonly #stores = new Map<string, ObservedStore<unknown>>();
  /** Answers that this client asked for, or gave a tool's result to. */
  readonly #own = new Set<string>();
  readonly #executed = new Set<string>();
  readonly #timers: Timers;
  #isNotifyDue = false;
  #hasBeenConnected = false;

  constructor(options: Omit<ChatSocketOptions, "statusChanged" | "received">) {
    this.events = { status: this.#status };
    this.#timers = options.timers;
    this.#socket = new ChatSocket({
      ...options,
      statusChanged: (status) => {
        if (status === "connected") this.#connected();
        this.#status.notify(status);
        this.#changed.notify();
      },
      received: (event) => this.#received(event),
    });
  }

  // ---- the connection

  getStatus(): Status {
    return this.#socket.status;
  }

  connect(): void {
    this.#socket.connect();
  }

  disconnect(): void {
    this.#socket.disconnect();
  }

  /** The user has changed. */
  reconnect(): void {
    this.#socket.reconnect();
  }

  wake(): void {
    this.#socket.wake();
  }

  // ---- what is shown

  /** Chats, those used last first. The same list for the same query. */
  chats(query: ChatQuery = {}): PagedList<AiChat> {
    const filter = Object.entries(query.metadata ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return this.#chats.list(JSON.stringify(filter), {
      matches: ({ metadata }) => filter.every(([key, wanted]) => isMatch(metadata[key], wanted)),
      fetch: async (cursor) => {
        const request = { ...(cursor === undefined ? {} : { cursor }), ...(filter.length === 0 ? {} : { query }) };
        const { chats, nextCursor } = await this.#socket.command("get-chats", request);
        return { items: chats, nextCursor: nextCursor ?? undefined };
      },
    });
  }

  /** A chat, as far as it is known. */
  chat(chatId: string): ObservedStore<AiChat | undefined> {
    return this.#store(`chat ${chatId}`, () => this.#chats.items.get(chatId));
  }

  /** The messages of a branch; without one, of the newest. They are read when they are subscribed to for the first time. */
  messages(chatId: string, branch?: string): ObservedStore<MessagesSnapshot> {
    const store = this.#store<MessagesSnapshot>(
      JSON.stringify([chatId, branch]),
      () => {
        const { tree, isLoaded, error } = this.#of(chatId);
        if (error !== undefined && !isLoaded) return { isLoading: false, error };
        if (!isLoaded) return { isLoading: true };
        return { isLoading: false, messages: tree.branch(branch) };
      },
      sameMessages,
    );
    return {
      getSnapshot: () => store.getSnapshot(),
      subscribe: (listener) => {
        void this.load(chatId).catch(() => {});
        return store.subscribe(listener);
      },
    };
  }

  /** What a branch is doing; without one, the newest. */
  status(chatId: string, branch?: string): ObservedStore<ChatStatus> {
    return this.#store<ChatStatus>(
      `status ${JSON.stringify([chatId, branch])}`,
      () => {
        if (this.#socket.status === "disconnected") return { status: "disconnected" };
        const { tree, isLoaded } = this.#of(chatId);
        const last = tree.branch(branch).at(-1);
        if (last?.role === "assistant" && (last.status === "generating" || last.status === "awaiting-tool")) {
          const part = contentOf(last).findLast(({ type }) => type !== "sources");
          return {
            status: "generating",
            ...(part === undefined ? {} : { partType: part.type }),
            ...(part?.type === "tool-invocation" ? { toolName: part.name } : {}),
          };
        }
        return { status: isLoaded ? "idle" : "loading" };
      },
      (a, b) => JSON.stringify(a) === JSON.stringify(b),
    );
  }

  /** A tool by the name that copilots call it by. Undefined while it is not registered. */
  tool(name: string, chatId: string): ObservedStore<ToolDefinition | undefined> {
    return this.#store(`tool ${JSON.stringify([name, chatId])}`, () => this.tools.tool(name, chatId));
  }

  /** A message, as far as it is known. */
  message(chatId: string, messageId: string): AiMessage | undefined {
    return this.#known.get(chatId)?.tree.get(messageId);
  }

  /** Whether the messages of a chat have been read. */
  isLoaded(chatId: string): boolean {
    return this.#known.get(chatId)?.isLoaded === true;
  }

  // ---- commands

  /** Reads the messages of a chat, once. After a failure, the next call reads again. */
  load(chatId: string): Promise<void> {
    const chat = this.#of(chatId);
    if (chat.isLoaded) return Promise.resolve();
    chat.loading ??= this.#load(chatId, chat).finally(() => (chat.loading = undefined));
    return chat.loading;
  }

  async getOrCreateChat(
    chatId: string,
    options: { readonly title?: string; readonly metadata?: Record<string, string | string[]> } = {},
  ): Promise<AiChat> {
    const { chat } = await this.#socket.command("get-or-create-chat", { id: chatId, options }, (answer) => {
      this.#chats.put([answer.chat]);
      this.#changed.notify();
    });
    return chat;
  }

  async deleteChat(chatId: string): Promise<void> {
    await this.#socket.command("delete-chat", { chatId }, () => this.#apply({ "-chats": [chatId] }));
  }

  async clearChat(chatId: string): Promise<void> {
    await this.#socket.command("clear-chat", { chatId }, () => this.#apply({ clear: [chatId] }));
  }

  async deleteMessage(chatId: string, messageId: string): Promise<void> {
    await this.#socket.command("delete-message", { chatId, messageId }, () =>
      this.#apply({ "-messages": [{ id: messageId, chatId }] }),
    );
  }

  /**
   * Asks a question: shows it and its answer at once, and resolves with the id of the answer when the server has accepted it. If it does
   * not, the answer is shown as failed, and the promise rejects.
   *
   * @param question a text, parts, or the id of a question that is to be answered again.
   */
  async ask(
    chatId: string,
    question: string | readonly AiUserPart[] | { readonly again: string },
    options: AskOptions = {},
  ): Promise<string> {
    const { tree } = this.#of(chatId);
    const { parentId = tree.branch().at(-1)?.id ?? null, messageId, knowledge = [], ...given } = options;
    const copilotId = given.copilotId ?? lastCopilotOf(tree);
    const isAgain = typeof question === "object" && "again" in question;
    const content: AiUserPart[] =
      typeof question === "string" ? [{ type: "text", text: question }] : isAgain ? [] : [...question];
    const sourceId = isAgain ? question.again : (messageId ?? newMessageId());
    const common = { chatId, _optimistic: true } as const;
    if (!isAgain) tree.put({ ...common, id: sourceId, role: "user", parentId, content, createdAt: instantAfter(tree) });
    const answerId = newMessageId();
    const answer: KnownMessage & AiAssistantMessage = {
      ...common,
      id: answerId,
      role: "assistant",
      parentId: sourceId,
      status: "generating",
      contentSoFar: [],
      createdAt: instantAfter(tree),
      ...(copilotId === undefined ? {} : { copilotId }),
    };
    tree.put(answer);
    this.#own.add(answerId);
    this.#changed.notify();
    try {
      await this.#socket.command(
        "ask-in-chat",
        {
          chatId,
          sourceMessage: isAgain ? sourceId : { id: sourceId, parentMessageId: parentId, content },
          targetMessageId: answerId,
          generationOptions: this.#generation(chatId, { ...given, copilotId }, knowledge),
        },
        ({ sourceMessage, targetMessage }) =>
          this.#upsert([...(sourceMessage === undefined ? [] : [sourceMessage]), targetMessage]),
      );
      return answerId;
    } catch (error) {
      const shown = tree.get(answerId);
      if (shown?._optimistic === true)
        tree.put({ ...answer, status: "failed", errorReason: error instanceof Error ? error.message : String(error) });
      this.#changed.notify();
      throw error;
    }
  }

  /** Stops an answer. What was written of it stays. */
  async abort(messageId: string): Promise<void> {
    await this.#socket.command("abort-ai", { messageId });
  }

  /** Answers a tool that waits. It is ignored if the tool does not wait any more. */
  async setToolResult(
    chatId: string,
    messageId: string,
    invocationId: string,
    result: AiToolResult,
    options: Pick<AskOptions, "copilotId" | "stream" | "timeout"> = {},
  ): Promise<void> {
    const message = this.#of(chatId).tree.get(messageId);
    const copilotId = options.copilotId ?? (message?.role === "assistant" ? message.copilotId : undefined);
    this.#own.add(messageId);
    await this.#socket.command(
      "set-tool-result",
      {
        chatId,
        messageId,
        invocationId,
        result,
        generationOptions: this.#generation(chatId, { ...options, copilotId }, []),
      },
      (answer) => answer.ok && this.#upsert([answer.message]),
    );
  }

  /** Answers what ends it. */
  registerTool(name: string, tool: ToolDefinition, chatId?: string): () => void {
    const lent = this.lendTool(name, tool, chatId);
    return () => lent.remove();
  }

  /** Like `registerTool`, with a tool that can be replaced. There is no time in between at which copilots have none. */
  lendTool(name: string, tool: ToolDefinition, chatId?: string): Lent<ToolDefinition> {
    const lent = this.tools.registerTool(name, tool, chatId);
    const changed = () => {
      this.#changed.notify();
      // An answer may wait for it already.
      for (const { tree } of this.#known.values()) for (const message of Array.from(tree.all)) this.#execute(message);
    };
    changed();
    return {
      update: (next) => {
        lent.update(next);
        changed();
      },
      remove: () => {
        lent.remove();
        this.#changed.notify();
      },
    };
  }

  // ---- what arrives

  /** The server sends what changed of answers in progress. Everything else may have changed as well. */
  #connected(): void {
    if (this.#hasBeenConnected) {
      this.#chats.reconnected();
      for (const [chatId, chat] of this.#known) if (chat.isLoaded) void this.#load(chatId, chat).catch(() => {});
    }
    this.#hasBeenConnected = true;
  }

  #received(event: AiEvent): void {
    switch (event.event) {
      case "delta":
        for (const { tree } of this.#known.values()) tree.apply(event.id, event.delta, new Date().toISOString());
        this.#notifySoon();
        break;
      case "settle":
        this.#upsert([event.message]);
        break;
      case "sync":
        this.#apply(event);
        break;
      case "rebooted":
        for (const { tree } of this.#known.values()) tree.failAll(lostConnection);
        this.#changed.notify();
        break;
      case "warning":
        console.warn(event.message);
        break;
      case "error":
        console.error(event.error);
        break;
      default:
    }
  }

  #notifySoon(): void {
    if (this.#isNotifyDue) return;
    this.#isNotifyDue = true;
    this.#timers.set(deltasMs, () => {
      this.#isNotifyDue = false;
      this.#changed.notify();
    });
  }

  /** Removals come first. */
  #apply(sync: Omit<Extract<AiEvent, { readonly event: "sync" }>, "event">): void {
    const now = new Date().toISOString();
    for (const { id, chatId } of sync["-messages"] ?? []) this.#known.get(chatId)?.tree.delete(id, now);
    if (sync["-chats"] !== undefined) this.#chats.remove(sync["-chats"]);
    for (const chatId of [...(sync["-chats"] ?? []), ...(sync.clear ?? [])]) this.#known.get(chatId)?.tree.clear();
    if (sync.chats !== undefined) this.#chats.put(sync.chats);
    this.#upsert(sync.messages ?? []);
  }

  #upsert(messages: readonly AiMessage[]): void {
    for (const message of messages) this.#of(message.chatId).tree.put(message);
    this.#changed.notify();
    for (const message of messages) this.#execute(message);
  }

  async #load(chatId: string, known: KnownChat): Promise<void> {
    try {
      await this.#socket.command("get-message-tree", { chatId }, ({ chat, messages }) => {
        known.tree.load(messages);
        known.isLoaded = true;
        known.error = undefined;
        // A chat that was only looked at is not stored, and not listed.
        if (messages.length > 0 || this.#chats.items.has(chatId)) this.#chats.put([chat]);
      });
    } catch (error) {
      known.error = error instanceof Error ? error : new Error(String(error));
      throw known.error;
    } finally {
      this.#changed.notify();
    }
  }

  // ---- tools

  /** A tool that runs by itself ends with its page. Without an abort, the answer would wait for it for ever. */
  abortOwn(): void {
    for (const { tree } of this.#known.values())
      for (const message of tree.all)
        if (this.#own.has(message.id) && this.#executing(message).length > 0) this.abort(message.id).catch(() => {});
  }

  /** The invocations of an answer that wait for a tool that runs by itself. */
  #executing(message: AiMessage): readonly Extract<ToolInvocation, { readonly stage: "executing" }>[] {
    if (message.role !== "assistant" || message.status !== "awaiting-tool") return [];
    return message.contentSoFar.filter(
      (part) =>
        part.type === "tool-invocation" &&
        part.stage === "executing" &&
        this.tools.tool(part.name, message.chatId)?.execute !== undefined,
    ) as Extract<ToolInvocation, { readonly stage: "executing" }>[];
  }

  #execute(message: AiMessage): void {
    if (!this.#own.has(message.id)) return;
    for (const part of this.#executing(message)) {
      const execute = this.tools.tool(part.name, message.chatId)!.execute!;
      const key = `${message.id} ${part.invocationId}`;
      if (this.#executed.has(key)) continue;
      this.#executed.add(key);
      const context = { name: part.name, invocationId: part.invocationId };
      void this.#run(() => execute(part.args, context)).then((result) =>
        this.setToolResult(message.chatId, message.id, part.invocationId, result).catch((error: unknown) =>
          console.error(error),
        ),
      );
    }
  }

  /** What a tool throws is its result. */
  async #run(execute: () => ReturnType<NonNullable<ToolDefinition["execute"]>>): Promise<AiToolResult> {
    try {
      return (await execute()) ?? { data: {} };
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  }

  #generation(
    chatId: string,
    { copilotId, stream, timeout }: { copilotId?: string | undefined; stream?: boolean; timeout?: number },
    asked: readonly AiFrontendKnowledge[],
  ): AiGenerationOptions {
    const tools = [...this.tools.descriptions(chatId)];
    const knowledge = [...this.tools.knowledge(chatId), ...asked];
    return {
      ...(copilotId === undefined ? {} : { copilotId }),
      ...(stream === undefined ? {} : { stream }),
      ...(timeout === undefined ? {} : { timeout }),
      ...(tools.length === 0 ? {} : { tools }),
      ...(knowledge.length === 0 ? {} : { knowledge }),
    };
  }

  #of(chatId: string): KnownChat {
    let chat = this.#known.get(chatId);
    if (chat === undefined)
      this.#known.set(
        chatId,
        (chat = { tree: new MessageTree(), loading: undefined, isLoaded: false, error: undefined }),
      );
    return chat;
  }

  /** The same store for the same key; its snapshot is the same object while it is equal. */
  #store<T>(key: string, read: () => T, isEqual: (a: T, b: T) => boolean = Object.is): ObservedStore<T> {
    const known = this.#stores.get(key) as ObservedStore<T> | undefined;
    if (known !== undefined) return known;
    let snapshot = read();
    const getSnapshot = () => {
      const next = read();
      if (!isEqual(snapshot, next)) snapshot = next;
      return snapshot;
    };
    const store: ObservedStore<T> = {
      getSnapshot,
      subscribe: (listener) => {
        let last = getSnapshot();
        return this.#changed.subscribe(() => {
          const next = getSnapshot();
          if (next === last) return;
          last = next;
          listener();
        });
      },
    };
    this.#stores.set(key, store);
    return store;
  }
}

const newMessageId = () => `ms_${nanoid()}`;

/** Later than every message of the chat, since branches are ordered by time. */
function instantAfter(tree: MessageTree): string {
  let latest = Date.now();
  for (const { createdAt } of tree.all) latest = Math.max(latest, Date.parse(createdAt) + 1);
  return new Date(latest).toISOString();
}

function lastCopilotOf(tree: MessageTree): string | undefined {
  const last = tree.branch().findLast((message) => message.role === "assistant" && message.copilotId !== undefined);
  return last?.role === "assistant" ? last.copilotId : undefined;
}

const lastUsedAt = ({ lastMessageAt, createdAt }: AiChat) => Date.parse(lastMessageAt ?? createdAt);

function isMatch(value: string | readonly string[] | undefined, wanted: string | readonly string[] | null): boolean {
  if (wanted === null) return value === undefined;
  if (typeof wanted === "string") return value === wanted;
  return Array.isArray(value) && wanted.every((each) => value.includes(each));
}

function sameMessages(a: MessagesSnapshot, b: MessagesSnapshot): boolean {
  if ("messages" in a && "messages" in b) return a.messages === b.messages;
  if ("error" in a && "error" in b) return a.error === b.error;
  return a.isLoading && b.isLoading;
}
