/** Tabs of users with the official client, a server with copilots, and the loopback provider behind it. */
import type { Client } from "@liveblocks/client";
import { kInternal } from "@liveblocks/core";
import type { AiChatMessage, AiOpaqueToolDefinition, CopilotId, MessageId } from "@liveblocks/core";
import type { TestServerOptions } from "@weft/testkit";
import { defaultModel, openAiProvider } from "@weft/testkit/ai-provider";
import type { AiProvider } from "@weft/testkit/ai-provider";
import { onTestFinished } from "vitest";
import type { WebSocket } from "ws";
import { eventually } from "./eventually.ts";
import { openLobby } from "./lobby.ts";
import type { Lobby } from "./lobby.ts";
import { recordingSocket } from "./socket.ts";
import type { Frame } from "./socket.ts";

export interface ChatLobby extends AsyncDisposable {
  readonly lobby: Lobby;
  readonly provider: AiProvider;
  /** A copilot of the project that asks the provider. */
  readonly copilotId: CopilotId;
}

/** The provider is the server's default one too, and reached as the copilots of projects reach theirs. */
export async function openChatLobby(options: TestServerOptions = {}): Promise<ChatLobby> {
  await using stack = new AsyncDisposableStack();
  const provider = stack.use(await openAiProvider());
  const lobby = stack.use(
    await openLobby({ outbound: "any", ...options, env: { ...defaultModel(provider), ...options.env } }),
  );
  const { id } = await createCopilot(lobby.api, provider);
  const held = stack.move();
  return { lobby, provider, copilotId: id as CopilotId, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

export function createCopilot(api: Lobby["api"], { urls }: AiProvider, change: object = {}) {
  return api.createAiCopilot({
    name: "Helper",
    systemPrompt: "Be brief.",
    provider: "openai-compatible",
    providerModel: "llama",
    providerApiKey: "key-of-project",
    compatibleProviderName: "Loopback",
    providerBaseUrl: urls["openai-compatible"],
    settings: { maxRetries: 0 },
    ...change,
  } as never);
}

export interface AskOptions {
  readonly copilotId?: CopilotId;
  readonly stream?: boolean;
  readonly timeout?: number;
  /** The message below which the question is put; the last of the shown branch unless given. */
  readonly parent?: MessageId | null;
}

/** One client of a user. */
export interface Tab {
  readonly client: Client;
  readonly ai: ReturnType<typeof aiOf>;
  readonly frames: readonly Frame[];
  /** The addresses of its sockets, in the order in which they were opened. */
  readonly addresses: readonly string[];
  /** Loads a chat, as its components do when they mount. */
  load(chatId: string): Promise<void>;
  /** The messages of the shown branch. */
  messages(chatId: string): readonly AiChatMessage[];
  /** The answer that is shown last. */
  answer(chatId: string): AiChatMessage & { readonly role: "assistant" };
  /** Puts a question, or asks for another answer to one, as the hooks do; answers the id of the answer. */
  ask(chatId: string, text: string | { readonly again: MessageId }, options?: AskOptions): Promise<MessageId>;
  tool(name: string, tool: Partial<AiOpaqueToolDefinition>): void;
  /** Waits until the last answer has settled with this status. */
  settled(
    chatId: string,
    status?: AiChatMessage extends infer M ? (M extends { status: infer S } ? S : never) : never,
  ): Promise<void>;
  /** Cuts its connection. */
  cut(): void;
  close(): void;
}

/** Its chats: the hooks and components use them in this way. */
export const aiOf = (client: Client) => client[kInternal].ai;

export interface TabOptions {
  readonly auth?: (room?: string) => Promise<{ token: string }>;
  readonly url?: string;
}

/** Opens a client, which ends with the test. */
export function openTab(
  { lobby, copilotId }: Pick<ChatLobby, "lobby" | "copilotId">,
  userId: string,
  options: TabOptions = {},
): Tab {
  const frames: Frame[] = [];
  const addresses: string[] = [];
  const sockets: WebSocket[] = [];
  const Recording = recordingSocket((frame) => frames.push(frame));
  class TabSocket extends Recording {
    constructor(address: string | URL) {
      super(address);
      addresses.push(String(address));
      sockets.push(this);
    }
  }
  const client = lobby.client({
    auth: options.auth ?? (async () => ({ token: await lobby.accessToken(userId, { "*": ["*:write"] }) })),
    client: { polyfills: { WebSocket: TabSocket, fetch } } as never,
    url: options.url,
    frames,
  });
  const ai = aiOf(client);
  const { messagesStore } = ai[kInternal].context;
  const messages = (chatId: string) => ai.signals.getChatMessagesForBranchΣ(chatId).get() as readonly AiChatMessage[];
  const answer: Tab["answer"] = (chatId) => {
    const last = messages(chatId).findLast(({ role }) => role === "assistant");
    if (last?.role !== "assistant") throw new Error(`The chat ${chatId} shows no answer.`);
    return last;
  };
  const close = () => ai.disconnect();
  onTestFinished(close);
  return {
    client,
    ai,
    frames,
    addresses,
    messages,
    answer,
    close,
    load: async (chatId) => void (await ai.getMessageTree(chatId)),
    async ask(chatId, text, { parent = messages(chatId).at(-1)?.id ?? null, ...generation } = {}) {
      const given = { copilotId, stream: true, ...generation };
      const newMessage = (said: string) => {
        const content = [{ type: "text" as const, text: said }];
        const id = messagesStore.createOptimistically(chatId, "user", parent, content);
        return { id, parentMessageId: parent, content };
      };
      const source = typeof text === "string" ? newMessage(text) : text.again;
      const sourceId = typeof source === "string" ? source : source.id;
      const target = messagesStore.createOptimistically(chatId, "assistant", sourceId, given.copilotId);
      await ai.askUserMessageInChat(chatId, source, target, given);
      return target;
    },
    tool(name, tool) {
      const parameters = { type: "object", properties: {}, additionalProperties: false } as const;
      ai.registerTool(name, {
        description: `The tool ${name}`,
        parameters,
        render: () => null,
        ...tool,
      });
    },
    settled: (chatId, status = "completed") =>
      eventually(() => {
        const { status: now, id } = answer(chatId);
        if (now !== status) throw new Error(`The answer ${id} is ${now}, not ${status}.`);
      }),
    cut: () => sockets.at(-1)!.terminate(),
  };
}

/** The parts of an answer, in short. */
export function partsOf(message: AiChatMessage): readonly unknown[] {
  const parts = message.role === "user" ? message.content : (message.content ?? message.contentSoFar ?? []);
  return parts.map((part) => {
    switch (part.type) {
      case "text":
        return part.text;
      case "tool-invocation":
        return part.stage === "executed" ? { [part.name]: part.result } : { [part.name]: part.stage };
      default:
        return part.type;
    }
  });
}
