import { once } from "node:events";
import { limits, WeftError } from "@weft/protocol";
import type { AiMessage, JsonObject, ProjectId } from "@weft/protocol";
import { expect, onTestFinished, test, vi } from "vitest";
import { createMemoryChatRecords } from "../../suites/memory-chat-records.ts";
import { createSignalNetwork } from "../../suites/signal-network.ts";
import type { CopilotInUse } from "../copilots/copilot-in-use.ts";
import { createCursors } from "../cursor.ts";
import type { Passage } from "../knowledge/knowledge-search.ts";
import type { ChatOwner } from "./chat-records.ts";
import { createChats } from "./chats.ts";
import type { ChatsOptions } from "./chats.ts";
import { ModelFailure } from "../copilots/model.ts";
import { readMessages } from "./read-messages.ts";
import { createScriptedModels, saying, text } from "./scripted-models.ts";
import type { Script } from "./scripted-models.ts";

const project = "p1" as ProjectId;
const ada: ChatOwner = { project, organizationId: "default", userId: "ada" };
const copilot: CopilotInUse = {
  id: "co_1" as CopilotInUse["id"],
  name: "Helper",
  systemPrompt: "Help.",
  alwaysUseKnowledge: false,
  model: { provider: "openai", name: "gpt-5", apiKey: "sk" },
};
const page: Passage = { title: "Regions", headings: ["Europe"], text: "Use eu.", url: "https://a.example/regions" };

interface World {
  readonly scripts?: readonly Script[];
  readonly copilot?: Partial<CopilotInUse>;
  readonly passages?: readonly Passage[];
  readonly options?: Partial<ChatsOptions>;
}

/** Chats with timers that a test runs by hand. */
function open({ scripts = [], copilot: change, passages = [], options }: World = {}) {
  vi.useFakeTimers({ now: 1_000_000 });
  onTestFinished(() => void vi.useRealTimers());
  const records = options?.records ?? createMemoryChatRecords();
  const models = createScriptedModels(scripts);
  const failures: unknown[] = [];
  const searches: (readonly string[])[] = [];
  let ids = 0;
  const chats = createChats({
    records,
    models,
    copilots: {
      use: async (_, id) => (id === undefined || id === copilot.id ? { ...copilot, ...change } : undefined),
    },
    knowledge: {
      knows: async () => passages.length > 0,
      async search(_project, _copilot, queries) {
        searches.push(queries);
        return passages;
      },
    },
    budget: {
      ask: async () => undefined,
      begun: () => {},
      ended: () => {},
      isReached: async () => false,
      spent: () => {},
    },
    clock: {
      now: () => Date.now(),
      setTimer(afterMs, run) {
        const timer = setTimeout(run, afterMs);
        return { cancel: () => clearTimeout(timer) };
      },
    },
    randomId: () => `r${ids++}`,
    node: "n1",
    cursors: createCursors(Buffer.alloc(32, 1)),
    failed: (error) => void failures.push(error),
    commandFailed: (error) => void failures.push(error),
    ...options,
  });

  /** A connection that keeps its frames. */
  function connect(owner: ChatOwner = ada) {
    const frames: JsonObject[] = [];
    const connection = chats.connect(owner, (frame) => void frames.push(structuredClone(frame) as JsonObject))!;
    let sent = 0;
    return {
      frames,
      close: () => connection.close(),
      /** Sends a command and waits for its answer. */
      async send(cmd: string, fields: object): Promise<JsonObject> {
        const cmdId = `c${sent++}`;
        const isAnswer = (frame: JsonObject) => frame["cmdId"] === cmdId || frame["failedCmdId"] === cmdId;
        expect(connection.receive({ cmd, cmdId, ...fields })).toBe(true);
        await vi.waitFor(() => expect(frames.some(isAnswer)).toBe(true));
        return frames.find(isAnswer)!;
      },
      receive: (frame: unknown) => connection.receive(frame),
      /** Waits until an answer has settled as often as this. */
      async settled(id: string, times = 1): Promise<AiMessage & { role: "assistant" }> {
        const of = () =>
          frames.flatMap((frame) => {
            const message = frame["message"] as unknown as AiMessage;
            return frame["event"] === "settle" && message.id === id ? [message] : [];
          });
        await vi.waitFor(() => expect(of()).toHaveLength(times));
        return of().at(-1) as AiMessage & { role: "assistant" };
      },
      events: (name: string) => frames.filter((frame) => frame["event"] === name),
    };
  }
  return { chats, records, models, failures, searches, connect };
}

const asking = (said: string, change: object = {}) => ({
  chatId: "c",
  sourceMessage: { id: "ms_u1", parentMessageId: null, content: [{ type: "text", text: said }] },
  targetMessageId: "ms_a1",
  generationOptions: { copilotId: "co_1" },
  ...change,
});

test("[CH1] a question is answered in deltas and settles, in every tab that has the chat", async () => {
  const { connect, models } = open({
    scripts: [saying({ type: "reasoning", text: "hm" }, text("Hel"), text("lo"))],
  });
  const [a, b, elsewhere] = [connect(), connect(), connect({ ...ada, userId: "bob" })];
  const tree = await b.send("get-message-tree", { chatId: "c" });
  expect(tree).toMatchObject({ chat: { id: "c", title: "" }, messages: [] });
  const answer = await a.send("ask-in-chat", asking("Hi?"));
  expect(answer).toMatchObject({
    sourceMessage: { id: "ms_u1", parentId: null, role: "user", content: [{ type: "text", text: "Hi?" }] },
    targetMessage: { id: "ms_a1", parentId: "ms_u1", status: "generating", contentSoFar: [], copilotId: "co_1" },
  });
  const settled = await a.settled("ms_a1");
  expect(settled).toMatchObject({ status: "completed", content: [{ type: "reasoning" }, { text: "Hello" }] });
  expect(settled).not.toHaveProperty("run");
  await b.settled("ms_a1");
  for (const tab of [a, b])
    expect(tab.events("delta").map((frame) => (frame["delta"] as JsonObject)["textDelta"])).toEqual([
      "hm",
      "Hel",
      "lo",
    ]);
  expect(b.events("sync").some((frame) => Array.isArray(frame["messages"]))).toBe(true);
  // The answer to the command comes before all that it causes.
  expect(a.frames[0]).toMatchObject({ cmd: "ask-in-chat" });
  await vi.waitFor(() => expect(JSON.stringify(a.events("sync"))).toContain("A title"));
  expect(elsewhere.frames).toEqual([]);
  expect(models.calls[0]).toMatchObject({ turns: [{ role: "user", text: "Hi?" }], tools: [] });
});

test("[CH2] without streaming there are no deltas, and an ask that is sent again is answered once", async () => {
  const { connect, models } = open({ scripts: [saying(text("Hello"))] });
  const a = connect();
  const ask = asking("Hi?", { generationOptions: { copilotId: "co_1", stream: false } });
  await a.send("ask-in-chat", ask);
  await a.settled("ms_a1");
  expect(await a.send("ask-in-chat", ask)).toMatchObject({ targetMessage: { status: "completed" } });
  expect(a.events("delta")).toEqual([]);
  expect(models.calls).toHaveLength(1);
});

const region = { name: "region", description: "Asks for a region", parameters: {} };

test("[CH3] a client may execute a tool once it is shown: not before the whole answer of the model is stored", async () => {
  const ended = Promise.withResolvers<void>();
  const { connect } = open({
    scripts: [
      async function* callsAndIsSlow() {
        yield { type: "call-begins", id: "i1", name: "region" };
        yield { type: "call", id: "i1", name: "region", args: { q: 1 } };
        yield text("One moment.");
        await ended.promise;
        yield { type: "end", record: "[]", usage: { input: 1, output: 1 } };
      },
    ],
  });
  const a = connect();
  await a.send("ask-in-chat", asking("Where?", { generationOptions: { copilotId: "co_1", tools: [region] } }));
  const deltas = () => a.events("delta").map((frame) => (frame["delta"] as JsonObject)["type"]);
  await expect.poll(deltas).toEqual(["tool-stream", "text-delta"]);
  ended.resolve();
  const waiting = await a.settled("ms_a1");
  expect(waiting).toMatchObject({
    status: "awaiting-tool",
    contentSoFar: [{ stage: "executing", invocationId: "i1" }, { text: "One moment." }],
  });
  expect(deltas()).toEqual(["tool-stream", "text-delta", "tool-invocation"]);
  const sent = a.frames.map((frame) => frame["event"]);
  expect(sent.indexOf("settle") - sent.lastIndexOf("delta")).toBe(1);
});

test("[CH3] a tool of the client stops the answer until its result arrives, within one message", async () => {
  const { connect, models } = open({
    scripts: [
      saying(
        text("Let me see."),
        { type: "call-begins", id: "i1", name: "region" },
        { type: "arguments", id: "i1", text: '{"q":1}' },
        { type: "call", id: "i1", name: "region", args: { q: 1 } },
      ),
      saying(text("Use eu.")),
    ],
  });
  const [a, b] = [connect(), connect()];
  await b.send("get-message-tree", { chatId: "c" });
  await a.send("ask-in-chat", asking("Where?", { generationOptions: { copilotId: "co_1", tools: [region] } }));
  const waiting = await a.settled("ms_a1");
  expect(waiting).toMatchObject({
    status: "awaiting-tool",
    contentSoFar: [{ text: "Let me see." }, { stage: "executing", invocationId: "i1", args: { q: 1 } }],
  });
  expect(a.events("delta").map((frame) => (frame["delta"] as JsonObject)["type"])).toEqual([
    "text-delta",
    "tool-stream",
    "tool-delta",
    "tool-invocation",
  ]);
  const result = {
    chatId: "c",
    messageId: "ms_a1",
    invocationId: "i1",
    result: { data: { region: "eu" }, description: "for the model" },
    generationOptions: { copilotId: "co_1", tools: [region] },
  };
  expect(await b.send("set-tool-result", { ...result, invocationId: "i9" })).toMatchObject({ ok: false });
  expect(await b.send("set-tool-result", result)).toMatchObject({
    ok: true,
    message: { id: "ms_a1", status: "generating" },
  });
  expect(await a.send("set-tool-result", result)).toMatchObject({ ok: false });
  const settled = await a.settled("ms_a1", 2);
  expect(settled).toMatchObject({
    status: "completed",
    content: [
      { text: "Let me see." },
      { stage: "executed", result: { type: "success", data: { region: "eu" } } },
      { text: "Use eu." },
    ],
  });
  expect(JSON.stringify([a.frames, b.frames])).not.toContain("for the model");
  expect(models.calls[1]!.turns).toMatchObject([
    { role: "user" },
    {
      role: "assistant",
      steps: [{ results: [{ id: "i1", output: { kind: "json", value: { description: "for the model" } } }] }],
    },
  ]);
});

test("[CH4] an answer that is aborted keeps what it had, even while it waits for a tool", async () => {
  const stuck: Script = async function* waits({ signal }) {
    yield text("So far");
    await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
  };
  const { connect } = open({ scripts: [stuck, saying({ type: "call", id: "i1", name: "region", args: {} })] });
  const a = connect();
  await a.send("ask-in-chat", asking("Hi?"));
  await vi.waitFor(() => expect(a.events("delta")).toHaveLength(1));
  expect(await a.send("abort-ai", { messageId: "ms_a1" })).toMatchObject({ ok: true });
  expect(await a.settled("ms_a1")).toMatchObject({
    status: "failed",
    errorReason: "Aborted by user",
    contentSoFar: [{ text: "So far" }],
  });
  expect(await a.send("abort-ai", { messageId: "ms_none" })).toMatchObject({ ok: true });
  const again = { targetMessageId: "ms_a2", sourceMessage: "ms_u1", generationOptions: { tools: [region] } };
  expect(await a.send("ask-in-chat", asking("", again))).not.toHaveProperty("sourceMessage");
  await a.settled("ms_a2");
  await a.send("abort-ai", { messageId: "ms_a2" });
  expect(await a.settled("ms_a2", 2)).toMatchObject({
    status: "failed",
    errorReason: "Aborted by user",
    contentSoFar: [{ stage: "executed", result: { type: "cancelled", reason: "Aborted by user" } }],
  });
});

test.each([
  ["a failure of the provider", new ModelFailure("quotaExceeded"), "The AI provider's rate limit or quota exceeded"],
  ["a bug", new Error("sk-secret is wrong"), "The AI provider could not process the request"],
])("[CH5] %s settles the answer as failed, in words for users", async (_, error, reason) => {
  const failing: Script = async function* fails() {
    yield text("Part");
    throw error;
  };
  const { connect, failures } = open({ scripts: [failing] });
  const a = connect();
  await a.send("ask-in-chat", asking("Hi?"));
  expect(await a.settled("ms_a1")).toMatchObject({
    status: "failed",
    errorReason: reason,
    contentSoFar: [{ text: "Part" }],
  });
  expect(failures).toEqual([error]);
});

test("[CH5] an unknown copilot, a deadline and a model that never stops calling tools settle as failed", async () => {
  const forever: Script = async function* waits({ signal }) {
    await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
    yield text("never");
  };
  const searching = saying({ type: "call", id: "s", name: "search_knowledge", args: { queries: ["q"] } });
  const { connect } = open({ scripts: [forever, ...Array<Script>(20).fill(searching)], passages: [page] });
  const a = connect();
  await a.send("ask-in-chat", asking("1", { generationOptions: { copilotId: "co_none" } }));
  expect(await a.settled("ms_a1")).toMatchObject({ errorReason: "Copilot not found" });
  const next = (id: number, options: object = {}) =>
    asking("", { sourceMessage: "ms_u1", targetMessageId: `ms_a${id}`, generationOptions: { ...options } });
  await a.send("ask-in-chat", next(2, { timeout: 60_000 }));
  await vi.advanceTimersByTimeAsync(50_000);
  expect(a.events("settle")).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await a.settled("ms_a2")).toMatchObject({ errorReason: "The response timed out" });
  await a.send("ask-in-chat", next(3));
  expect(await a.settled("ms_a3")).toMatchObject({ errorReason: "Maximum number of steps reached" });
});

test("[CH6] knowledge is searched by the model, shown as retrievals, and cited", async () => {
  const { connect, searches, models } = open({
    scripts: [
      saying({ type: "call", id: "s1", name: "search_knowledge", args: { queries: ["regions", "data location"] } }),
      saying(text("In Europe.")),
    ],
    passages: [page],
    copilot: { alwaysUseKnowledge: true },
  });
  const a = connect();
  await a.send("ask-in-chat", asking("Where?"));
  expect(await a.settled("ms_a1")).toMatchObject({
    status: "completed",
    content: [
      { type: "retrieval", kind: "knowledge", query: "regions", endedAt: expect.any(String) as string },
      { type: "retrieval", query: "data location" },
      { type: "text", text: "In Europe." },
      { type: "sources", sources: [{ url: page.url, title: "Regions" }] },
    ],
  });
  expect(searches).toEqual([["regions", "data location"]]);
  expect(models.calls.map(({ mustCall }) => mustCall)).toEqual(["search_knowledge", undefined]);
  expect(JSON.stringify(models.calls[1]!.turns)).toContain("Use eu.");
});

test("[CH7] without a model the answer is passages of the knowledge, and says that it is no language model's", async () => {
  const { connect } = open({ copilot: { model: undefined }, passages: [page] });
  const a = connect();
  await a.send("ask-in-chat", asking("Which region?"));
  const settled = await a.settled("ms_a1");
  expect(JSON.stringify(settled)).toMatch(/not an answer of a language model.*Use eu\./s);
  await vi.waitFor(() => expect(JSON.stringify(a.events("sync"))).toContain('"title":"Which region?"'));
});

test("[CH8] a tab that reconnects is sent the chats that go on, whole, and then their deltas", async () => {
  const gate = Promise.withResolvers<void>();
  const slow: Script = async function* says() {
    yield text("One ");
    await gate.promise;
    yield text("two");
    yield { type: "end", record: "[]", usage: { input: 1, output: 1 } };
  };
  const { connect } = open({ scripts: [slow] });
  const a = connect();
  await a.send("ask-in-chat", asking("Count"));
  await vi.waitFor(() => expect(a.events("delta")).toHaveLength(1));
  a.close();
  const b = connect();
  await vi.waitFor(() => expect(b.events("sync")).toHaveLength(1));
  expect(b.events("sync")[0]).toMatchObject({ messages: [{ id: "ms_u1" }, { contentSoFar: [{ text: "One " }] }] });
  gate.resolve();
  expect(await b.settled("ms_a1")).toMatchObject({ content: [{ text: "One two" }] });
  expect(b.events("delta")).toHaveLength(1);
  expect(a.events("delta")).toHaveLength(1);
});

test("[CH9] an answer whose process is gone settles as failed once its lease has ended, and is answered again", async () => {
  const stuck: Script = async function* waits() {
    yield text("So");
    await new Promise(() => {});
  };
  const dead = open({ scripts: [stuck] });
  const a = dead.connect();
  await a.send("ask-in-chat", asking("Hi?"));
  await vi.advanceTimersByTimeAsync(1_000);
  // The process dies: its timers no longer run.
  vi.clearAllTimers();
  const { chats, connect } = open({
    scripts: [saying(text("Hello"))],
    options: { records: dead.records, node: "n2" },
  });
  expect(await chats.recover()).toBe(0);
  vi.setSystemTime(1_020_000);
  const b = connect();
  await b.send("get-message-tree", { chatId: "c" });
  expect(await chats.recover()).toBe(1);
  expect(await b.settled("ms_a1")).toMatchObject({ status: "failed", errorReason: "Lost connection" });
  await b.send("ask-in-chat", asking("", { sourceMessage: "ms_u1", targetMessageId: "ms_a2" }));
  expect(await b.settled("ms_a2")).toMatchObject({ status: "completed" });
});

test("[CH10] what is deleted in one tab is gone in the others, and its answers stop", async () => {
  const stuck: Script = async function* waits({ signal }) {
    yield text("So");
    await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
  };
  const { connect, failures } = open({ scripts: [stuck, stuck, saying(text("x"))] });
  const [a, b] = [connect(), connect()];
  await a.send("ask-in-chat", asking("Hi?"));
  await vi.waitFor(() => expect(a.events("delta")).toHaveLength(1));
  await a.send("delete-message", { chatId: "c", messageId: "ms_a1" });
  expect(b.events("sync").at(-1)).toEqual({ event: "sync", "-messages": [{ id: "ms_a1", chatId: "c" }] });
  const tree = await b.send("get-message-tree", { chatId: "c" });
  expect(tree["messages"]).toMatchObject([{ id: "ms_u1" }, { id: "ms_a1", deletedAt: expect.any(String) as string }]);
  await a.send("ask-in-chat", asking("", { sourceMessage: "ms_u1", targetMessageId: "ms_a2" }));
  await a.send("clear-chat", { chatId: "c" });
  expect((await b.send("get-message-tree", { chatId: "c" }))["messages"]).toEqual([]);
  expect(await a.send("delete-chat", { chatId: "c" })).toMatchObject({ chatId: "c" });
  expect(await a.send("delete-chat", { chatId: "never" })).toMatchObject({ chatId: "never" });
  expect(await a.send("get-chats", {})).toMatchObject({ chats: [], nextCursor: null });
  expect(a.events("settle")).toEqual([]);
  expect(failures).toEqual([]);
});

test("[CH11] a tab gets messages of chats that it has loaded alone, and an ask from another tab loads the whole chat", async () => {
  const { connect } = open({ scripts: [saying(text("1")), saying(text("2"))] });
  const [a, b] = [connect(), connect()];
  await a.send("ask-in-chat", asking("Hi?"));
  await a.settled("ms_a1");
  expect(b.frames.every((frame) => frame["event"] === "sync" && !("messages" in frame))).toBe(true);
  const late = {
    sourceMessage: { id: "ms_u2", parentMessageId: null, content: [{ type: "text", text: "New" }] },
    targetMessageId: "ms_a2",
  };
  await b.send("ask-in-chat", asking("", late));
  expect(b.events("sync").find((frame) => "messages" in frame)).toMatchObject({
    messages: [{ id: "ms_u1" }, { id: "ms_a1" }, { id: "ms_u2" }, { id: "ms_a2" }],
  });
  await b.settled("ms_a2");
});

test("[CH14] a title that is given while the next question is written stays", async () => {
  const records = createMemoryChatRecords();
  const written = Promise.withResolvers<void>();
  const title = Promise.withResolvers<void>();
  let waits = false;
  const { connect } = open({
    options: {
      models: {
        ...createScriptedModels([saying(text("1")), saying(text("2"))]),
        async text() {
          await title.promise;
          return { text: "Greetings", usage: { input: 1, output: 1 } };
        },
      },
      records: {
        ...records,
        async add(owner, chatId, messages, lease) {
          if (messages.some(({ id }) => id === "ms_a2")) {
            waits = true;
            await written.promise;
          }
          return records.add(owner, chatId, messages, lease);
        },
      },
    },
  });
  const [a, b] = [connect(), connect()];
  await a.send("ask-in-chat", asking("Hi?"));
  await a.settled("ms_a1");
  const next = a.send("ask-in-chat", asking("", { sourceMessage: "ms_u1", targetMessageId: "ms_a2" }));
  await vi.waitFor(() => expect(waits).toBe(true));
  title.resolve();
  // The title has all the time that it needs, were it not for the question.
  await vi.advanceTimersByTimeAsync(1_000);
  written.resolve();
  await next;
  await vi.waitFor(() =>
    expect(
      b
        .events("sync")
        .flatMap((frame) => ("chats" in frame ? frame["chats"] : []))
        .at(-1),
    ).toMatchObject({
      id: "c",
      title: "Greetings",
    }),
  );
});

test("[CH12] what is malformed fails and changes nothing, and frames that are no commands are told apart", async () => {
  const { connect, records } = open();
  const a = connect();
  for (const [cmd, fields] of [
    ["sing", {}],
    ["delete-chat", {}],
    ["ask-in-chat", asking("", { sourceMessage: "ms_none" })],
    ["ask-in-chat", asking("", { sourceMessage: { id: "ms_u1", parentMessageId: "ms_none", content: [] } })],
    ["get-chats", { cursor: "forged" }],
  ] as const)
    expect(await a.send(cmd, fields), cmd).toMatchObject({ event: "cmd-failed", failedCmd: cmd });
  for (const frame of [null, 3, [], {}, { cmd: "get-chats" }]) expect(a.receive(frame)).toBe(false);
  expect(await readMessages(records, ada, "c")).toEqual([]);
});

test("[CH12] of a list that is too long nothing else is said, whatever is wrong with its items", async () => {
  const a = open().connect();
  const faulty = Array.from({ length: 1_001 }, () => 0);
  for (const fields of [
    { generationOptions: { knowledge: faulty } },
    { generationOptions: { tools: faulty } },
    { sourceMessage: { id: "ms_u1", parentMessageId: null, content: faulty } },
  ]) {
    const answer = await a.send("ask-in-chat", asking("", fields));
    expect(answer).toMatchObject({ event: "cmd-failed", failedCmd: "ask-in-chat" });
    expect(JSON.stringify(answer).length).toBeLessThan(1_000);
  }
});

test("[CH4] an answer that is aborted while it begins to wait for a tool does not wait", async () => {
  const stored = createMemoryChatRecords();
  let abort: (() => Promise<unknown>) | undefined;
  const records: typeof stored = {
    ...stored,
    async write(owner, answer, lease) {
      if (answer.status === "awaiting-tool") await abort?.();
      return stored.write(owner, answer, lease);
    },
  };
  const script = saying({ type: "call", id: "i1", name: "region", args: {} });
  const { connect } = open({ scripts: [script], options: { records } });
  const a = connect();
  abort = () => a.send("abort-ai", { messageId: "ms_a1" });
  await a.send("ask-in-chat", asking("Where?", { generationOptions: { copilotId: "co_1", tools: [region] } }));
  expect(await a.settled("ms_a1", 2)).toMatchObject({
    status: "failed",
    errorReason: "Aborted by user",
    contentSoFar: [{ stage: "executed", result: { type: "cancelled" } }],
  });
});

test("[CH3] what a provider recorded of a step is used with the same model, and dropped for another", async () => {
  const call = { type: "call", id: "i1", name: "region", args: { q: 1 } } as const;
  const copilots: ChatsOptions["copilots"] = {
    use: async (_, id) => ({ ...copilot, model: { ...copilot.model!, name: id === "co_2" ? "gpt-4" : "gpt-5" } }),
  };
  const scripts = [saying(call), saying(text("eu")), saying(text("Sure"))];
  const { connect, models } = open({ scripts, options: { copilots } });
  const a = connect();
  const generationOptions = { copilotId: "co_1", tools: [region] };
  await a.send("ask-in-chat", asking("Where?", { generationOptions }));
  await a.settled("ms_a1");
  const result = { chatId: "c", messageId: "ms_a1", invocationId: "i1", result: { data: {} }, generationOptions };
  await a.send("set-tool-result", result);
  await a.settled("ms_a1", 2);
  const last = models.calls[1]!.turns.at(-1)!;
  const [step] = last.role === "assistant" ? last.steps : [];
  expect(JSON.parse(step?.record ?? "null")).toEqual([call]);

  const sourceMessage = { id: "ms_u2", parentMessageId: "ms_a1", content: [{ type: "text", text: "Sure?" }] };
  const other = { sourceMessage, targetMessageId: "ms_a2", generationOptions: { copilotId: "co_2" } };
  await a.send("ask-in-chat", asking("", other));
  await a.settled("ms_a2");
  expect(models.calls[2]!.turns[1]).toEqual({
    role: "assistant",
    steps: [
      {
        content: [{ type: "call", id: "i1", name: "region", args: { q: 1 } }],
        results: [{ id: "i1", name: "region", output: { kind: "json", value: {} } }],
      },
      { content: [{ type: "text", text: "eu" }], results: [] },
    ],
  });
});

test("[CH21] an answer says what it took: until its first text, in all without the wait for a tool, and its tokens", async () => {
  const time = { now: 1_000 };
  const ended: unknown[] = [];
  const { connect, chats } = open({
    scripts: [
      async function* calls() {
        time.now += 30;
        yield text("Let me see.");
        time.now += 20;
        yield { type: "call", id: "i1", name: "region", args: { q: 1 } };
        yield { type: "end", record: "[]", usage: { input: 3, output: 2 } };
      },
      async function* says() {
        time.now += 40;
        yield text("eu");
        yield { type: "end", record: "[]", usage: { input: 5, output: 1 } };
      },
      async function* fails() {
        time.now += 10;
        yield text("No");
        yield { type: "end", record: "[]", usage: { input: 0, output: 0, isReported: false } };
        throw new ModelFailure("quotaExceeded");
      },
    ],
    options: {
      clock: { now: () => time.now, setTimer: () => ({ cancel: () => {} }) },
      budget: {
        ask: async () => undefined,
        begun: () => {},
        ended: (_, copilotId, end) => void ended.push([copilotId, end]),
        isReached: async () => false,
        spent: () => {},
      },
    },
  });
  const a = connect();
  const tools = { generationOptions: { copilotId: "co_1", tools: [region] } };
  await a.send("ask-in-chat", asking("Where?", tools));
  expect(await a.settled("ms_a1")).toMatchObject({ status: "awaiting-tool" });
  expect(ended).toEqual([]);
  time.now += 9_000;
  await a.send("set-tool-result", {
    chatId: "c",
    messageId: "ms_a1",
    invocationId: "i1",
    result: { data: {} },
    ...tools,
  });
  expect(await a.settled("ms_a1", 2)).toMatchObject({ status: "completed" });
  const measure = { firstMs: 30, totalMs: 90, input: 8, output: 3 };
  expect(await chats.measured(ada, "ms_a1")).toEqual({ ...measure, model: "gpt-5" });
  expect(await chats.measured({ ...ada, userId: "bob" }, "ms_a1")).toBeUndefined();
  expect(await chats.measured(ada, "ms_u1")).toBeUndefined();

  // A failed one counts by its reason; tokens that the provider does not report are not there.
  await a.send("ask-in-chat", asked(2));
  expect(await a.settled("ms_a2")).toMatchObject({ status: "failed" });
  expect(await chats.measured(ada, "ms_a2")).toEqual({ firstMs: 10, totalMs: 10, model: "gpt-5" });
  expect(ended).toEqual([
    ["co_1", measure],
    ["co_1", "quotaExceeded"],
  ]);
});

/** A model that answers once it is let go. */
function heldBack() {
  const gate = Promise.withResolvers<void>();
  const script: Script = async function* waits() {
    await gate.promise;
    yield text("Done");
    yield { type: "end", record: "[]", usage: { input: 1, output: 1 } };
  };
  return { script, go: () => gate.resolve() };
}

const asked = (n: number, change: object = {}) =>
  asking("", {
    sourceMessage: { id: `ms_u${n}`, parentMessageId: null, content: [{ type: "text", text: `Question ${n}` }] },
    targetMessageId: `ms_a${n}`,
    ...change,
  });

test("[CH15] of a refused question nothing is stored, and it is answered when it is asked again", async () => {
  const first = heldBack();
  const { connect, records } = open({
    scripts: [first.script, saying(text("Second")), saying(text("Third"))],
    options: { limits: { ...limits, answersPerUser: 1 } },
  });
  const a = connect();
  await a.send("ask-in-chat", asked(1));
  expect(await a.send("ask-in-chat", asked(2))).toMatchObject({
    sourceMessage: { id: "ms_u2" },
    targetMessage: { id: "ms_a2", status: "generating" },
  });
  const reason = "Too many answers are being generated at once. Wait for one to finish";
  expect(await a.settled("ms_a2")).toMatchObject({ status: "failed", errorReason: reason });
  expect((await readMessages(records, ada, "c")).map(({ id }) => id)).toEqual(["ms_u1", "ms_a1"]);
  first.go();
  await a.settled("ms_a1");
  // The question itself again, then one below the answer that was refused.
  await a.send("ask-in-chat", asked(2, { sourceMessage: "ms_u2", targetMessageId: "ms_a3" }));
  expect(await a.settled("ms_a3")).toMatchObject({ status: "completed", parentId: "ms_u2" });
  const sourceMessage = { id: "ms_u4", parentMessageId: "ms_a2", content: [{ type: "text", text: "And?" }] };
  expect(await a.send("ask-in-chat", asked(4, { sourceMessage }))).toMatchObject({
    sourceMessage: { id: "ms_u4", parentId: "ms_a2" },
  });
  await a.settled("ms_a4");
  const stored = await readMessages(records, ada, "c");
  expect(stored.map(({ id, parentId }) => [id, parentId])).toEqual([
    ["ms_u1", null],
    ["ms_a1", "ms_u1"],
    ["ms_u2", null],
    ["ms_a3", "ms_u2"],
    ["ms_a2", "ms_u2"],
    ["ms_u4", "ms_a2"],
    ["ms_a4", "ms_u4"],
  ]);
  expect(stored.every(({ createdAt }, at) => at === 0 || createdAt > stored[at - 1]!.createdAt)).toBe(true);
});

test("[CH15] a chat that only a refused question names is not created", async () => {
  const { connect, records } = open({ options: { limits: { ...limits, chatTextLength: 10 } } });
  const a = connect();
  await a.send("ask-in-chat", asking("12345678901"));
  expect(await a.settled("ms_a1")).toMatchObject({ errorReason: "The message is too long" });
  expect(await records.find(ada, "c")).toBeUndefined();
  expect(await records.bytes(ada)).toBe(0);
});

test("[CH16] questions to a chat, and to chats of a user, that hold their bytes are refused until some are deleted", async () => {
  const answer = saying(text("y".repeat(1_000)));
  const { connect, records } = open({
    scripts: Array<Script>(9).fill(answer),
    options: { limits: { ...limits, chatBytes: 3_000, chatBytesPerUser: 6_500 } },
  });
  const a = connect();
  const reasonOf = async (n: number, chatId: string) => {
    await a.send("ask-in-chat", asked(n, { chatId }));
    const settled = await a.settled(`ms_a${n}`);
    return settled.status === "failed" ? settled.errorReason : settled.status;
  };
  expect([await reasonOf(1, "c"), await reasonOf(2, "c")]).toEqual(["completed", "completed"]);
  const { bytes } = await records.contents(ada, "c");
  expect(await reasonOf(3, "c")).toBe("This chat is full. Start a new chat");
  expect((await records.contents(ada, "c")).bytes).toBe(bytes);
  expect(await reasonOf(4, "d")).toBe("completed");
  expect(await reasonOf(5, "d")).toBe("Your chats are full. Delete some to continue");
  expect(await a.send("get-or-create-chat", { id: "e", options: { title: "x".repeat(200) } })).toMatchObject({
    event: "cmd-failed",
  });
  await a.send("delete-chat", { chatId: "c" });
  expect(await reasonOf(6, "d")).toBe("completed");
});

test("[CH16] a project that is full refuses questions, and the result of a tool that is too long ends its answer", async () => {
  const full: { now: boolean } = { now: true };
  const { connect, records } = open({
    scripts: [saying({ type: "call", id: "i1", name: "region", args: {} })],
    options: {
      limits: { ...limits, answerBytes: 1_000 },
      quotas: {
        async admitBytes() {
          if (full.now) throw new WeftError("PROJECT_FULL");
        },
      },
    },
  });
  const a = connect();
  await a.send("ask-in-chat", asked(1));
  expect(await a.settled("ms_a1")).toMatchObject({ errorReason: "This project has no space left for messages" });
  full.now = false;
  const generationOptions = { copilotId: "co_1", tools: [region] };
  await a.send("ask-in-chat", asked(2, { generationOptions }));
  await a.settled("ms_a2");
  const result = { data: { text: "x".repeat(2_000) } };
  await a.send("set-tool-result", { chatId: "c", messageId: "ms_a2", invocationId: "i1", result, generationOptions });
  expect(await a.settled("ms_a2", 2)).toMatchObject({
    status: "failed",
    errorReason: "The result of a tool is too long",
    contentSoFar: [{ stage: "executed", result: { type: "cancelled" } }],
  });
  expect((await records.contents(ada, "c")).bytes).toBeLessThan(1_500);
});

test("[CH17] a question in a chat that a tab has loaded reads its messages once, in pages, for the model alone", async () => {
  const records = createMemoryChatRecords();
  const pages: number[] = [];
  const { connect } = open({
    scripts: Array<Script>(9).fill(saying(text("y"))),
    options: {
      records: {
        ...records,
        async page(owner, chatId, slice) {
          const found = await records.page(owner, chatId, slice);
          pages.push(JSON.stringify(found).length);
          return found;
        },
      },
    },
  });
  const a = connect();
  const long = { type: "text", text: "x".repeat(90_000) };
  for (let n = 1; n <= 8; n++) {
    const sourceMessage = { id: `ms_u${n}`, parentMessageId: null, content: [long] };
    await a.send("ask-in-chat", asked(n, { sourceMessage }));
    await a.settled(`ms_a${n}`);
  }
  await vi.waitFor(() => expect(JSON.stringify(a.events("sync"))).toContain("A title"));
  pages.length = 0;
  await a.send("delete-message", { chatId: "c", messageId: "ms_none" });
  await a.send("get-or-create-chat", { id: "c" });
  expect(pages).toEqual([]);
  await a.send("ask-in-chat", asked(9));
  await a.settled("ms_a9");
  expect(Math.max(...pages)).toBeLessThan(300_000);
  expect(pages.reduce((sum, size) => sum + size, 0)).toBeLessThan(800_000);
});

/** Two processes with the chats of the same users; the first generates what the scripts say. */
function openTwoProcesses({
  scripts,
  copilot: change,
  limits: bounds,
}: Pick<World, "scripts" | "copilot"> & { readonly limits?: ChatsOptions["limits"] } = {}) {
  const network = createSignalNetwork();
  const records = createMemoryChatRecords();
  const of = (node: string) => ({ records, signals: network.join(), node, ...(bounds && { limits: bounds }) });
  const one = open({ scripts, copilot: change, options: of("n1") });
  const other = open({ options: of("n2") });
  return { network, records, one, other };
}
const deltasOf = (tab: { events(name: string): JsonObject[] }) =>
  tab.events("delta").map((frame) => (frame["delta"] as JsonObject)["textDelta"]);

test("[CH18] a tab of another process has the chat live: the question, deltas, the end, titles and deletions", async () => {
  const { one, other, network } = openTwoProcesses({ scripts: [saying(text("Hel"), text("lo"))] });
  const [a, b, bob] = [one.connect(), other.connect(), other.connect({ ...ada, userId: "bob" })];
  await b.send("get-message-tree", { chatId: "c" });
  await bob.send("get-message-tree", { chatId: "c" });
  await a.send("ask-in-chat", asking("Hi?"));
  await a.settled("ms_a1");
  await b.settled("ms_a1");
  await network.settle();
  expect(deltasOf(b)).toEqual(["Hel", "lo"]);
  const synced = b.events("sync").flatMap(({ messages = [] }) => (messages as JsonObject[]).map(({ id }) => id));
  expect(synced).toEqual(["ms_u1", "ms_a1"]);
  await a.send("delete-message", { chatId: "c", messageId: "ms_a1" });
  await network.settle();
  expect(b.events("sync").at(-1)).toMatchObject({ "-messages": [{ id: "ms_a1", chatId: "c" }] });
  expect(a.events("sync").filter((frame) => "-messages" in frame)).toEqual([]);
  expect(bob.frames).toHaveLength(1);
});

test("[CH18] a tab that loads an answer which another process generates is sent it whole, and then deltas that fit", async () => {
  let goOn = () => {};
  const paused = new Promise<void>((resolve) => (goOn = resolve));
  const { one, other, network } = openTwoProcesses({
    scripts: [
      async function* pauses() {
        yield text("Hel");
        await paused;
        yield text("lo");
        yield { type: "end", record: "", usage: { input: 0, output: 0 } };
      },
    ],
  });
  const [a, b] = [one.connect(), other.connect()];
  await a.send("ask-in-chat", asking("Hi?"));
  await vi.waitFor(() => expect(deltasOf(a)).toEqual(["Hel"]));
  await b.send("get-message-tree", { chatId: "c" });
  await network.settle();
  await network.settle();
  expect(b.events("sync").at(-1)).toMatchObject({
    messages: [{ id: "ms_a1", status: "generating", contentSoFar: [{ type: "text", text: "Hel" }] }],
  });
  goOn();
  await b.settled("ms_a1");
  expect(deltasOf(b)).toEqual(["lo"]);
});

test("[CH18] a tab is told the end of an answer that another process ends while the tab's chat is read", async () => {
  const ending = Promise.withResolvers<void>();
  const { one, records, network } = openTwoProcesses({
    scripts: [
      async function* pauses() {
        yield text("Hello");
        await ending.promise;
        yield { type: "end", record: "", usage: { input: 0, output: 0 } };
      },
    ],
  });
  const a = one.connect();
  await a.send("ask-in-chat", asking("Hi?"));
  await vi.waitFor(() => expect(deltasOf(a)).toEqual(["Hello"]));
  /** Reads an answer while it is generated, and returns it when it has ended. */
  const message: typeof records.message = async (...name) => {
    const found = await records.message(...name);
    ending.resolve();
    await a.settled("ms_a1");
    await network.settle();
    return found;
  };
  const other = open({ options: { records: { ...records, message }, signals: network.join(), node: "n2" } });
  const b = other.connect();
  await b.send("get-message-tree", { chatId: "c" });
  expect(await b.settled("ms_a1")).toMatchObject({ status: "completed", content: [{ type: "text", text: "Hello" }] });
});

test("[CH18] an answer is aborted, or dropped with its chat, from a tab of another process", async () => {
  const endless: Script = async function* begins({ signal }) {
    yield text("Hel");
    await once(signal, "abort");
    signal.throwIfAborted();
  };
  const { one, other, network } = openTwoProcesses({ scripts: [endless, endless] });
  const [a, b] = [one.connect(), other.connect()];
  await a.send("ask-in-chat", asking("Hi?"));
  await vi.waitFor(() => expect(deltasOf(a)).toEqual(["Hel"]));
  expect(await b.send("abort-ai", { messageId: "ms_a1" })).toMatchObject({ ok: true });
  expect(await a.settled("ms_a1")).toMatchObject({ status: "failed", contentSoFar: [{ text: "Hel" }] });

  await a.send(
    "ask-in-chat",
    asking("And?", {
      chatId: "d",
      sourceMessage: { id: "ms_u2", parentMessageId: null, content: [] },
      targetMessageId: "ms_a2",
    }),
  );
  await vi.waitFor(() => expect(deltasOf(a)).toEqual(["Hel", "Hel"]));
  await b.send("delete-chat", { chatId: "d" });
  await network.settle();
  await one.chats[Symbol.asyncDispose]();
  expect(a.events("settle")).toHaveLength(1);
});

test("[CH19] a process that has missed signals sends its tabs their chats anew, and says which are gone", async () => {
  const { one, other, network } = openTwoProcesses({ scripts: [saying(text("Hello"))] });
  const [a, b] = [one.connect(), other.connect()];
  for (const chatId of ["c", "gone"]) {
    await a.send("get-or-create-chat", { id: chatId });
    await b.send("get-message-tree", { chatId });
  }
  network.deliver("lost");
  await a.send("ask-in-chat", asking("Hi?"));
  await a.settled("ms_a1");
  await a.send("delete-chat", { chatId: "gone" });
  await network.settle();
  const before = b.frames.length;
  network.deliver("carried");
  await network.settle();
  await vi.waitFor(() => expect(b.frames).toHaveLength(before + 2));
  expect(b.frames.slice(before)).toMatchObject([
    { event: "sync", clear: ["c"], chats: [{ id: "c" }], messages: [{ id: "ms_u1" }, { id: "ms_a1" }] },
    { event: "sync", "-chats": ["gone"] },
  ]);
});

/** The ids of the messages of a chat that a tab shows, after all that it was sent. */
function shownBy({ frames }: { readonly frames: readonly JsonObject[] }): readonly unknown[] {
  const ids = new Set<unknown>();
  for (const frame of frames) {
    if ("clear" in frame || "-chats" in frame) ids.clear();
    for (const name of ["sourceMessage", "targetMessage"])
      if (name in frame) ids.add((frame[name] as JsonObject)["id"]);
    for (const { id } of (frame["messages"] ?? []) as JsonObject[]) ids.add(id);
    for (const { id } of (frame["-messages"] ?? []) as JsonObject[]) ids.delete(id);
  }
  return [...ids];
}

test.for(["clear-chat", "delete-chat"])(
  "[CH20] tabs of two processes that use %s and ask at the same time show what is stored in the end",
  async (cmd) => {
    const { one, other, records, network } = openTwoProcesses();
    const [a, b] = [one.connect(), other.connect()];
    for (const tab of [a, b]) await tab.send("get-or-create-chat", { id: "c" });
    for (const tab of [a, b]) await tab.send("get-message-tree", { chatId: "c" });
    await network.settle();
    network.deliver("held");
    await a.send(cmd, { chatId: "c" });
    if (cmd === "delete-chat") await b.send("get-or-create-chat", { id: "c" });
    await b.send("ask-in-chat", asking("Hi?"));
    await b.settled("ms_a1");
    network.deliver("carried");
    await network.settle();
    await vi.waitFor(() =>
      expect([a, b].map(shownBy)).toEqual([
        ["ms_u1", "ms_a1"],
        ["ms_u1", "ms_a1"],
      ]),
    );
    expect(await records.find(ada, "c")).toBeDefined();
  },
);

test("[CH20] a change of another process is not sent again where none was made", async () => {
  const { one, other, network } = openTwoProcesses();
  const [a, b] = [one.connect(), other.connect()];
  for (const tab of [a, b]) await tab.send("get-message-tree", { chatId: "c" });
  vi.setSystemTime(Date.now() + 2_000);
  await a.send("ask-in-chat", asking("Hi?"));
  await a.settled("ms_a1");
  await network.settle();
  expect(b.events("sync").filter((frame) => "clear" in frame)).toEqual([]);
});
