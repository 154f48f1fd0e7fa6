import type { AiAssistantMessage, AiToolResult, JsonObject } from "@weft/protocol";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createChatClient } from "./chat-client.ts";
import type { ChatClient, ChatClientOptions } from "./chat-client.ts";
import { FakeSocket } from "./testing/fake-socket.ts";

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 4, 2) }));
afterEach(() => void vi.useRealTimers());

function opened(options: Partial<ChatClientOptions> = {}) {
  const sockets: FakeSocket[] = [];
  const client = createChatClient({
    serverUrl: "http://weft.example",
    getToken: async () => "token",
    openSocket: (url) => {
      const socket = new FakeSocket(url);
      sockets.push(socket);
      return socket;
    },
    hints: { subscribe: () => () => {} },
    ...options,
  });
  return { client, sockets, socket: () => sockets.at(-1)! };
}

const settled = () => vi.advanceTimersByTimeAsync(0);

/** Answers the newest command of the socket. */
function answer(socket: FakeSocket, fields: object): void {
  const { cmd, cmdId } = socket.commands.at(-1)!;
  socket.receive({ cmd, cmdId, ...fields });
}

/** Asks, and lets the server accept it. */
async function asked(client: ChatClient, socket: () => FakeSocket): Promise<AiAssistantMessage> {
  const asking = client.ask({ chatId: "c", text: "Hi", parentId: null, copilotId: "co_a" });
  await settled();
  if (client.status !== "connected") socket().open();
  const { sourceMessage, targetMessageId } = socket().commands.at(-1) as {
    sourceMessage: { id: string };
    targetMessageId: string;
  };
  const targetMessage: AiAssistantMessage = {
    id: targetMessageId,
    chatId: "c",
    parentId: sourceMessage.id,
    role: "assistant",
    copilotId: "co_a",
    status: "generating",
    contentSoFar: [],
    createdAt: "2026-05-02T00:00:00.005Z",
  };
  answer(socket(), { targetMessage });
  await asking;
  return targetMessage;
}

function waiting(message: AiAssistantMessage, ...invocations: string[]): AiAssistantMessage {
  const contentSoFar = invocations.map((invocationId) => ({
    ...({ type: "tool-invocation", stage: "executing", invocationId, name: "look-up" } as const),
    args: { query: invocationId },
  }));
  return { ...message, status: "awaiting-tool", contentSoFar };
}

test("nothing connects before the first command, and commands wait for the socket", async () => {
  const { client, sockets, socket } = opened();
  await settled();
  expect(sockets).toEqual([]);
  const loading = client.loadChats();
  await vi.advanceTimersByTimeAsync(15_000);
  socket().open();
  expect(socket().commands).toMatchObject([{ cmd: "get-chats" }]);
  answer(socket(), {
    chats: [{ id: "c", title: "", metadata: {}, createdAt: "2026-05-02T10:00:00.000Z" }],
    nextCursor: null,
  });
  expect(await loading).toBeNull();
  expect([...client.state.chats.keys()]).toEqual(["c"]);
});

test("a command that is not answered within four seconds fails, and so does one that the server refuses", async () => {
  const { client, socket } = opened();
  const late = expect(client.loadChats()).rejects.toThrow("did not answer get-chats in time");
  await settled();
  socket().open();
  await vi.advanceTimersByTimeAsync(4_000);
  await late;
  const refused = expect(client.loadChats()).rejects.toThrow("Invalid cursor");
  const { cmd, cmdId } = socket().commands.at(-1)!;
  socket().receive({ event: "cmd-failed", failedCmd: cmd, failedCmdId: cmdId, error: "Invalid cursor" });
  await refused;
});

test("pending commands of a lost socket are resent, and watched chats are reloaded", async () => {
  const { client, sockets, socket } = opened();
  const watched = client.watch("c");
  await settled();
  socket().open();
  answer(socket(), { chat: { id: "c", title: "", metadata: {}, createdAt: "2026-05-02T10:00:00.000Z" }, messages: [] });
  await watched.loaded;
  const deleting = client.deleteChat("d");
  socket().end(1012);
  await vi.advanceTimersByTimeAsync(250);
  expect(sockets).toHaveLength(2);
  socket().open();
  expect(socket().commands.map(({ cmd }) => cmd)).toEqual(["delete-chat", "get-message-tree"]);
  const { cmdId } = socket().commands[0]!;
  socket().receive({ cmd: "delete-chat", cmdId, chatId: "d" });
  await deleting;
  watched.release();
  socket().end(1012);
  await vi.advanceTimersByTimeAsync(250);
  socket().open();
  expect(socket().commands.map(({ cmd }) => cmd)).toEqual(["get-message-tree"]);
});

test("all commands fail if the server refuses the user", async () => {
  const { client, socket } = opened();
  const refused = expect(client.loadChats()).rejects.toThrow("not available");
  await settled();
  socket().end(4001);
  await refused;
  await expect(client.loadChats()).rejects.toThrow("not available");
  expect(client.status).toBe("disconnected");
});

test("a question carries the enabled tools and the current knowledge", async () => {
  let path = "/docs";
  const tool = { description: "Looks up.", parameters: { type: "object" } };
  const { client, socket } = opened({
    tools: () => ({ "look-up": tool, old: { ...tool, enabled: false } }),
    knowledge: () => [{ description: "Path", value: path }],
    timeoutMs: 60_000,
  });
  await asked(client, socket);
  expect(socket().commands.at(-1)).toMatchObject({
    chatId: "c",
    sourceMessage: { parentMessageId: null, content: [{ type: "text", text: "Hi" }] },
    generationOptions: {
      copilotId: "co_a",
      stream: true,
      timeout: 60_000,
      tools: [{ name: "look-up", ...tool }],
      knowledge: [{ description: "Path", value: "/docs" }],
    },
  });
  path = "/examples";
  void client.regenerate({ chatId: "c", userMessageId: "ms_1" });
  expect(socket().commands.at(-1)).toMatchObject({
    sourceMessage: "ms_1",
    generationOptions: { knowledge: [{ value: "/examples" }] },
  });
});

test("deltas are applied together every 25 ms, and before any other event", async () => {
  const { client, socket } = opened();
  const { id } = await asked(client, socket);
  const listener = vi.fn<() => void>();
  client.subscribe(listener);
  for (const textDelta of ["a", "b", "c"])
    socket().receive({ event: "delta", id, delta: { type: "text-delta", textDelta } });
  expect(listener).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(25);
  expect(listener).toHaveBeenCalledTimes(1);
  socket().receive({ event: "delta", id, delta: { type: "text-delta", textDelta: "d" } });
  socket().receive({ event: "rebooted" });
  expect(client.state.messages.get("c")?.get(id)).toMatchObject({ status: "failed", contentSoFar: [{ text: "abcd" }] });
});

test("a question that the server refuses is shown as a failed answer", async () => {
  const { client, socket } = opened();
  const failing = expect(client.ask({ chatId: "c", text: "Hi", parentId: null })).rejects.toThrow("No.");
  await settled();
  socket().open();
  const { cmd, cmdId } = socket().commands.at(-1)!;
  socket().receive({ event: "cmd-failed", failedCmd: cmd, failedCmdId: cmdId, error: "No." });
  await failing;
  expect([...client.state.messages.get("c")!.values()].at(-1)).toMatchObject({ status: "failed", errorReason: "No." });
});

test("tools run only for this page's own messages, each invocation once", async () => {
  const execute = vi.fn<(args: JsonObject) => Promise<AiToolResult>>(async (args) => ({ data: args }));
  const { client, socket } = opened({
    tools: () => ({ "look-up": { description: "Looks up.", parameters: {}, execute } }),
  });
  const own = await asked(client, socket);
  socket().receive({ event: "settle", message: waiting({ ...own, id: "ms_of_another_page" }, "i0") });
  await settled();
  expect(execute).not.toHaveBeenCalled();

  socket().receive({ event: "settle", message: waiting(own, "i1", "i2") });
  socket().receive({ event: "sync", messages: [waiting(own, "i1", "i2")] });
  await settled();
  expect(execute.mock.calls.map(([args]) => args)).toEqual([{ query: "i1" }, { query: "i2" }]);
  expect(socket().commands.slice(-2)).toMatchObject([
    { cmd: "set-tool-result", messageId: own.id, invocationId: "i1", result: { data: { query: "i1" } } },
    { cmd: "set-tool-result", invocationId: "i2", generationOptions: { copilotId: "co_a" } },
  ]);
});

test("a tool that throws answers with its error", async () => {
  const execute = () => Promise.reject(new Error("Failed to fetch blog posts"));
  const { client, socket } = opened({
    tools: () => ({ "look-up": { description: "Looks up.", parameters: {}, execute } }),
  });
  const own = await asked(client, socket);
  socket().receive({ event: "settle", message: waiting(own, "i1") });
  await settled();
  expect(socket().commands.at(-1)).toMatchObject({ result: { error: "Failed to fetch blog posts" } });
});

test("a tool without `execute` waits for the user, and the tab that responds continues the message", async () => {
  const execute = vi.fn<() => AiToolResult>(() => ({ data: {} }));
  let waits = true;
  const { client, socket } = opened({
    tools: () => ({ "look-up": { description: "Looks up.", parameters: {}, ...(!waits && { execute }) } }),
  });
  const other = { ...(await asked(client, socket)), id: "ms_of_another_page" };
  socket().receive({ event: "settle", message: waiting(other, "i1") });
  await settled();
  const responding = client.respond(
    { chatId: "c", messageId: other.id, invocationId: "i1" },
    { cancel: "Cancelled creating team." },
  );
  expect(socket().commands.at(-1)).toMatchObject({ result: { cancel: "Cancelled creating team." } });
  answer(socket(), { ok: true, message: { ...other, status: "generating", contentSoFar: [] } });
  await responding;
  waits = false;
  socket().receive({ event: "settle", message: waiting(other, "i2") });
  await settled();
  expect(execute).toHaveBeenCalledTimes(1);
});

test("a result that came too late changes nothing", async () => {
  const { client, socket } = opened();
  const own = await asked(client, socket);
  const before = client.state;
  const responding = client.respond({ chatId: "c", messageId: own.id, invocationId: "i1" }, { data: {} });
  answer(socket(), { ok: false });
  await responding;
  expect(client.state).toBe(before);
});

test("closing it leaves no timers", async () => {
  const { client, socket } = opened();
  const { id } = await asked(client, socket);
  socket().receive({ event: "delta", id, delta: { type: "text-delta", textDelta: "a" } });
  client.close();
  expect(vi.getTimerCount()).toBe(0);
});

test("a draft belongs to its chat until it is empty or the chat is deleted, and changes no state", async () => {
  const { client, socket } = opened();
  const before = client.state;
  client.setDraft("c", "And in ");
  client.setDraft("d", "Hello");
  expect([client.draft("c"), client.draft("d"), client.draft("e")]).toEqual(["And in ", "Hello", ""]);
  expect(client.state).toBe(before);
  client.setDraft("d", "");
  expect([client.draft("c"), client.draft("d")]).toEqual(["And in ", ""]);
  const deleting = client.deleteChat("c");
  await settled();
  socket().open();
  answer(socket(), { chatId: "c" });
  await deleting;
  client.setDraft("c", "late");
  expect(client.draft("c")).toBe("");
  client.close();
});
