import type { ProjectId } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import { readMessages } from "../src/chats/read-messages.ts";
import type { AnswerRecord, ChatOwner, ChatRecord, ChatRecords, UserMessageRecord } from "../src/chats/chat-records.ts";

export interface ChatRecordsUnderTest extends AsyncDisposable {
  readonly chats: ChatRecords;
}

const ada: ChatOwner = { project: "p1" as ProjectId, organizationId: "default", userId: "ada" };
const others: readonly ChatOwner[] = [
  { ...ada, userId: "bob" },
  { ...ada, organizationId: "acme" },
  { ...ada, project: "p2" as ProjectId },
];
const many = 100;
const lease = { node: "n1", now: 50, until: 60 };

export const newChat = (id: string, change: Partial<ChatRecord> = {}): ChatRecord => ({
  id,
  title: "",
  metadata: {},
  createdAt: 10,
  ...change,
});
export const newQuestion = (id: string, change: Partial<UserMessageRecord> = {}): UserMessageRecord => ({
  id,
  chatId: "c",
  parentId: null,
  role: "user",
  content: [{ type: "text", text: "Hi?" }],
  createdAt: 20,
  ...change,
});
export const newAnswer = (id: string, change: Partial<AnswerRecord> = {}): AnswerRecord => ({
  id,
  chatId: "c",
  parentId: "ms_u",
  role: "assistant",
  status: "generating",
  content: [],
  createdAt: 21,
  run: { stream: true, timeoutMs: 30_000, steps: 1, record: [], descriptions: {} },
  ...change,
});
const waiting = newAnswer("ms_a", {
  status: "awaiting-tool",
  content: [{ type: "tool-invocation", stage: "executing", invocationId: "i1", name: "t", args: { z: 1, a: [null] } }],
  copilotId: "co_1",
  run: { stream: false, timeoutMs: 5, steps: 2, model: "m", record: ["{}"], descriptions: { i1: "d" } },
});

/** What every ChatRecords promises. An adapter's test file is one call to this. */
export function chatRecordsSuite(open: () => Promise<ChatRecordsUnderTest>): void {
  const withChat = async () => {
    const under = await open();
    await under.chats.create(ada, newChat("c"), many);
    return under;
  };

  describe("ChatRecords", () => {
    test("a chat is created once, for its user alone", async () => {
      await using under = await open();
      const { chats } = under;
      const chat = newChat("c", { title: "T", metadata: { tags: ["a", "b"], kind: "help" } });
      expect(await chats.create(ada, chat, 1)).toEqual(chat);
      expect(await chats.create(ada, newChat("c"), 1)).toEqual(chat);
      expect(await chats.create(ada, newChat("d"), 1)).toBe("full");
      expect(await chats.find(ada, "c")).toEqual(chat);
      for (const other of others) {
        expect(await chats.find(other, "c")).toBeUndefined();
        expect(await chats.create(other, newChat("c"), 1)).toEqual(newChat("c"));
      }
      expect(await chats.setTitle(ada, "c", "Other")).toBe(false);
      expect(await chats.setTitle(others[0]!, "c", "Given")).toBe(true);
      expect(await chats.find(others[0]!, "c")).toMatchObject({ title: "Given" });
      await chats.delete(ada, "c");
      expect(await chats.find(ada, "c")).toBeUndefined();
      expect(await chats.find(others[1]!, "c")).toBeDefined();
    });

    test("chats of a project from before an instant are found, the oldest first, and no others", async () => {
      await using under = await open();
      const { chats } = under;
      for (const [owner, id, createdAt] of [
        [ada, "new", 30],
        [ada, "edge", 20],
        [ada, "late", 19],
        [others[1]!, "early", 5],
      ] as const)
        await chats.create(owner, newChat(id, { createdAt }), 9);
      const expired = async (limit: number) => (await chats.expired(ada.project, 20, limit)).map(({ id }) => id);
      const ofProject = others[1]!.project === ada.project ? ["early", "late"] : ["late"];
      expect(await expired(9)).toEqual(ofProject);
      expect(await expired(1)).toEqual(ofProject.slice(0, 1));
      expect((await chats.expired(ada.project, 20, 9)).at(-1)?.owner).toEqual(ada);
      for (const { owner, id } of await chats.expired(ada.project, 20, 9)) await chats.delete(owner, id);
      expect(await expired(9)).toEqual([]);
      expect(await chats.find(ada, "edge")).toBeDefined();
    });

    test("chats are listed from the newest to the oldest by their last message, page by page, and filtered", async () => {
      await using under = await open();
      const { chats } = under;
      for (const [id, createdAt, metadata] of [
        ["a", 1, { kind: "x" }],
        ["b", 3, { kind: "x", tags: ["1", "2"] }],
        ["d", 3, { tags: ["2"] }],
        ["c", 2, {}],
      ] as const)
        await chats.create(
          ada,
          newChat(id, { createdAt, metadata: structuredClone(metadata) as ChatRecord["metadata"] }),
          many,
        );
      await chats.add(ada, "a", [newQuestion("ms_u", { chatId: "a", createdAt: 9 })], lease);
      const ids = async (slice: Parameters<ChatRecords["list"]>[1]) =>
        (await chats.list(ada, slice)).map(({ id }) => id);
      expect(await ids({ limit: 2 })).toEqual(["a", "d"]);
      expect(await ids({ limit: 2, after: { at: 3, id: "d" } })).toEqual(["b", "c"]);
      expect(await ids({ limit: 9, metadata: { kind: "x" } })).toEqual(["a", "b"]);
      expect(await ids({ limit: 1, metadata: { kind: "x" } })).toEqual(["a"]);
      expect(await ids({ limit: 9, after: { at: 9, id: "a" }, metadata: { kind: "x" } })).toEqual(["b"]);
      expect(await ids({ limit: 9, metadata: { tags: ["2"] } })).toEqual(["d", "b"]);
      expect(await ids({ limit: 9, metadata: { tags: ["2", "1"] } })).toEqual(["b"]);
      expect(await ids({ limit: 9, metadata: { kind: null } })).toEqual(["d", "c"]);
      await chats.clear(ada, "a");
      expect(await ids({ limit: 9 })).toEqual(["d", "b", "c", "a"]);
      expect(await chats.find(ada, "a")).not.toHaveProperty("lastMessageAt");
    });

    test("messages are found as they were written, in the order of their creation, by their owner alone", async () => {
      await using under = await withChat();
      const { chats } = under;
      const [question, answer] = [newQuestion("ms_u"), waiting];
      expect(await chats.add(ada, "c", [question, answer], lease)).toBe(true);
      expect(await chats.add(ada, "never", [newQuestion("ms_x", { chatId: "never" })], lease)).toBe(false);
      expect(await chats.message(ada, "ms_x")).toBeUndefined();
      expect(await readMessages(chats, ada, "c")).toEqual([question, answer]);
      expect(await chats.message(ada, "ms_a")).toEqual(answer);
      expect(await chats.find(ada, "c")).toMatchObject({ lastMessageAt: 21 });
      for (const other of others) {
        expect(await readMessages(chats, other, "c")).toEqual([]);
        expect(await chats.message(other, "ms_a")).toBeUndefined();
        expect(await chats.deleteMessage(other, "ms_a", 30)).toBe(false);
      }
    });

    test("messages are read in pages of about so many bytes, each of them once", async () => {
      await using under = await withChat();
      const { chats } = under;
      const sizes = [10, 3_000, 10, 10, 5_000, 10];
      const written = sizes.map((size, at) =>
        newQuestion(`ms_${at}`, { content: [{ type: "text", text: "ä".repeat(size) }], createdAt: 20 + at }),
      );
      await chats.add(ada, "c", written, lease);
      const pages: string[][] = [];
      for (let after = 0; ;) {
        const page = await chats.page(ada, "c", { after, bytes: 4_000 });
        if (page.length === 0) break;
        pages.push(page.map(({ id }) => id));
        after = page.at(-1)!.createdAt;
      }
      expect(pages).toEqual([["ms_0"], ["ms_1"], ["ms_2", "ms_3"], ["ms_4"], ["ms_5"]]);
      expect(await readMessages(chats, ada, "c")).toEqual(written);
      for (const other of others) expect(await chats.page(other, "c", { after: 0, bytes: 4_000 })).toEqual([]);
    });

    test("what a chat and a user hold is counted in bytes of UTF-8, and no longer once it is deleted", async () => {
      await using under = await withChat();
      const { chats } = under;
      expect(await chats.contents(ada, "never")).toEqual({ messages: 0, bytes: 0, lastAt: 0 });
      const question = newQuestion("ms_u", { content: [{ type: "text", text: "ä".repeat(1_000) }] });
      const answer = newAnswer("ms_a", { content: [{ type: "text", text: "y".repeat(500) }] });
      await chats.add(ada, "c", [question, answer], lease);
      const bytes =
        2_000 + 500 + JSON.stringify(answer.run).length + 2 * JSON.stringify([{ type: "text", text: "" }]).length;
      expect(await chats.contents(ada, "c")).toEqual({ messages: 2, bytes, lastAt: 21 });
      await chats.create(ada, newChat("d", { metadata: { kind: "x".repeat(100) } }), many);
      const ofAll = await chats.bytes(ada);
      expect(ofAll - bytes).toBe(2 + JSON.stringify({ kind: "x".repeat(100) }).length);
      expect(await Promise.all(others.map((other) => chats.bytes(other)))).toEqual([0, 0, 0]);
      await chats.write(ada, { ...answer, content: [{ type: "text", text: "y".repeat(700) }] }, lease);
      expect(await chats.bytes(ada)).toBe(ofAll + 200);
      await chats.deleteMessage(ada, "ms_u", 30);
      expect((await chats.contents(ada, "c")).bytes).toBeLessThan(bytes - 1_500);
      await chats.delete(ada, "c");
      expect(await chats.bytes(ada)).toBe(ofAll - bytes - 2);
    });

    test("an answer is written under its lease, until it settles", async () => {
      await using under = await withChat();
      const { chats } = under;
      await chats.add(ada, "c", [newQuestion("ms_u"), newAnswer("ms_a")], lease);
      const more = newAnswer("ms_a", { content: [{ type: "text", text: "Hel" }] });
      expect(await chats.write(ada, more, { ...lease, node: "n2" })).toBe(false);
      expect(await chats.write(ada, more, { ...lease, now: 55, until: 65 })).toBe(true);
      expect(await chats.message(ada, "ms_a")).toEqual(more);
      expect(await chats.abandoned(65, 9)).toEqual([]);
      expect(await chats.recent(ada, 100)).toEqual(["c"]);
      expect(await chats.recent(others[0]!, 0)).toEqual([]);
      expect(await chats.abandoned(66, 9)).toEqual([{ owner: ada, chatId: "c", messageId: "ms_a" }]);
      const failed = { ...more, status: "failed", errorReason: "Lost connection" } as const;
      expect(await chats.write(ada, failed, { node: "n2", now: 66, until: 70 })).toBe(true);
      expect(await chats.message(ada, "ms_a")).toEqual(failed);
      expect(await chats.write(ada, more, { node: "n1", now: 66, until: 70 })).toBe(false);
      expect(await chats.abandoned(1_000, 9)).toEqual([]);
      expect([await chats.recent(ada, 66), await chats.recent(ada, 67)]).toEqual([["c"], []]);
    });

    test("an answer that awaits tools is continued from what was read, once", async () => {
      await using under = await withChat();
      const { chats } = under;
      await chats.add(ada, "c", [newQuestion("ms_u"), waiting], lease);
      const after = newAnswer("ms_a", { ...waiting, status: "generating", content: [] });
      const read = (await chats.message(ada, "ms_a")) as AnswerRecord;
      expect(await chats.resume(ada, { ...read, content: [] }, after, lease)).toBe(false);
      expect(await chats.resume(others[0]!, read, after, lease)).toBe(false);
      expect(await chats.resume(ada, read, after, lease)).toBe(true);
      expect(await chats.resume(ada, read, after, lease)).toBe(false);
      expect(await chats.message(ada, "ms_a")).toEqual(after);
      expect(await chats.abandoned(61, 9)).toHaveLength(1);
    });

    test("a message that was deleted stays without its content, and is written no more", async () => {
      await using under = await withChat();
      const { chats } = under;
      await chats.add(
        ada,
        "c",
        [newQuestion("ms_u"), newAnswer("ms_a", { content: [{ type: "text", text: "secret" }] })],
        lease,
      );
      expect(await chats.deleteMessage(ada, "ms_a", 30)).toBe(true);
      expect(await chats.deleteMessage(ada, "ms_u", 31)).toBe(true);
      expect(await chats.deleteMessage(ada, "ms_none", 31)).toBe(false);
      const found = await readMessages(chats, ada, "c");
      expect(found).toMatchObject([
        { id: "ms_u", content: [], deletedAt: 31 },
        { id: "ms_a", content: [], deletedAt: 30, status: "completed" },
      ]);
      expect(await chats.write(ada, newAnswer("ms_a"), lease)).toBe(false);
      expect(await chats.abandoned(1_000, 9)).toEqual([]);
      expect(JSON.stringify(found)).not.toContain("secret");
    });

    test("a user's chats are erased, and a project's", async () => {
      await using under = await withChat();
      const { chats } = under;
      await chats.add(ada, "c", [newQuestion("ms_u")], lease);
      for (const other of others) await chats.create(other, newChat("c"), many);
      await chats.eraseUser(ada.project, "ada");
      expect(await chats.find(ada, "c")).toBeUndefined();
      expect(await chats.message(ada, "ms_u")).toBeUndefined();
      expect(await Promise.all(others.map((other) => chats.find(other, "c")))).toMatchObject([{}, undefined, {}]);
      await chats.eraseProject(ada.project);
      expect(await Promise.all(others.map((other) => chats.find(other, "c")))).toMatchObject([
        undefined,
        undefined,
        {},
      ]);
    });
  });
}
