import type { AiAssistantMessage, AiChat, AiEvent, AiMessage } from "@weft/protocol";
import { expect, test } from "vitest";
import { changed, noChats, sortedChats } from "./chat-state.ts";
import type { ChatChange, ChatState } from "./chat-state.ts";

const at = "2026-05-02T10:09:00.000Z";
const minute = (count: number) => new Date(Date.UTC(2026, 4, 2, 10, count)).toISOString();

function chat(id: string, fields: Partial<AiChat> = {}): AiChat {
  return { id, title: "", metadata: {}, createdAt: minute(0), ...fields };
}

const question: AiMessage = {
  id: "u1",
  chatId: "c",
  parentId: null,
  role: "user",
  content: [{ type: "text", text: "Which region?" }],
  createdAt: minute(1),
};

function answer(status: "generating" | "completed", text: string): AiAssistantMessage {
  const fields = { id: "a1", chatId: "c", parentId: "u1", role: "assistant", createdAt: minute(2) } as const;
  const content = text === "" ? [] : [{ type: "text", text } as const];
  return status === "completed" ? { ...fields, status, content } : { ...fields, status, contentSoFar: content };
}

function after(state: ChatState, ...changes: (ChatChange | AiEvent)[]): ChatState {
  return changes.reduce<ChatState>(
    (now, change) => changed(now, "type" in change ? change : { type: "event", event: change, at }),
    state,
  );
}

const asked: ChatChange = { type: "asking", messages: [question, answer("generating", "")] };
const text = (textDelta: string): AiEvent => ({ event: "delta", id: "a1", delta: { type: "text-delta", textDelta } });
const shown = (state: ChatState) => state.messages.get("c")?.get("a1");

test("a question is shown at once, grows by deltas, and the settled answer is authoritative", () => {
  const asking = after(noChats, asked);
  expect([...asking.messages.get("c")!.keys()]).toEqual(["u1", "a1"]);
  expect(asking.optimistic).toEqual(new Set(["u1", "a1"]));
  const streaming = after(
    asking,
    { type: "messages", messages: [question, answer("generating", "")] },
    text("Use "),
    text("eu."),
  );
  expect(streaming.optimistic.size).toBe(0);
  expect(shown(streaming)).toEqual(answer("generating", "Use eu."));
  const settled = after(streaming, { event: "settle", message: answer("completed", "Use `eu`.") }, text(" late"));
  expect(shown(settled)).toEqual(answer("completed", "Use `eu`."));
});

test("a delta for an unknown message changes nothing", () => {
  expect(after(noChats, text("x"))).toBe(noChats);
});

test("a question that could not be sent is a failed answer; one that was answered meanwhile stays", () => {
  const failing: ChatChange = { type: "askFailed", chatId: "c", messageId: "a1", reason: "No answer." };
  expect(shown(after(noChats, asked, failing))).toMatchObject({ status: "failed", errorReason: "No answer." });
  const done: AiEvent = { event: "settle", message: answer("completed", "Yes") };
  expect(shown(after(noChats, asked, done, failing))).toEqual(answer("completed", "Yes"));
});

test("after a restart of the server answers in progress are lost, except those it has not seen", () => {
  const lost = after(noChats, { type: "messages", messages: [answer("generating", "Use")] }, { event: "rebooted" });
  expect(shown(lost)).toMatchObject({
    status: "failed",
    errorReason: "Lost connection",
    contentSoFar: [{ text: "Use" }],
  });
  expect(shown(after(noChats, asked, { event: "rebooted" }))).toEqual(answer("generating", ""));
  const later = after(lost, { event: "sync", messages: [answer("completed", "Use eu.")] });
  expect(shown(later)).toEqual(answer("completed", "Use eu."));
});

test("a loaded tree replaces what was known, except questions under way", () => {
  const stale = after(noChats, { type: "messages", messages: [{ ...question, id: "gone" }] }, asked);
  const loaded = after(stale, { type: "tree", chat: chat("c"), messages: [] });
  expect([...loaded.messages.get("c")!.keys()]).toEqual(["u1", "a1"]);
  expect(loaded.loaded).toEqual(new Set(["c"]));
});

test("a chat that was only viewed is not in any list before its first message", () => {
  const looked = after(noChats, { type: "tree", chat: chat("c"), messages: [] });
  expect(sortedChats(looked)).toEqual([]);
  expect(looked.loaded).toEqual(new Set(["c"]));
  expect(sortedChats(after(looked, { event: "sync", chats: [chat("c")] }))).toEqual([chat("c")]);
});

test("a sync removes first, then adds; a deleted message stays for those below it, without content", () => {
  const state = after(noChats, asked, {
    event: "sync",
    "-messages": [
      { id: "u1", chatId: "c" },
      { id: "unknown", chatId: "c" },
    ],
    messages: [answer("completed", "Yes")],
  });
  expect(state.messages.get("c")?.get("u1")).toEqual({ ...question, content: [], deletedAt: at });
  expect(shown(state)).toEqual(answer("completed", "Yes"));
  const cleared = after(state, { event: "sync", clear: ["c", "unknown"] });
  expect([...cleared.messages]).toEqual([["c", new Map()]]);
});

test("a deleted chat does not come back, whatever arrives late", () => {
  const known: ChatChange = { type: "tree", chat: chat("c"), messages: [question] };
  const late: AiEvent = { event: "sync", chats: [chat("c", { title: "Late" })], messages: [answer("completed", "x")] };
  const state = after(noChats, known, { event: "sync", "-chats": ["c"] }, late, known, {
    type: "chats",
    chats: [chat("c"), chat("d")],
  });
  expect([...state.chats.keys()]).toEqual(["d"]);
  expect(state.messages.size).toBe(0);
  expect(state.loaded.size).toBe(0);
});

test("chats are listed by their last message, else by creation, the newest first", () => {
  const chats = [
    chat("b"),
    chat("a"),
    chat("old", { lastMessageAt: minute(1) }),
    chat("new", { createdAt: minute(5) }),
    chat("newest", { lastMessageAt: minute(6) }),
  ];
  expect(sortedChats(after(noChats, { type: "chats", chats })).map(({ id }) => id)).toEqual([
    "newest",
    "new",
    "old",
    "a",
    "b",
  ]);
});

test("a sync in the middle of arguments freezes them until the whole invocation arrives", () => {
  const tool = { type: "tool-invocation", invocationId: "i1", name: "t" } as const;
  const streamed = after(
    noChats,
    asked,
    { event: "delta", id: "a1", delta: { type: "tool-stream", invocationId: "i1", name: "t" } },
    { event: "delta", id: "a1", delta: { type: "tool-delta", delta: '{"a":"b' } },
  );
  expect(shown(streamed)).toMatchObject({ contentSoFar: [{ ...tool, partialArgs: { a: "b" } }] });
  const snapshot = after(
    streamed,
    { event: "sync", messages: [shown(streamed)!] },
    { event: "delta", id: "a1", delta: { type: "tool-delta", delta: 'c"}' } },
  );
  expect(shown(snapshot)).toEqual(shown(streamed));
});
