import type { AiAssistantMessage, AiChat, JsonObject } from "@weft/protocol/types";
import { expect, test, vi } from "vitest";
import type { Credential } from "../connection/credentials.ts";
import type { SocketLike } from "../connection/reconnecting-socket.ts";
import { commandTimeoutMs } from "./chat-socket.ts";
import { UserChats } from "./chats.ts";
import { defineAiTool } from "./define-ai-tool.ts";

type Frame = JsonObject & { readonly cmd: string; readonly cmdId: string };

/** A socket that a test answers. */
class FakeSocket implements SocketLike {
  readonly sent: Frame[] = [];
  readonly #listeners = new Map<string, (event: never) => void>();
  addEventListener(type: string, listener: (event: never) => void): void {
    this.#listeners.set(type, listener);
  }
  send(text: string): void {
    if (text !== "ping") this.sent.push(JSON.parse(text) as Frame);
  }
  close(): void {}
  tell(type: string, event: object = {}): void {
    this.#listeners.get(type)?.(event as never);
  }
}

const token = { kind: "token", token: "t", payload: { k: "acc", iat: 0, exp: 1 } } as const;

function open(credential: Credential = token) {
  const sockets: FakeSocket[] = [];
  const timers: { readonly delayMs: number; readonly callback: () => void; isOver: boolean }[] = [];
  const errors: Error[] = [];
  const chats = new UserChats({
    authorize: async () => credential,
    expire: () => {},
    open: () => {
      sockets.push(new FakeSocket());
      return sockets.at(-1)!;
    },
    timers: {
      set(delayMs, callback) {
        const timer = { delayMs, callback, isOver: false };
        timers.push(timer);
        return { cancel: () => void (timer.isOver = true) };
      },
    },
    failed: (error) => errors.push(error),
  });
  const elapse = (delayMs: number) => {
    for (const timer of timers.filter((each) => !each.isOver && each.delayMs === delayMs)) {
      timer.isOver = true;
      timer.callback();
    }
  };
  const server = {
    chats,
    sockets,
    errors,
    elapse,
    socket: () => sockets.at(-1)!,
    sent: () => sockets.flatMap(({ sent }) => sent),
    last: () => sockets.at(-1)!.sent.at(-1)!,
    async ready() {
      await settled();
      sockets.at(-1)!.tell("open");
      await settled();
    },
    async say(message: object) {
      sockets.at(-1)!.tell("message", { data: JSON.stringify(message) });
      await settled();
    },
    async answer(fields: object, { cmd, cmdId }: Frame = sockets.at(-1)!.sent.at(-1)!) {
      await server.say({ cmd, cmdId, ...fields });
    },
    async cut() {
      sockets.at(-1)!.tell("close", { code: 1006, reason: "" });
      elapse(250);
      await server.ready();
    },
  };
  return server;
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const at = (second: number) => new Date(second * 1_000).toISOString();
const chatOf = (id: string, second = 1): AiChat => ({ id, title: "", metadata: {}, createdAt: at(second) });
const answerOf = (id: string, change: object = {}): AiAssistantMessage => ({
  id,
  chatId: "c",
  role: "assistant",
  parentId: "q",
  createdAt: at(2),
  status: "generating",
  contentSoFar: [],
  ...change,
});
const question = { id: "q", chatId: "c", role: "user", parentId: null, createdAt: at(1), content: [] };
const call = (name: string, invocationId = "i") => ({
  type: "tool-invocation",
  stage: "executing",
  invocationId,
  name,
  args: { n: 1 },
});

async function loaded(messages: readonly object[] = []) {
  const server = open();
  void server.chats.load("c");
  await server.ready();
  await server.answer({ chat: chatOf("c"), messages });
  return server;
}

test("[CS170] the socket opens with the first command, is ready when it is open, and needs a user's token", async () => {
  const server = open();
  expect([server.chats.getStatus(), server.sockets.length]).toEqual(["initial", 0]);
  const load = server.chats.load("c");
  await settled();
  expect([server.chats.getStatus(), server.sent()]).toEqual(["connecting", []]);
  await server.ready();
  expect([server.chats.getStatus(), server.last()]).toMatchObject([
    "connected",
    { cmd: "get-message-tree", chatId: "c" },
  ]);
  await server.answer({ chat: chatOf("c"), messages: [] });
  await load;
  const stranger = open({ kind: "publicKey", key: "pk_x" });
  await expect(stranger.chats.load("c")).rejects.toThrow("authEndpoint");
  expect([stranger.sockets, stranger.errors.length, stranger.chats.getStatus()]).toEqual([[], 1, "disconnected"]);
});

test("[CS171] commands are sent again after a reconnect, and fail without an answer or with a refusal", async () => {
  const server = await loaded();
  const deleted = server.chats.deleteMessage("c", "m");
  const frame = server.last();
  await server.cut();
  expect(server.socket().sent.filter(({ cmd }) => cmd === "delete-message")).toEqual([frame]);
  await server.answer({ chatId: "c", messageId: "m" }, frame);
  await deleted;
  const silent = expect(server.chats.clearChat("c")).rejects.toThrow("did not answer");
  server.elapse(commandTimeoutMs);
  await silent;
  const refused = expect(server.chats.deleteChat("c")).rejects.toThrow("Not now.");
  const { cmd, cmdId } = server.last();
  await server.say({ event: "cmd-failed", failedCmd: cmd, failedCmdId: cmdId, error: "Not now." });
  await refused;
});

test("[CS172] [CS181] a question is shown at once, goes to the copilot that answered last, and fails where it is refused", async () => {
  const server = await loaded([question, answerOf("a", { status: "completed", content: [], copilotId: "co_1" })]);
  const store = server.chats.messages("c");
  const shown = () => (store.getSnapshot() as unknown as { messages: readonly JsonObject[] }).messages.slice(2);
  const asked = server.chats.ask("c", "Hello?", { timeout: 5 });
  expect(shown()).toMatchObject([
    { role: "user", parentId: "a", _optimistic: true, content: [{ text: "Hello?" }] },
    { role: "assistant", status: "generating", _optimistic: true, copilotId: "co_1" },
  ]);
  const frame = server.last() as unknown as { sourceMessage: { id: string }; targetMessageId: string };
  expect(frame).toMatchObject({
    cmd: "ask-in-chat",
    sourceMessage: { parentMessageId: "a" },
    generationOptions: { copilotId: "co_1", timeout: 5 },
  });
  const sourceMessage = { ...question, id: frame.sourceMessage.id, parentId: "a", createdAt: at(9e9) };
  const targetMessage = answerOf(frame.targetMessageId, { parentId: sourceMessage.id, createdAt: at(9.1e9) });
  await server.answer({ sourceMessage, targetMessage });
  expect(await asked).toBe(frame.targetMessageId);
  expect(shown().every((message) => message["_optimistic"] === undefined)).toBe(true);

  const failing = expect(server.chats.ask("c", "Again?", { copilotId: "co_2" })).rejects.toThrow("Malformed.");
  const { cmd, cmdId } = server.last();
  await server.say({ event: "cmd-failed", failedCmd: cmd, failedCmdId: cmdId, error: "Malformed." });
  await failing;
  expect(shown().at(-1)).toMatchObject({ status: "failed", errorReason: "Malformed.", copilotId: "co_2" });
});

test("[CS175] [CS173] pieces of an answer are told together, and snapshots stay until something changes", async () => {
  const server = await loaded([question, answerOf("a")]);
  const [messages, status] = [server.chats.messages("c"), server.chats.status("c")];
  expect(server.chats.messages("c").getSnapshot()).toBe(messages.getSnapshot());
  let told = 0;
  messages.subscribe(() => told++);
  const before = status.getSnapshot();
  for (const textDelta of ["a", "b", "c"])
    await server.say({ event: "delta", id: "a", delta: { type: "text-delta", textDelta } });
  expect([told, before]).toEqual([0, { status: "generating" }]);
  server.elapse(25);
  expect(told).toBe(1);
  expect(messages.getSnapshot()).toMatchObject({ messages: [{}, { contentSoFar: [{ type: "text", text: "abc" }] }] });
  expect(status.getSnapshot()).toEqual({ status: "generating", partType: "text" });
  const same = messages.getSnapshot();
  await server.say({ event: "sync", chats: [chatOf("other")] });
  expect([messages.getSnapshot() === same, told]).toEqual([true, 1]);
  await server.say({ event: "settle", message: answerOf("a", { status: "completed", content: [] }) });
  expect(status.getSnapshot()).toEqual({ status: "idle" });
});

test("[CS176] tools run once for this client's answers, and what they throw is their result", async () => {
  const server = await loaded([question]);
  const run = vi.fn<(n: unknown) => void>();
  server.chats.registerTool("good", {
    parameters: { type: "object" },
    execute: (args, { invocationId }) => run([args, invocationId]),
  });
  void server.chats.ask("c", { again: "q" });
  const { targetMessageId: id } = server.last() as unknown as { targetMessageId: string };
  await server.answer({ targetMessage: answerOf(id) });
  const waiting = answerOf(id, { status: "awaiting-tool", contentSoFar: [call("good", "i1"), call("late", "i2")] });
  const foreign = answerOf("foreign", { status: "awaiting-tool", contentSoFar: [call("good", "i3")] });
  await server.say({ event: "settle", message: waiting });
  await server.say({ event: "sync", messages: [waiting, foreign] });
  expect(run.mock.calls).toEqual([[[{ n: 1 }, "i1"]]]);
  expect(server.last()).toMatchObject({ cmd: "set-tool-result", invocationId: "i1", result: { data: {} } });
  server.chats.registerTool("late", {
    parameters: { type: "object" },
    execute: () => Promise.reject(new Error("It broke.")),
  });
  await settled();
  expect(server.last()).toMatchObject({ messageId: id, invocationId: "i2", result: { error: "It broke." } });
});

test("[CS177] [CS178] tools and knowledge of a chat go with its questions, as they are then", async () => {
  const server = await loaded([question]);
  const { tools } = server.chats;
  const typed = defineAiTool<{ ok: boolean }>()({
    description: "typed",
    parameters: { type: "object", properties: { n: { type: "number" } }, required: ["n"] },
    execute: ({ n }) => ({ data: { ok: n > 0 } }),
  });
  const parameters = { type: "object" } as const;
  server.chats.registerTool("all", { description: "all", parameters });
  const end = server.chats.registerTool("all", typed, "c");
  server.chats.registerTool("other", { parameters }, "elsewhere");
  server.chats.registerTool("off", { parameters, enabled: false });
  tools.registerKnowledge({ description: "chat", value: 1 }, "c");
  const shared = tools.registerKnowledge({ description: "all", value: 1 });
  shared.update({ description: "all", value: 2 });
  void server.chats.ask("c", "x", { knowledge: [{ description: "call", value: 3 }] }).catch(() => {});
  expect(server.last()["generationOptions"]).toEqual({
    tools: [{ name: "all", description: "typed", parameters: typed.parameters }],
    knowledge: [
      { description: "all", value: 2 },
      { description: "chat", value: 1 },
      { description: "call", value: 3 },
    ],
  });
  end();
  shared.remove();
  void server.chats.ask("c", "y").catch(() => {});
  expect(server.last()["generationOptions"]).toMatchObject({
    tools: [{ description: "all" }],
    knowledge: [{ description: "chat" }],
  });
});

test("[CS177] [CS178] what replaces a tool keeps its place, and of knowledge with the same id the last counts", async () => {
  const server = await loaded([question]);
  const parameters = { type: "object" } as const;
  const shown = server.chats.tool("t", "c");
  const told = vi.fn<() => void>();
  shown.subscribe(told);
  const first = server.chats.lendTool("t", { description: "first", parameters });
  const second = server.chats.lendTool("t", { description: "second", parameters });
  first.update({ description: "changed", parameters });
  expect([shown.getSnapshot()?.description, told.mock.calls.length]).toEqual(["second", 2]);
  second.remove();
  expect([shown.getSnapshot()?.description, told.mock.calls.length]).toEqual(["changed", 3]);
  const { tools } = server.chats;
  const page = tools.registerKnowledge({ description: "page", value: 1 }, undefined, "page");
  const dialog = tools.registerKnowledge({ description: "dialog", value: 1 }, undefined, "page");
  tools.registerKnowledge({ description: "chat", value: 1 }, "c", "page");
  page.update({ description: "page", value: 2 });
  expect(tools.knowledge("c").map(({ description }) => description)).toEqual(["dialog", "chat"]);
  dialog.remove();
  expect(tools.knowledge("c")[0]).toEqual({ description: "page", value: 2 });
});

test("[CS179] a sync removes first, then adds", async () => {
  const server = await loaded([question, answerOf("a")]);
  const list = server.chats.chats();
  list.subscribe(() => {});
  await server.answer({ chats: [chatOf("c"), chatOf("d")], nextCursor: null });
  await server.say({ event: "sync", "-chats": ["d"], clear: ["c"], chats: [chatOf("e", 5)], messages: [question] });
  expect(list.getSnapshot()).toMatchObject({ items: [{ id: "e" }, { id: "c" }], hasFetchedAll: true });
  expect(server.chats.messages("c").getSnapshot()).toMatchObject({ messages: [{ id: "q" }] });
  await server.say({ event: "sync", "-messages": [{ id: "q", chatId: "c" }] });
  expect(server.chats.messages("c").getSnapshot()).toEqual({ isLoading: false, messages: [] });
});

test("[CS180] what was read is read again after a reconnect", async () => {
  const server = await loaded([question, answerOf("a")]);
  const list = server.chats.chats();
  list.subscribe(() => {});
  await server.answer({ chats: [chatOf("c")], nextCursor: null });
  await server.say({ event: "rebooted" });
  expect(server.chats.messages("c").getSnapshot()).toMatchObject({
    messages: [{}, { status: "failed", errorReason: "Lost connection" }],
  });
  await server.cut();
  const [chats, tree] = server.socket().sent as [Frame, Frame];
  expect([chats.cmd, tree.cmd]).toEqual(["get-chats", "get-message-tree"]);
  await server.answer({ chats: [], nextCursor: null }, chats);
  await server.answer({ chat: chatOf("c"), messages: [question] }, tree);
  expect(server.chats.messages("c").getSnapshot()).toMatchObject({ messages: [{ id: "q" }] });
});

test("[CS182] answers that wait for a tool of this page are aborted when it is left, and no others", async () => {
  const server = await loaded([question]);
  server.chats.registerTool("runs", { parameters: { type: "object" }, execute: () => new Promise(() => {}) });
  server.chats.registerTool("form", { parameters: { type: "object" } });
  const ids: string[] = [];
  for (const name of ["runs", "form"]) {
    void server.chats.ask("c", { again: "q" });
    const { targetMessageId: id } = server.last() as unknown as { targetMessageId: string };
    ids.push(id);
    await server.answer({ targetMessage: answerOf(id) });
    await server.say({
      event: "settle",
      message: answerOf(id, { status: "awaiting-tool", contentSoFar: [call(name)] }),
    });
  }
  server.chats.abortOwn();
  expect(server.sent().filter(({ cmd }) => cmd === "abort-ai")).toMatchObject([{ messageId: ids[0] }]);
});

test("[CS184] what arrives right after an answer to a command is not overtaken by that answer", async () => {
  const server = open();
  const loading = server.chats.load("c");
  await server.ready();
  await server.answer({ chatId: "c", chat: chatOf("c"), messages: [] });
  await loading;
  const asking = server.chats.ask("c", "Hi?");
  const frame = server.last();
  const id = frame["targetMessageId"] as string;
  const parentId = (frame["sourceMessage"] as JsonObject)["id"];
  const message = answerOf(id, { parentId, status: "generating", contentSoFar: [] });
  // Some sockets deliver several messages in one turn, before promises go on.
  const socket = server.socket();
  for (const said of [
    { cmd: frame.cmd, cmdId: frame.cmdId, targetMessage: message },
    {
      event: "settle",
      message: answerOf(id, { parentId, status: "completed", content: [{ type: "text", text: "Yes." }] }),
    },
  ])
    socket.tell("message", { data: JSON.stringify(said) });
  await asking;
  expect(server.chats.message("c", id)).toMatchObject({ status: "completed", content: [{ text: "Yes." }] });
});
