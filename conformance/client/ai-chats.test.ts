import type { MessageId } from "@liveblocks/core";
import type { ProviderPiece } from "@weft/testkit/ai-provider";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { aiOf, createCopilot, openChatLobby, openTab, partsOf } from "../support/chat-tabs.ts";
import type { ChatLobby, Tab } from "../support/chat-tabs.ts";
import { eventually } from "../support/eventually.ts";
import { closings } from "../support/lobby.ts";

let here: ChatLobby;
let users = 0;
let chats = 0;
beforeAll(async () => void (here = await openChatLobby()));
afterAll(() => here[Symbol.asyncDispose]());
const newUser = () => `user-${users++}`;
const newChat = () => `chat-${chats++}`;
const tabs = (count: number, user = newUser()) => Array.from({ length: count }, () => openTab(here, user));

describe("the socket", () => {
  test("opens with the first command, at the address that clients know, with any kind of token", async () => {
    const user = newUser();
    for (const auth of [undefined, async () => ({ token: await here.lobby.idToken(user) })]) {
      const rooms: unknown[] = [];
      const tab = openTab(here, user, auth && { auth: (room) => (rooms.push(room), auth()) });
      expect(tab.ai.getStatus()).toBe("initial");
      expect(tab.addresses).toEqual([]);
      expect((await tab.ai.getChats()).chats).toEqual([]);
      const [address] = tab.addresses;
      expect(address).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/ai\/v7\?tok=.+&version=3\.24\.2$/u);
      expect(rooms).toEqual(auth === undefined ? [] : [undefined]);
    }
  });

  test("stops permanently with a token that is not valid", async () => {
    const tab = openTab(here, "eve", {
      // The client can parse this token, but its signature is invalid.
      auth: async () => ({
        token: (await here.lobby.accessToken("eve", { "*": ["*:write"] })).replace(/[^.]+$/u, "A".repeat(86)),
      }),
    });
    tab.ai.connectInitially();
    await eventually(() => expect(tab.ai.getStatus()).toBe("disconnected"));
    expect(closings(tab.frames)).toMatchObject([{ code: 4001 }]);
  });

  test("does not open with only a public key", async () => {
    const client = here.lobby.client();
    const ai = aiOf(client);
    ai.connectInitially();
    await eventually(() => expect(ai.getStatus()).toBe("disconnected"));
  });
});

describe("questions and answers", () => {
  test("an answer is streamed to both tabs of its user in sync, and to the list of chats", async () => {
    const chat = newChat();
    const [a, b] = tabs(2) as [Tab, Tab];
    await Promise.all([a.load(chat), b.load(chat), b.ai.getChats()]);
    const gate = Promise.withResolvers<void>();
    here.provider.script([{ reasoning: "Hm." }, { text: "Use " }, { wait: gate.promise }, { text: "eu." }]);
    const id = await a.ask(chat, "Which region?");
    for (const tab of [a, b]) {
      await eventually(() => expect(partsOf(tab.answer(chat))).toEqual(["reasoning", "Use "]));
      expect(tab.answer(chat)).toMatchObject({ id, status: "generating", copilotId: here.copilotId });
    }
    gate.resolve();
    for (const tab of [a, b]) {
      await tab.settled(chat);
      expect(partsOf(tab.answer(chat))).toEqual(["reasoning", "Use eu."]);
      await eventually(() => expect(tab.ai.getChatById(chat)).toMatchObject({ id: chat, title: "A short title" }));
    }
    const [{ headers, body }] = here.provider.asked.slice(-1) as unknown as [(typeof here.provider.asked)[number]];
    expect(headers["authorization"]).toBe("Bearer key-of-project");
    expect(body.messages).toEqual([
      { role: "system", content: expect.stringContaining("Be brief.") },
      { role: "user", content: "Which region?" },
    ]);
    expect(body.model).toBe("llama");
  });

  test("an answer that is not streamed arrives whole", async () => {
    const chat = newChat();
    const [a] = tabs(1) as [Tab];
    here.provider.script([{ text: "Use " }, { text: "eu." }]);
    await a.ask(chat, "Which region?", { stream: false });
    await a.settled(chat);
    expect(partsOf(a.answer(chat))).toEqual(["Use eu."]);
    expect(a.frames.filter(({ text }) => text.includes('"event":"delta"'))).toEqual([]);
  });

  test("without a copilot, the server's default model answers", async () => {
    const chat = newChat();
    const [a] = tabs(1) as [Tab];
    here.provider.script([{ text: "Hello." }]);
    await a.ask(chat, "Hello?", { copilotId: undefined });
    await a.settled(chat);
    const [{ headers, body }] = here.provider.asked.slice(-1) as unknown as [(typeof here.provider.asked)[number]];
    expect([headers["authorization"], body.model]).toEqual(["Bearer key-of-operator", "default-model"]);
  });

  test("a conversation is sent along its own branch, with the knowledge of the page", async () => {
    const chat = newChat();
    const [a] = tabs(1) as [Tab];
    await a.load(chat);
    here.provider.script([{ text: "One." }], [{ text: "Two." }]);
    await a.ask(chat, "First?");
    await a.settled(chat);
    const { layerKey } = a.ai.registerKnowledgeLayer("page");
    a.ai.updateKnowledge(layerKey, { description: "The current path", value: "/docs" });
    await a.ask(chat, "Second?");
    await eventually(() => expect(partsOf(a.answer(chat))).toEqual(["Two."]));
    const { messages } = here.provider.asked.at(-1)!.body;
    expect(messages.slice(1)).toEqual([
      { role: "user", content: "First?" },
      { role: "assistant", content: "One." },
      { role: "user", content: "Second?" },
    ]);
    expect(messages[0].content).toContain('"The current path"');
  });
});

describe("tools", () => {
  test("a tool that executes by itself does so once, in the tab that asked", async () => {
    const chat = newChat();
    const [a, b] = tabs(2) as [Tab, Tab];
    await Promise.all([a.load(chat), b.load(chat)]);
    const executed = [vi.fn<(args: unknown) => object>(), vi.fn<(args: unknown) => object>()];
    for (const [n, tab] of [a, b].entries())
      tab.tool("region", {
        execute: (args) => (executed[n]!(args), { data: { region: "eu" }, description: "Say it in one word." }),
      });
    const call = { id: "call_1", name: "region", arguments: ['{"near":"', 'Rome"}'] };
    here.provider.script([{ text: "Let me see. " }, { call }], [{ text: "eu." }]);
    await a.ask(chat, "Which region?");
    for (const tab of [a, b]) {
      await tab.settled(chat);
      expect(partsOf(tab.answer(chat))).toEqual([
        "Let me see. ",
        { region: { type: "success", data: { region: "eu" } } },
        "eu.",
      ]);
    }
    expect(executed.map((one) => one.mock.calls)).toEqual([[[{ near: "Rome" }]], []]);
    const { messages, tools } = here.provider.asked.at(-1)!.body;
    expect(tools).toMatchObject([{ function: { name: "region" } }]);
    expect(messages.slice(-2)).toMatchObject([
      { role: "assistant", tool_calls: [{ id: "call_1", function: { name: "region" } }] },
      { role: "tool", tool_call_id: "call_1", content: expect.stringContaining("Say it in one word.") },
    ]);
    expect(
      JSON.stringify([a.frames, b.frames].map((frames) => frames.filter(({ direction }) => direction === "received"))),
    ).not.toContain("Say it in one word.");
  });

  test.each([
    ["data", { data: { id: "t1" }, description: "Created." }, { type: "success", data: { id: "t1" } }, /t1.*Created/u],
    [
      "an error",
      { error: "Failed to create team." },
      { type: "error", error: "Failed to create team." },
      /Failed to create/u,
    ],
    [
      "a reason to cancel",
      { cancel: "Changed my mind." },
      { type: "cancelled", cancelled: true, reason: "Changed my mind." },
      /Changed my mind/u,
    ],
    ["a cancel", { cancel: true }, { type: "cancelled", cancelled: true }, /cancelled/u],
  ])("a form waits, and is answered with %s from any tab, once", async (_, result, stored, told) => {
    const chat = newChat();
    const [a, b] = tabs(2) as [Tab, Tab];
    await Promise.all([a.load(chat), b.load(chat)]);
    for (const tab of [a, b]) tab.tool("create-team", {});
    here.provider.script(
      [{ call: { id: "call_1", name: "create-team", arguments: '{"name":"Engines"}' } }],
      [{ text: "Done." }],
    );
    const id = await a.ask(chat, "Create a team.");
    await Promise.all([a.settled(chat, "awaiting-tool"), b.settled(chat, "awaiting-tool")]);
    expect(partsOf(b.answer(chat))).toEqual([{ "create-team": "executing" }]);
    const options = { copilotId: here.copilotId };
    await b.ai.setToolResult(chat, id, "call_1", result as never, options);
    await a.ai.setToolResult(chat, id, "call_1", { data: { id: "late" } }, options);
    for (const tab of [a, b]) {
      await tab.settled(chat);
      expect(partsOf(tab.answer(chat))).toEqual([{ "create-team": stored }, "Done."]);
    }
    const sent = here.provider.asked.at(-1)!.body.messages.at(-1);
    expect(sent).toMatchObject({ role: "tool", tool_call_id: "call_1", content: expect.stringMatching(told) });
    const answers = a.frames.filter(
      ({ direction, text }) => direction === "received" && text.includes('"set-tool-result"'),
    );
    expect(answers.map(({ text }) => (JSON.parse(text) as { ok: boolean }).ok)).toEqual([false]);
  });

  test("several tools at once settle together, accept results in any order, and continue after the last", async () => {
    const chat = newChat();
    const [a] = tabs(1) as [Tab];
    await a.load(chat);
    for (const name of ["one", "two"]) a.tool(name, {});
    here.provider.script(
      [
        {
          calls: [
            { id: "call_1", name: "one", arguments: ['{"a"', ":1}"] },
            { id: "call_2", name: "two", arguments: ['{"b"', ":2}"] },
          ],
        },
      ],
      [{ text: "Both." }],
    );
    const id = await a.ask(chat, "Both!");
    await a.settled(chat, "awaiting-tool");
    expect(partsOf(a.answer(chat))).toEqual([{ one: "executing" }, { two: "executing" }]);
    expect(a.answer(chat)).toMatchObject({ contentSoFar: [{ args: { a: 1 } }, { args: { b: 2 } }] });
    await a.ai.setToolResult(chat, id, "call_2", { data: {} }, {});
    expect(a.answer(chat).status).toBe("awaiting-tool");
    await a.ai.setToolResult(chat, id, "call_1", { error: "No." }, {});
    await a.settled(chat);
    expect(partsOf(a.answer(chat)).at(-1)).toBe("Both.");
    expect(here.provider.asked.at(-1)!.body.messages.slice(-2)).toMatchObject([
      { tool_call_id: "call_1", content: "No." },
      { tool_call_id: "call_2" },
    ]);
  });

  test("a call of an unknown tool, or with invalid arguments, is reported to the model once and never shown", async () => {
    const chat = newChat();
    const [a] = tabs(1) as [Tab];
    await a.load(chat);
    a.tool("one", { execute: () => ({ data: {} }) });
    const broken = { call: { id: "call_1", name: "one", arguments: '{"a":' } };
    const unknown = { call: { id: "call_2", name: "volcano", arguments: "{}" } };
    here.provider.script([broken, unknown], [{ text: "Sorry." }]);
    await a.ask(chat, "Go!");
    await a.settled(chat);
    expect(partsOf(a.answer(chat))).toEqual(["Sorry."]);
    expect(here.provider.asked.at(-1)!.body.messages.slice(-2)).toMatchObject([
      { role: "tool", tool_call_id: "call_1" },
      { role: "tool", tool_call_id: "call_2" },
    ]);

    here.provider.script([unknown], [broken]);
    await a.ask(chat, "Again!");
    await a.settled(chat, "failed");
    expect(a.answer(chat)).toMatchObject({ errorReason: "The AI provider could not process the request" });
  });
});

describe("aborting", () => {
  test("at once, in the middle and while a tool waits keeps the text so far, and the chat continues", async () => {
    const chat = newChat();
    const [a, b] = tabs(2) as [Tab, Tab];
    await Promise.all([a.load(chat), b.load(chat)]);
    a.tool("form", {});
    // A question that is aborted at once may never reach the provider.
    const answers: Readonly<Record<string, readonly ProviderPiece[]>> = {
      "One?": ["hang"],
      "Two?": [{ text: "So far" }, "hang"],
      "Three?": [{ call: { id: "call_1", name: "form", arguments: "{}" } }],
      "Four?": [{ text: "Here again." }],
    };
    here.provider.answer = ({ body }) => ({ pieces: answers[body.messages.at(-1).content] ?? [{ text: "A title" }] });
    const aborted = { status: "failed", errorReason: "Aborted by user" };

    // Before the answer to the question has arrived.
    const asked = a.ask(chat, "One?");
    const [first] = a.messages(chat).slice(-1) as unknown as [{ id: MessageId }];
    await Promise.all([asked, a.ai.abort(first.id)]);
    await eventually(() => expect(b.answer(chat)).toMatchObject({ ...aborted, id: first.id, contentSoFar: [] }));

    const second = await a.ask(chat, "Two?");
    await eventually(() => expect(partsOf(b.answer(chat))).toEqual(["So far"]));
    await b.ai.abort(second);
    for (const tab of [a, b])
      await eventually(() =>
        expect(tab.answer(chat)).toMatchObject({ ...aborted, contentSoFar: [{ text: "So far" }] }),
      );
    await here.provider.asked.at(-1)!.closed;

    const third = await a.ask(chat, "Three?");
    await a.settled(chat, "awaiting-tool");
    await a.ai.abort(third);
    const cancelled = { type: "cancelled", cancelled: true, reason: "Aborted by user" };
    for (const tab of [a, b]) {
      await eventually(() => expect(tab.answer(chat)).toMatchObject(aborted));
      expect(partsOf(tab.answer(chat))).toEqual([{ form: cancelled }]);
    }

    await a.ask(chat, "Four?");
    await a.settled(chat);
    const { messages } = here.provider.asked.at(-1)!.body;
    expect(messages.slice(1).map(({ role, content }: { role: string; content: unknown }) => [role, content])).toEqual([
      ["user", "One?"],
      ["user", "Two?"],
      ["assistant", "So far"],
      ["user", "Three?"],
      ["assistant", null],
      ["tool", expect.stringContaining("Aborted by user")],
      ["user", "Four?"],
    ]);
    await a.ai.abort("ms_unknown" as MessageId);
  });
});

describe("failures", () => {
  test.each([
    ["overload", { fault: "overloaded" }, "The AI provider is currently overloaded or unavailable"],
    ["rate", { fault: "rate" }, "The AI provider's rate limit or quota exceeded"],
    ["key", { fault: "key" }, "The AI provider rejected the API key"],
    [
      "schema",
      { fault: "schema" },
      "For this AI provider, 'additionalProperties: false' is required to be set in the properties",
    ],
    ["request", { fault: "request" }, "The AI provider could not process the request"],
    ["broken", { pieces: [{ text: "So far" }, "cut"] }, "The AI provider is currently overloaded or unavailable"],
    [
      "length",
      { pieces: [{ text: "So far" }], finish: "length" },
      "The AI provider response exceeded the maximum token limit",
    ],
    ["filter", { pieces: [], finish: "filter" }, "The response was blocked by the AI provider's content filter"],
  ] as const)("%s: the message fails with the text that users read", async (_, answer, errorReason) => {
    const chat = newChat();
    const [a] = tabs(1) as [Tab];
    here.provider.script(answer);
    await a.ask(chat, "Hello?");
    await a.settled(chat, "failed");
    expect(a.answer(chat)).toMatchObject({ errorReason });
    expect(partsOf(a.answer(chat))).toEqual(JSON.stringify(answer).includes("So far") ? ["So far"] : []);
  });

  test("an answer that takes too long, one of no copilot, and one whose provider may not be called", async () => {
    const chat = newChat();
    const [a] = tabs(1) as [Tab];
    await a.load(chat);
    here.provider.script([{ text: "So far" }, "hang"]);
    await a.ask(chat, "One?", { timeout: 300 });
    await a.settled(chat, "failed");
    expect(a.answer(chat)).toMatchObject({ errorReason: "The response timed out", contentSoFar: [{ text: "So far" }] });

    await a.ask(chat, "Two?", { copilotId: "co_unknown" as never });
    await eventually(() => expect(a.answer(chat)).toMatchObject({ errorReason: "Copilot not found" }));

    const { id } = await createCopilot(here.lobby.api, here.provider, { providerBaseUrl: "http://ada:pw@127.0.0.1/" });
    await a.ask(chat, "Three?", { copilotId: id as never });
    await eventually(() =>
      expect(a.answer(chat)).toMatchObject({ errorReason: "The AI provider could not process the request" }),
    );
  });
});

describe("changes", () => {
  test("another answer, an edit, deletions and a cleared chat are the same in every tab", async () => {
    const chat = newChat();
    const [a, b] = tabs(2) as [Tab, Tab];
    await Promise.all([a.load(chat), b.load(chat), a.ai.getChats(), b.ai.getChats()]);
    const both = (check: (tab: typeof a) => void) => eventually(() => [a, b].forEach(check));
    here.provider.script([{ text: "One." }], [{ text: "Two." }], [{ text: "Three." }]);
    await a.ask(chat, "First?");
    await a.settled(chat);
    const [question, one] = a.messages(chat) as unknown as [{ id: MessageId }, { id: MessageId }];

    const two = await b.ask(chat, { again: question.id });
    await both((tab) => {
      expect(tab.messages(chat).map(partsOf)).toEqual([["First?"], ["Two."]]);
      expect(tab.answer(chat)).toMatchObject({ id: two, navigation: { prev: one.id, next: null } });
    });

    const three = await a.ask(chat, "First, please?", { parent: null });
    await both((tab) => {
      expect(tab.messages(chat).map(partsOf)).toEqual([["First, please?"], ["Three."]]);
      expect(tab.messages(chat)[0]).toMatchObject({ navigation: { prev: question.id } });
    });

    // The branch of the newest message is shown, so its question is deleted as well.
    await a.ai.deleteMessage(chat, three);
    await a.ai.deleteMessage(chat, a.messages(chat)[0]!.id);
    await b.ai.deleteMessage(chat, two);
    await both((tab) => expect(tab.messages(chat).map(partsOf)).toEqual([["First?"], ["One."]]));

    await a.ai.clearChat(chat);
    await both((tab) => {
      expect(tab.messages(chat)).toEqual([]);
      expect(tab.ai.getChatById(chat)).toMatchObject({ title: "A short title" });
      expect(tab.ai.getChatById(chat)!.lastMessageAt).toBeUndefined();
    });
    await b.ai.deleteChat(chat);
    await both((tab) => expect(tab.ai.queryChats({})).toEqual([]));
    expect((await a.ai.getChats()).chats).toEqual([]);
  });

  test("a tab that has not opened the chat receives no messages, and gets all of them when it opens it", async () => {
    const chat = newChat();
    const [a, b] = tabs(2) as [Tab, Tab];
    await Promise.all([a.load(chat), b.ai.getChats()]);
    here.provider.script([{ text: "One." }], [{ text: "Two." }]);
    for (const [n, text] of ["First?", "Second?"].entries()) {
      await a.ask(chat, text);
      await eventually(() => expect(a.messages(chat).map(({ role }) => role)).toHaveLength(2 * n + 2));
      await a.settled(chat);
    }
    await eventually(() => expect(b.ai.getChatById(chat)?.title).toBe("A short title"));
    expect(b.frames.filter(({ text }) => /"(messages|message|delta)"/u.test(text))).toEqual([]);
    await b.load(chat);
    expect(b.messages(chat).map(partsOf)).toEqual([["First?"], ["One."], ["Second?"], ["Two."]]);
  });
});

describe("the list of chats", () => {
  test("is ordered by the last message, filtered by metadata, and read in pages", async () => {
    const user = newUser();
    const [a, b] = tabs(2, user) as [Tab, Tab];
    for (let n = 0; n < 52; n++)
      // A client may send so many commands at once.
      await (n < 26 ? a : b).ai.getOrCreateChat(`c${n}`, {
        title: `Chat ${n}`,
        metadata: n % 2 === 0 ? { tag: ["even", "all"] } : { tag: ["odd", "all"], archived: "yes" },
      });
    const again = await a.ai.getOrCreateChat("c3", { title: "Another", metadata: {} });
    expect(again.chat).toMatchObject({ id: "c3", title: "Chat 3", metadata: { archived: "yes" } });
    const first = await b.ai.getChats();
    expect(first.chats.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, n) => `c${51 - n}`));
    const second = await b.ai.getChats({ cursor: first.nextCursor! });
    expect([second.chats.map(({ id }) => id), second.nextCursor]).toEqual([["c1", "c0"], null]);
    const even = await b.ai.getChats({ query: { metadata: { tag: ["even"] } } });
    expect(even.chats).toHaveLength(26);
    const open = await b.ai.getChats({ query: { metadata: { archived: null, tag: ["all"] } } });
    expect(open.chats.map(({ id }) => id)).toEqual(even.chats.map(({ id }) => id));
    expect((await b.ai.getChats({ query: { metadata: { archived: "yes" } } })).chats).toHaveLength(26);

    here.provider.script([{ text: "One." }]);
    await a.ask("c0", "First?");
    await a.settled("c0");
    await eventually(() => expect(b.ai.queryChats({})[0]?.id).toBe("c0"));
    // A title that was given stays.
    expect(b.ai.queryChats({})[0]!.title).toBe("Chat 0");
    expect((await b.ai.getChats()).chats[0]!.id).toBe("c0");
  });

  test("contains no chats that were only viewed", async () => {
    const [a, b] = tabs(2) as [Tab, Tab];
    const chat = newChat();
    await a.load(chat);
    expect(a.messages(chat)).toEqual([]);
    expect((await b.ai.getChats()).chats).toEqual([]);
  });
});

describe("a connection that is lost", () => {
  test("in the middle of an answer leaves no gap and repeats no text", async () => {
    const chat = newChat();
    const [a, b] = tabs(2) as [Tab, Tab];
    await Promise.all([a.load(chat), b.load(chat)]);
    const [missed, last] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    here.provider.script([
      { text: "One " },
      { wait: missed.promise },
      { text: "two " },
      { wait: last.promise },
      { text: "three." },
    ]);
    await a.ask(chat, "Count!");
    await eventually(() => expect(partsOf(a.answer(chat))).toEqual(["One "]));
    a.cut();
    missed.resolve();
    await eventually(() => expect(partsOf(b.answer(chat))).toEqual(["One two "]));
    await eventually(() => expect(partsOf(a.answer(chat))).toEqual(["One two "]));
    expect(a.addresses).toHaveLength(2);
    last.resolve();
    for (const tab of [a, b]) {
      await tab.settled(chat);
      expect(partsOf(tab.answer(chat))).toEqual(["One two three."]);
    }
  });

  test("while an answer ends delivers the rest after reconnecting", async () => {
    const chat = newChat();
    const [a, b] = tabs(2) as [Tab, Tab];
    await Promise.all([a.load(chat), b.load(chat)]);
    const missed = Promise.withResolvers<void>();
    here.provider.script([{ text: "One " }, { wait: missed.promise }, { text: "two." }]);
    await a.ask(chat, "Count!");
    await eventually(() => expect(partsOf(a.answer(chat))).toEqual(["One "]));
    a.cut();
    missed.resolve();
    for (const tab of [b, a]) {
      await tab.settled(chat);
      expect(partsOf(tab.answer(chat))).toEqual(["One two."]);
    }
  });
});
