import type {
  AiAssistantMessage,
  AiEvent,
  AiFrontendKnowledge,
  AiGenerationOptions,
  AiMessage,
  AiToolResult,
  AiUserMessage,
} from "@weft/protocol";
import { nanoid } from "nanoid";
import { createAiCommands } from "./ai-commands.ts";
import type { AiCommands } from "./ai-commands.ts";
import { createAiConnection } from "./ai-connection.ts";
import type { AiConnection, AiConnectionOptions, AiConnectionStatus } from "./ai-connection.ts";
import { changed, noChats } from "./chat-state.ts";
import type { ChatChange, ChatState } from "./chat-state.ts";
import { offeredTools } from "./chat-tool.ts";
import type { ChatTools } from "./chat-tool.ts";
import { createToolRunner } from "./tool-runner.ts";
import type { ToolRunner } from "./tool-runner.ts";

/**
 * A user's chats with copilots in this page: the socket, what is known of the chats, and the tools that copilots use here.
 * It connects at the first command.
 */
export interface ChatClient {
  readonly state: ChatState;
  readonly status: AiConnectionStatus;
  /** Called after every change of `state`, `status` or a draft. */
  subscribe(listener: () => void): () => void;
  /** A page of chats, the newest first; answers the cursor of the next page, or null. */
  loadChats(cursor?: string): Promise<string | null>;
  /** Loads the messages of a chat, which need not exist yet, and keeps them current until released, over reconnects. */
  watch(chatId: string): WatchedChat;
  /** Rejects if the question could not be sent; the answer is then shown as failed. */
  ask(question: ChatQuestion): Promise<void>;
  /** Answers a message of the user again, in a branch of its own. */
  regenerate(question: Omit<ChatQuestion, "text" | "parentId"> & { readonly userMessageId: string }): Promise<void>;
  abort(messageId: string): Promise<void>;
  /** The text typed in a chat and not sent, kept until the page is left. Beside `state`, which no key press changes. */
  draft(chatId: string): string;
  setDraft(chatId: string, text: string): void;
  /** What a tool that waited for the user has to say. Ignored unless the invocation still waits. */
  respond(call: Pick<ToolAnswer, "chatId" | "messageId" | "invocationId">, result: AiToolResult): Promise<void>;
  deleteChat(chatId: string): Promise<void>;
  deleteMessage(chatId: string, messageId: string): Promise<void>;
  close(): void;
}

export interface WatchedChat {
  /** Settles when its messages are loaded. */
  readonly loaded: Promise<void>;
  release(): void;
}

export interface ChatQuestion {
  readonly chatId: string;
  readonly text: string;
  /** The message that it follows; null for the first one. */
  readonly parentId: string | null;
  readonly copilotId?: string | undefined;
}

export interface ToolAnswer {
  readonly chatId: string;
  readonly messageId: string;
  readonly invocationId: string;
}

export interface ChatClientOptions extends Omit<AiConnectionOptions, "onFrame" | "onStatus"> {
  /** Read at every question and answer of a tool. */
  readonly tools?: () => ChatTools;
  /** Returns the page's knowledge for the copilot. Called for each question and each tool result. */
  readonly knowledge?: () => readonly AiFrontendKnowledge[];
  /** How long an answer may take. */
  readonly timeoutMs?: number;
  /** Texts of the server for developers. */
  readonly report?: (text: string) => void;
}

/** Deltas are applied together this often. */
const deltaMs = 25;

export function createChatClient(options: ChatClientOptions): ChatClient {
  return new Client(options);
}

/** A new id of a message, as clients of the AI socket make them. */
function newMessageId(): string {
  return `ms_${nanoid()}`;
}

class Client implements ChatClient {
  readonly #options: ChatClientOptions;
  readonly #connection: AiConnection;
  readonly #commands: AiCommands;
  readonly #runner: ToolRunner;
  readonly #listeners = new Set<() => void>();
  readonly #watched = new Map<string, { holders: number; loaded: Promise<void> }>();
  readonly #drafts = new Map<string, string>();
  #state = noChats;
  #deltas: AiEvent[] = [];
  #flush: ReturnType<typeof setTimeout> | undefined;
  #wasConnected = false;
  #unload: AbortController | undefined;

  constructor(options: ChatClientOptions) {
    this.#options = options;
    this.#connection = createAiConnection({
      ...options,
      onFrame: (frame) => this.#receive(frame),
      onStatus: (status) => this.#statusChanged(status),
    });
    this.#commands = createAiCommands((frame) => this.#connection.send(frame));
    this.#runner = createToolRunner({
      tools: () => options.tools?.() ?? {},
      respond: (call, result) => this.respond(call, result),
    });
  }

  get state(): ChatState {
    return this.#state;
  }

  get status(): AiConnectionStatus {
    return this.#connection.status;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async loadChats(cursor?: string): Promise<string | null> {
    const { chats, nextCursor } = await this.#run("get-chats", cursor === undefined ? {} : { cursor });
    this.#change({ type: "chats", chats });
    return nextCursor;
  }

  watch(chatId: string): WatchedChat {
    const watched = this.#watched.get(chatId) ?? { holders: 0, loaded: this.#load(chatId) };
    watched.holders += 1;
    this.#watched.set(chatId, watched);
    let released = false;
    return {
      loaded: watched.loaded,
      release: () => {
        if (released) return;
        released = true;
        watched.holders -= 1;
        if (watched.holders === 0 && this.#watched.get(chatId) === watched) this.#watched.delete(chatId);
      },
    };
  }

  async ask({ chatId, text, parentId, copilotId }: ChatQuestion): Promise<void> {
    const source: AiUserMessage = {
      id: newMessageId(),
      chatId,
      parentId,
      role: "user",
      content: [{ type: "text", text }],
      createdAt: this.#instantIn(chatId),
    };
    await this.#ask(chatId, source, copilotId);
  }

  async regenerate({ chatId, userMessageId, copilotId }: Parameters<ChatClient["regenerate"]>[0]): Promise<void> {
    await this.#ask(chatId, userMessageId, copilotId);
  }

  async abort(messageId: string): Promise<void> {
    await this.#run("abort-ai", { messageId });
  }

  draft(chatId: string): string {
    return this.#drafts.get(chatId) ?? "";
  }

  setDraft(chatId: string, text: string): void {
    if (text === "" || this.#state.deletedChats.has(chatId)) this.#drafts.delete(chatId);
    else this.#drafts.set(chatId, text);
    this.#notify();
  }

  async respond({ chatId, messageId, invocationId }: ToolAnswer, result: AiToolResult): Promise<void> {
    const message = this.#state.messages.get(chatId)?.get(messageId);
    const copilotId = message?.role === "assistant" ? message.copilotId : undefined;
    const generationOptions = this.#generationOptions(copilotId);
    const answer = await this.#run("set-tool-result", { chatId, messageId, invocationId, result, generationOptions });
    if (!answer.ok) return;
    this.#runner.own(messageId);
    this.#change({ type: "messages", messages: [answer.message] });
  }

  async deleteChat(chatId: string): Promise<void> {
    await this.#run("delete-chat", { chatId });
    this.#removed({ event: "sync", "-chats": [chatId] });
  }

  async deleteMessage(chatId: string, messageId: string): Promise<void> {
    await this.#run("delete-message", { chatId, messageId });
    this.#removed({ event: "sync", "-messages": [{ id: messageId, chatId }] });
  }

  close(): void {
    this.#unload?.abort();
    clearTimeout(this.#flush);
    this.#commands.end("The page has left its chats.");
    this.#connection.close();
  }

  async #ask(chatId: string, source: AiUserMessage | string, copilotId: string | undefined): Promise<void> {
    const isNew = typeof source !== "string";
    const targetMessageId = newMessageId();
    const target: AiAssistantMessage = {
      id: targetMessageId,
      chatId,
      parentId: isNew ? source.id : source,
      role: "assistant",
      status: "generating",
      contentSoFar: [],
      ...(copilotId !== undefined && { copilotId }),
      createdAt: isNew ? later(source.createdAt) : this.#instantIn(chatId),
    };
    this.#runner.own(targetMessageId);
    this.#change({ type: "asking", messages: isNew ? [source, target] : [target] });
    try {
      const answer = await this.#run("ask-in-chat", {
        chatId,
        sourceMessage: isNew ? { id: source.id, parentMessageId: source.parentId, content: source.content } : source,
        targetMessageId,
        generationOptions: { ...this.#generationOptions(copilotId), stream: true, ...this.#timeout() },
      });
      const { sourceMessage, targetMessage } = answer;
      const messages = sourceMessage === undefined ? [targetMessage] : [sourceMessage, targetMessage];
      this.#change({ type: "messages", messages });
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      this.#change({ type: "askFailed", chatId, messageId: targetMessageId, reason });
      throw cause;
    }
  }

  #generationOptions(copilotId: string | undefined): AiGenerationOptions {
    const tools = offeredTools(this.#options.tools?.() ?? {});
    const knowledge = this.#options.knowledge?.() ?? [];
    return {
      ...(copilotId !== undefined && { copilotId }),
      ...(tools !== undefined && { tools }),
      ...(knowledge.length > 0 && { knowledge: [...knowledge] }),
    };
  }

  #timeout(): Pick<AiGenerationOptions, "timeout"> {
    const { timeoutMs } = this.#options;
    return timeoutMs === undefined ? {} : { timeout: timeoutMs };
  }

  #run: AiCommands["run"] = (cmd, fields) => {
    this.#connection.open();
    return this.#commands.run(cmd, fields);
  };

  async #load(chatId: string): Promise<void> {
    const { chat, messages } = await this.#run("get-message-tree", { chatId });
    this.#change({ type: "tree", chat, messages });
  }

  /** Newer than every message of the chat, whatever the clock of this machine says. */
  #instantIn(chatId: string): string {
    const now = new Date().toISOString();
    const newest = [...(this.#state.messages.get(chatId)?.values() ?? [])].reduce(
      (latest, { createdAt }) => (createdAt > latest ? createdAt : latest),
      "",
    );
    return now > newest ? now : later(newest);
  }

  #receive(frame: unknown): void {
    if (typeof frame !== "object" || frame === null) return;
    const isDelta = (frame as { event?: unknown }).event === "delta";
    if (!isDelta) this.#applyDeltas();
    if (this.#commands.receive(frame)) return;
    const event = frame as AiEvent;
    if (event.event === "warning") return this.#options.report?.(event.message);
    if (event.event === "error") return this.#options.report?.(event.error);
    if (!isDelta) return this.#change({ type: "event", event, at: new Date().toISOString() });
    this.#deltas.push(event);
    this.#flush ??= setTimeout(() => this.#applyDeltas(), deltaMs);
  }

  #applyDeltas(): void {
    clearTimeout(this.#flush);
    this.#flush = undefined;
    if (this.#deltas.length === 0) return;
    const at = new Date().toISOString();
    for (const event of this.#deltas.splice(0)) this.#state = changed(this.#state, { type: "event", event, at });
    this.#notify();
  }

  /** Removals that this page requested; the server notifies only other pages. */
  #removed(event: Extract<AiEvent, { event: "sync" }>): void {
    this.#change({ type: "event", event, at: new Date().toISOString() });
  }

  #change(change: ChatChange): void {
    this.#state = changed(this.#state, change);
    for (const chatId of this.#drafts.keys()) if (this.#state.deletedChats.has(chatId)) this.#drafts.delete(chatId);
    this.#notify();
    this.#runner.run(waitingIn(change));
  }

  #statusChanged(status: AiConnectionStatus): void {
    if (status === "connected") {
      this.#commands.connected();
      // The server knows per connection which chats it has to report.
      if (this.#wasConnected) for (const chatId of this.#watched.keys()) this.#load(chatId).catch(() => {});
      this.#wasConnected = true;
      this.#abortOnUnload();
    } else if (status === "disconnected") this.#commands.end("The AI service is not available to this account.");
    else this.#commands.lost();
    this.#notify();
  }

  /** Nothing else would answer for tools that run in this page. */
  #abortOnUnload(): void {
    if (this.#unload !== undefined || globalThis.window === undefined) return;
    this.#unload = new AbortController();
    const abort = () => {
      for (const messageId of this.#runner.running())
        this.#connection.send({ cmd: "abort-ai", cmdId: nanoid(7), messageId });
    };
    addEventListener("beforeunload", abort, { signal: this.#unload.signal });
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** The answers among changed messages that may wait for a tool. */
function waitingIn(change: ChatChange): readonly AiMessage[] {
  if (change.type === "messages" || change.type === "tree") return change.messages;
  if (change.type !== "event") return [];
  if (change.event.event === "settle") return [change.event.message];
  return change.event.event === "sync" ? (change.event.messages ?? []) : [];
}

function later(instant: string): string {
  return new Date(Date.parse(instant) + 1).toISOString();
}
