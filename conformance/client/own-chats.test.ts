/** A user's chats in a tab of `@weft/client` and in one of the official client. */
import type { MessageId } from "@liveblocks/core";
import { createClient, defineAiTool } from "@weft/client";
import type { AiChatMessage, Chats } from "@weft/client";
import { openLink } from "@weft/testkit";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { openChatLobby, openTab, partsOf } from "../support/chat-tabs.ts";
import type { ChatLobby, Tab } from "../support/chat-tabs.ts";
import { eventually } from "../support/eventually.ts";

let here: ChatLobby;
let count = 0;
beforeAll(async () => void (here = await openChatLobby()));
afterAll(() => here[Symbol.asyncDispose]());

async function openOwn(user: string, url = here.lobby.server.url): Promise<Chats> {
  const client = createClient({
    baseUrl: url,
    authEndpoint: async () => ({ token: await here.lobby.accessToken(user, { "*": ["*:write"] }) }),
  });
  const chats = await client.loadChats();
  onTestFinished(() => chats.disconnect());
  return chats;
}

/** Both tabs of a new user, with a chat that both have loaded. */
async function openBoth(url?: string) {
  const user = `own-user-${count}`;
  const chat = `own-chat-${count++}`;
  const [own, official] = [await openOwn(user, url), openTab(here, user)];
  await Promise.all([own.load(chat), official.load(chat)]);
  return { own, official, chat, user };
}

const messagesOf = (own: Chats, chat: string): readonly AiChatMessage[] => {
  const snapshot = own.messages(chat).getSnapshot();
  return "messages" in snapshot ? snapshot.messages : [];
};
const shown = (own: Chats, chat: string) => messagesOf(own, chat).map((message) => partsOf(message as never));
const officialShown = (tab: Tab, chat: string) => tab.messages(chat).map(partsOf);
const answerOf = (own: Chats, chat: string) => messagesOf(own, chat).findLast(({ role }) => role === "assistant")!;
const settled = (own: Chats, chat: string, status = "completed") =>
  eventually(() => expect(answerOf(own, chat)).toMatchObject({ status }));

test("an answer is streamed to both, whichever asks, and both list the chat with its title", async () => {
  const { own, official, chat } = await openBoth();
  const list = own.chats();
  onTestFinished(list.subscribe(() => {}));
  const gate = Promise.withResolvers<void>();
  here.provider.script([{ reasoning: "Hm." }, { text: "Use " }, { wait: gate.promise }, { text: "eu." }]);
  const asked = own.ask(chat, "Which region?", { copilotId: here.copilotId });
  expect(shown(own, chat)).toEqual([["Which region?"], []]);
  expect(own.status(chat).getSnapshot()).toEqual({ status: "generating" });
  const id = await asked;
  await eventually(() => {
    expect(partsOf(official.answer(chat))).toEqual(["reasoning", "Use "]);
    expect(shown(own, chat)).toEqual([["Which region?"], ["reasoning", "Use "]]);
  });
  expect(own.status(chat).getSnapshot()).toEqual({ status: "generating", partType: "text" });
  expect(answerOf(own, chat)).toMatchObject({ id, status: "generating", copilotId: here.copilotId });
  gate.resolve();
  await Promise.all([settled(own, chat), official.settled(chat)]);
  await eventually(() => expect(own.status(chat).getSnapshot()).toEqual({ status: "idle" }));
  await eventually(() =>
    expect(list.getSnapshot()).toMatchObject({ items: [{ id: chat, title: "A short title" }], hasFetchedAll: true }),
  );
  here.provider.script([{ text: "Yes." }]);
  await official.ask(chat, "Sure?");
  await eventually(() =>
    expect(shown(own, chat)).toEqual([["Which region?"], ["reasoning", "Use eu."], ["Sure?"], ["Yes."]]),
  );
});

test("a tool runs by itself once, in the tab that asked, with the page's knowledge beside it", async () => {
  const { own, official, chat } = await openBoth();
  const executed = vi.fn<(near: string) => void>();
  const region = defineAiTool<{ region: string }>()({
    description: "The region",
    parameters: { type: "object", properties: { near: { type: "string" } }, required: ["near"] },
    execute: ({ near }) => (executed(near), { data: { region: "eu" }, description: "Say it in one word." }),
  });
  own.registerTool("region", region);
  own.registerTool("hidden", { ...region, enabled: false });
  official.tool("region", { execute: () => (executed("official"), { data: {} }) });
  const knowledge = own.tools.registerKnowledge({ description: "The path", value: "/" }, chat);
  knowledge.update({ description: "The path", value: "/docs" });
  here.provider.script(
    [{ text: "Let me see. " }, { call: { id: "call_1", name: "region", arguments: ['{"near":"', 'Rome"}'] } }],
    [{ text: "eu." }],
  );
  await own.ask(chat, "Which region?", { copilotId: here.copilotId });
  await Promise.all([settled(own, chat), official.settled(chat)]);
  const expected = ["Let me see. ", { region: { type: "success", data: { region: "eu" } } }, "eu."];
  expect([shown(own, chat)[1], partsOf(official.answer(chat))]).toEqual([expected, expected]);
  expect(executed.mock.calls).toEqual([["Rome"]]);
  const { messages, tools } = here.provider.asked.at(-1)!.body;
  expect(tools).toMatchObject([{ function: { name: "region" } }]);
  expect(messages[0].content).toContain("/docs");
  expect(messages.at(-1).content).toContain("Say it in one word.");
});

test("a form waits for either tab, and a second answer to it is ignored", async () => {
  const { own, official, chat } = await openBoth();
  own.registerTool("form", { parameters: { type: "object" } });
  here.provider.script([{ call: { id: "call_1", name: "form", arguments: "{}" } }], [{ text: "Done." }]);
  const id = await own.ask(chat, "Go.", { copilotId: here.copilotId });
  await Promise.all([settled(own, chat, "awaiting-tool"), official.settled(chat, "awaiting-tool")]);
  expect(own.status(chat).getSnapshot()).toEqual({
    status: "generating",
    partType: "tool-invocation",
    toolName: "form",
  });
  await official.ai.setToolResult(chat, id as MessageId, "call_1", { cancel: "Not now." }, {});
  await own.setToolResult(chat, id, "call_1", { data: {} });
  await settled(own, chat);
  expect(shown(own, chat)[1]).toEqual([{ form: { type: "cancelled", cancelled: true, reason: "Not now." } }, "Done."]);
});

test("answers again, edits, deletions, a cleared and a deleted chat are the same in both", async () => {
  const { own, official, chat } = await openBoth();
  const list = own.chats();
  onTestFinished(list.subscribe(() => {}));
  here.provider.script([{ text: "One." }], [{ text: "Two." }], [{ text: "Three." }]);
  await own.ask(chat, "First?", { copilotId: here.copilotId });
  await settled(own, chat);
  const [question, one] = messagesOf(own, chat) as [AiChatMessage, AiChatMessage];
  const two = await own.ask(chat, { again: question.id });
  await settled(own, chat);
  expect(answerOf(own, chat)).toMatchObject({ id: two, navigation: { parent: question.id, prev: one.id, next: null } });
  expect(own.messages(chat, one.id).getSnapshot()).toMatchObject({ messages: [{ id: question.id }, { id: one.id }] });
  await official.settled(chat);
  const three = await official.ask(chat, "First, please?", { parent: null });
  await eventually(() => expect(shown(own, chat)).toEqual([["First, please?"], ["Three."]]));
  expect(messagesOf(own, chat)[0]).toMatchObject({ navigation: { prev: question.id } });
  await own.deleteMessage(chat, three);
  await own.deleteMessage(chat, messagesOf(own, chat)[0]!.id);
  await official.ai.deleteMessage(chat, two as MessageId);
  await eventually(() => expect(shown(own, chat)).toEqual([["First?"], ["One."]]));
  await eventually(() => expect(officialShown(official, chat)).toEqual([["First?"], ["One."]]));
  await official.ai.clearChat(chat);
  await eventually(() => expect(shown(own, chat)).toEqual([]));
  await own.deleteChat(chat);
  await eventually(() => expect(official.ai.queryChats({})).toEqual([]));
  expect(list.getSnapshot()).toMatchObject({ items: [] });
});

test("an abort keeps what was written, and a failure says why", async () => {
  const { own, official, chat } = await openBoth();
  here.provider.script([{ text: "So far" }, "hang"]);
  const id = await own.ask(chat, "Go on.", { copilotId: here.copilotId });
  await eventually(() => expect(shown(own, chat)[1]).toEqual(["So far"]));
  await own.abort(id);
  const aborted = { status: "failed", errorReason: "Aborted by user" };
  await eventually(() => expect([answerOf(own, chat), official.answer(chat)]).toMatchObject([aborted, aborted]));
  expect(shown(own, chat)[1]).toEqual(["So far"]);
  await own.ask(chat, "And?", { copilotId: "co_unknown" });
  await eventually(() =>
    expect(answerOf(own, chat)).toMatchObject({ status: "failed", errorReason: "Copilot not found" }),
  );
});

test("a connection that is lost in the middle of an answer costs nothing of it", async () => {
  await using link = await openLink(here.lobby.server.port);
  const { own, official, chat } = await openBoth(link.url);
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  here.provider.script([
    { text: "one " },
    { wait: gates[0]!.promise },
    { text: "two " },
    { wait: gates[1]!.promise },
    { text: "three" },
  ]);
  await own.ask(chat, "Count.", { copilotId: here.copilotId });
  await eventually(() => expect(shown(own, chat)[1]).toEqual(["one "]));
  link.down();
  await eventually(() => expect(own.getStatus()).not.toBe("connected"));
  gates[0]!.resolve();
  await eventually(() => expect(partsOf(official.answer(chat))).toEqual(["one two "]));
  const later = own.deleteMessage(chat, "ms_unknown").catch((error: unknown) => error);
  link.up();
  await eventually(() => expect(shown(own, chat)[1]).toEqual(["one two "]));
  gates[1]!.resolve();
  await settled(own, chat);
  expect(shown(own, chat)[1]).toEqual(["one two three"]);
  await later;
});

test("chats are listed in pages by the last message, and filtered by metadata", async () => {
  const { own, official } = await openBoth();
  for (let n = 0; n < 52; n++)
    // A client may send so many commands at once.
    await (n < 26 ? own : official.ai).getOrCreateChat(`c${n}`, {
      title: `Chat ${n}`,
      metadata: n % 2 === 0 ? { tag: ["even", "all"] } : { tag: ["odd", "all"], archived: "yes" },
    });
  const [all, even] = [own.chats(), own.chats({ metadata: { tag: ["even"], archived: null } })];
  for (const list of [all, even]) onTestFinished(list.subscribe(() => {}));
  const ids = (list: typeof all) => {
    const snapshot = list.getSnapshot();
    return "items" in snapshot ? snapshot.items.map(({ id }) => id) : [];
  };
  await eventually(() => expect([ids(all).length, ids(even).length]).toEqual([50, 26]));
  expect(all.getSnapshot()).toMatchObject({ hasFetchedAll: false });
  await all.fetchMore();
  expect(ids(all)).toHaveLength(52);
  await official.ai.deleteChat("c0");
  await eventually(() => expect([ids(all).length, ids(even).length]).toEqual([51, 25]));
});

test("a public key has no chats, and the promise says so", async () => {
  const { url, publicKey } = here.lobby.server;
  const chats = await createClient({ baseUrl: url, publicApiKey: publicKey }).loadChats();
  await expect(chats.load("c")).rejects.toThrow("authEndpoint");
  expect([chats.getStatus(), chats.status("c").getSnapshot()]).toEqual(["disconnected", { status: "disconnected" }]);
});
