import { CommentBody } from "@weft/protocol";
import type { ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { meets } from "../src/threads/thread-lists.ts";
import type {
  CommentRecord,
  ContentsFilter,
  MetadataCondition,
  NewestPlace,
  NewThreadNotifications,
  OldestPlace,
  ThreadFilter,
  ThreadHead,
  ThreadRecord,
  ThreadRecords,
} from "../src/threads/thread-records.ts";
import { propertyOptions } from "./property-options.ts";

export interface ThreadRecordsUnderTest extends AsyncDisposable {
  readonly threads: ThreadRecords;
  createRoom(room: RoomAddress): Promise<void>;
  deleteRoom(room: RoomAddress): Promise<void>;
  renameRoom(room: RoomAddress, newId: RoomId): Promise<void>;
}

const room: RoomAddress = { project: "p1" as ProjectId, room: "a" as RoomId };
const sameElsewhere: RoomAddress = { ...room, project: "p2" as ProjectId };
const other: RoomAddress = { ...room, room: "b" as RoomId };
const every: ThreadFilter = { visibilities: ["public", "private"], metadata: [] };

const threadId = (n: number) => `th_${String(n).padStart(21, "0")}`;
const commentId = (n: number) => `cm_${String(n).padStart(21, "0")}`;
export const bodyOf = (text: string): CommentBody => ({
  version: 1,
  content: [{ type: "paragraph", children: [{ text }] }],
});

function newComment(n: number, change: Partial<CommentRecord> = {}): CommentRecord {
  return {
    id: commentId(n),
    userId: "ada",
    createdAt: n,
    editedAt: undefined,
    deletedAt: undefined,
    body: bodyOf(`Comment ${n}`),
    metadata: new Map(),
    attachments: [],
    reactions: [],
    ...change,
  };
}

function newThread(n: number, change: Partial<ThreadRecord> = {}): ThreadRecord {
  return {
    id: threadId(n),
    room: room.room,
    createdAt: n,
    updatedAt: n,
    resolved: false,
    visibility: "public",
    metadata: new Map(),
    comments: [newComment(n)],
    revision: 1,
    ...change,
  };
}

const value = fc.constantFrom<string | number | boolean>("x", "xy", "1", 1, 1.5, -2, true, false);
const key = fc.constantFrom("color", "size", "it's");
const metadata = fc.uniqueArray(fc.tuple(key, value), { maxLength: 3, selector: ([name]) => name });
const draft = fc.record({ createdAt: fc.nat(5), resolved: fc.boolean(), isPrivate: fc.boolean(), metadata });
const condition: fc.Arbitrary<MetadataCondition> = fc.oneof(
  fc.record({ key, operator: fc.constant(":" as const), value: fc.oneof(value, fc.constant(null)) }),
  fc.record({ key, operator: fc.constant("^" as const), value: fc.constantFrom("x", "xy", "1") }),
  fc.record({
    key,
    operator: fc.constantFrom("<" as const, "<=" as const, ">" as const, ">=" as const),
    value: fc.constantFrom(1, 1.5, 0),
  }),
);
const filter: fc.Arbitrary<ThreadFilter> = fc.record({
  resolved: fc.option(fc.boolean(), { nil: undefined }),
  visibilities: fc.subarray(["public", "private"] as const),
  subscribed: fc.option(fc.record({ userId: fc.constant("bob"), is: fc.boolean() }), { nil: undefined }),
  metadata: fc.array(condition, { maxLength: 2 }),
});

const gathered = async <T>(pages: AsyncIterable<readonly T[]>): Promise<readonly T[]> =>
  (await Array.fromAsync(pages)).flat();

/** Threads with their comments, as `contents` reads them. */
async function whole(threads: ThreadRecords, heads: readonly ThreadHead[]): Promise<readonly ThreadRecord[]> {
  const found: ThreadRecord[] = [];
  for await (const { thread, comments, isFirst } of threads.contents(room, heads)) {
    const { roomKey: _, commentCount: __, liveComments: ___, lastCommentAt: ____, bytes: _____, ...own } = thread;
    if (isFirst) found.push({ ...own, comments });
    else found.push({ ...own, comments: [...found.pop()!.comments, ...comments] });
  }
  return found;
}

const idsOf = (threads: readonly { readonly id: string }[]) => threads.map(({ id }) => id);
const notifying = (
  users: readonly string[],
  notifiedAt: number,
  change: Partial<NewThreadNotifications> = {},
): NewThreadNotifications => ({
  users: users.map((userId) => ({ userId, id: `in_${userId}_${notifiedAt}` })),
  organizationId: "default",
  notifiedAt,
  dueAt: notifiedAt + 1_000,
  ...change,
});

/** What every ThreadRecords promises. An adapter's test file is one call to this. */
export function threadRecordsSuite(open: () => Promise<ThreadRecordsUnderTest>): void {
  const openWithRooms = async () => {
    const under = await open();
    for (const address of [room, sameElsewhere, other]) await under.createRoom(address);
    return under;
  };
  const insert = (threads: ThreadRecords, thread: ThreadRecord, now = thread.createdAt) =>
    threads.write({ ...room, room: thread.room }, { after: thread, now });

  describe("ThreadRecords", () => {
    test("a thread is found in its room and project alone, with everything in it", async () => {
      await using under = await openWithRooms();
      const { threads } = under;
      const thread = newThread(1, {
        metadata: new Map<string, string | number | boolean>([
          ["__proto__", "x"],
          ["n", -0.5],
          ["b", false],
        ]),
        visibility: "private",
        comments: [
          newComment(1, {
            metadata: new Map([["k", 1]]),
            attachments: [{ id: "at_1", name: "a b.txt", size: 3, mimeType: "text/plain" }],
            reactions: [
              { emoji: "👩‍👩‍👧", userId: "bob", createdAt: 1 },
              { emoji: "👍", userId: "ada", createdAt: 2 },
            ],
          }),
          newComment(2, { userId: "bob" }),
        ],
      });
      expect(await insert(threads, thread)).toBe(true);
      expect(await threads.find(room, thread.id)).toEqual(thread);
      const found = await threads.heads([
        { room, id: thread.id },
        { room: other, id: thread.id },
      ]);
      expect(await whole(threads, found)).toEqual([thread]);
      expect(await threads.count(room)).toBe(1);
      for (const elsewhere of [sameElsewhere, other]) {
        expect(await threads.find(elsewhere, thread.id)).toBeUndefined();
        expect((await threads.list(elsewhere, every, { limit: 10 })).threads).toEqual([]);
        expect(await threads.changedSince(elsewhere, 0, ["public", "private"], { limit: 10 })).toEqual([]);
        expect(await threads.count(elsewhere)).toBe(0);
        expect(await threads.write(elsewhere, { before: thread, after: thread, now: 5 })).toBe(false);
        expect(await threads.write(elsewhere, { before: thread, now: 5 })).toBe(false);
        expect(await insert(threads, newThread(1, { room: elsewhere.room }))).toBe(elsewhere === other);
      }
    });

    test("a change is written over what was read, and over nothing else", async () => {
      await using under = await openWithRooms();
      const { threads } = under;
      const thread = newThread(1);
      await insert(threads, thread);
      expect(await insert(threads, thread)).toBe(false);
      const after: ThreadRecord = {
        ...thread,
        updatedAt: 9,
        resolved: true,
        metadata: new Map([["color", "red"]]),
        comments: [
          newComment(1, {
            editedAt: 8,
            body: bodyOf("Edited"),
            reactions: [{ emoji: "👍", userId: "bob", createdAt: 7 }],
          }),
          newComment(2),
        ],
      };
      expect(await threads.write(room, { before: thread, after, now: 9 })).toBe(true);
      expect(await threads.write(room, { before: thread, after: thread, now: 9 })).toBe(false);
      const stored = await threads.find(room, thread.id);
      expect(stored).toEqual({ ...after, revision: 2 });
      const emptied = newComment(1, { deletedAt: 12, body: undefined });
      const last = { ...stored!, comments: [emptied, stored!.comments[1]!], metadata: new Map() };
      expect(await threads.write(room, { before: stored!, after: last, now: 12 })).toBe(true);
      expect((await threads.find(room, thread.id))!.comments[0]).toEqual(emptied);
      const red = { ...every, metadata: [{ key: "color", operator: ":", value: "red" } as const] };
      expect((await threads.list(room, red, { limit: 5 })).threads).toEqual([]);
    });

    test("[TH10] a thread's head counts its comments, and its contents come whole, in parts of bounded size", async () => {
      await using under = await openWithRooms();
      const { threads } = under;
      const text = "x".repeat(60_000);
      const large = newThread(1, {
        comments: Array.from({ length: 30 }, (_, n) =>
          newComment(n + 1, {
            body: bodyOf(text),
            reactions: n % 7 === 0 ? [{ emoji: "👍", userId: "bob", createdAt: 99 }] : [],
          }),
        ),
      });
      await insert(threads, large);
      for (const n of [101, 102, 103]) await insert(threads, newThread(n));
      const { threads: heads } = await threads.list(room, every, { limit: 9 });
      expect(heads[0]).toMatchObject({ commentCount: 30, liveComments: 30, lastCommentAt: 30 });
      const size = Buffer.byteLength(JSON.stringify(large.comments));
      expect(heads[0]!.bytes).toBeGreaterThan(size * 0.9);
      expect(heads[0]!.bytes).toBeLessThan(size * 1.2);
      const parts = await Array.fromAsync(threads.contents(room, heads));
      expect(parts.length).toBeGreaterThan(4);
      for (const { comments } of parts) expect(JSON.stringify(comments).length).toBeLessThan(400_000);
      expect(await whole(threads, heads)).toMatchObject([large, ...[101, 102, 103].map((n) => newThread(n))]);

      const before = (await threads.excerpt(room, large.id, commentId(3)))!;
      expect(before.comments).toEqual([large.comments[2]]);
      const emptied = newComment(3, { body: undefined, deletedAt: 50 });
      await threads.write(room, { before, after: { ...before, comments: [emptied] }, now: 50 });
      const after = (await threads.head(room, large.id))!;
      expect(after).toMatchObject({ commentCount: 30, liveComments: 29 });
      expect(before.bytes - after.bytes).toBeGreaterThan(60_000);
      const added = { before: { ...after, comments: [] }, after: { ...after, comments: [newComment(77)] }, now: 77 };
      expect(await threads.write(room, added)).toBe(true);
      expect(await threads.head(room, large.id)).toMatchObject({ commentCount: 31, lastCommentAt: 77 });
      expect(await threads.hasComment(room, large.id, commentId(77))).toBe(true);
      const again = { ...added, before: { ...(await threads.head(room, large.id))!, comments: [] } };
      expect(await threads.write(room, again)).toBe(false);
      expect(await threads.authorOf(room, large.id)).toBe("ada");
    });

    test("[NO13] users who are notified later are notified once, and not of a comment that is gone", async () => {
      await using under = await openWithRooms();
      const { threads } = under;
      const thread = newThread(1);
      await insert(threads, thread);
      const later = {
        thread: thread.id,
        comment: commentId(1),
        users: [
          { userId: "bob", id: "in_bob", reason: "mention" as const },
          { userId: "eve", id: "in_eve" },
        ],
        organizationId: "default",
        notifiedAt: 1,
        dueAt: 9,
        now: 2,
      };
      expect(await threads.notifyLater(room, later)).toBe(true);
      const notified = async () =>
        (await gathered(threads.notifications(room, thread.id))).map(({ userId, id, readAt }) => [userId, id, readAt]);
      expect(await notified()).toEqual([
        ["bob", "in_bob", undefined],
        ["eve", "in_eve", undefined],
      ]);
      expect((await gathered(threads.subscriptions(room, thread.id))).map(({ userId }) => userId)).toEqual(["bob"]);
      // Read, and then the job runs again.
      const head = { ...(await threads.head(room, thread.id))!, comments: [] };
      await threads.write(room, { before: head, after: head, now: 3, readBy: { userId: "bob", at: 3 } });
      expect(await threads.notifyLater(room, { ...later, now: 4 })).toBe(true);
      expect(await notified()).toEqual([
        ["bob", "in_bob", 3],
        ["eve", "in_eve", undefined],
      ]);
      const before = (await threads.excerpt(room, thread.id, commentId(1)))!;
      const emptied = newComment(1, { body: undefined, deletedAt: 50 });
      await threads.write(room, { before, after: { ...before, comments: [emptied] }, now: 50 });
      expect(await threads.notifyLater(room, { ...later, users: [{ userId: "zoe", id: "in_zoe" }] })).toBe(false);
    });

    test("who is subscribed and notified is written with the change that causes it", async () => {
      await using under = await openWithRooms();
      const { threads } = under;
      const first = newThread(1);
      const by = (userId: string, reason: "participant" | "mention", createdAt: number) => ({
        userId,
        reason,
        createdAt,
      });
      await threads.write(room, {
        after: first,
        now: 1,
        resubscribe: [by("ada", "participant", 1)],
        subscribe: [by("bob", "mention", 1)],
        notify: notifying(["bob"], 1),
      });
      const of = (userId: string) => threads.ofUser(room, userId, [first.id]);
      expect(await of("ada")).toMatchObject({ notifications: [], subscriptions: [{ reason: "participant" }] });
      const notification = {
        id: "in_bob_1",
        organizationId: "default",
        kind: "thread",
        room: room.room,
        subjectId: first.id,
        notifiedAt: 1,
      };
      expect(await of("bob")).toMatchObject({ notifications: [notification], subscriptions: [{ userId: "bob" }] });

      // A user who unsubscribed stays so, unless they take part again; a notification is renewed, and not doubled.
      await threads.setSubscription(
        room,
        { threadId: first.id, userId: "bob", subscribed: false, reason: "explicit", createdAt: 2 },
        2,
      );
      const write = (before: ThreadRecord, n: number, change: object) =>
        threads.write(room, {
          before,
          after: { ...before, updatedAt: n, comments: [...before.comments, newComment(n)] },
          now: n,
          ...change,
        });
      await write((await threads.find(room, first.id))!, 3, {
        subscribe: [by("bob", "mention", 3)],
        notify: notifying(["bob"], 3),
      });
      expect(await of("bob")).toMatchObject({ notifications: [{ id: "in_bob_1", notifiedAt: 3 }], subscriptions: [] });
      await write((await threads.find(room, first.id))!, 4, {
        resubscribe: [by("bob", "participant", 4)],
        readBy: { userId: "bob", at: 4 },
      });
      expect(await of("bob")).toMatchObject({
        notifications: [{ id: "in_bob_1", notifiedAt: 4, readAt: 4 }],
        subscriptions: [{ subscribed: true, reason: "participant", createdAt: 4 }],
      });
      await write((await threads.find(room, first.id))!, 5, { notify: notifying(["bob"], 5) });
      const settle = async (n: number, now: number) => {
        const before = (await threads.excerpt(room, first.id, commentId(n)))!;
        const comments = [newComment(n, { body: undefined, deletedAt: now })];
        await threads.write(room, { before, after: { ...before, comments }, now, settleFrom: n });
      };
      // What bob has not read is comment 5.
      await settle(3, 6);
      expect((await of("bob")).notifications).toMatchObject([{ notifiedAt: 5, readAt: 4 }]);
      await settle(5, 7);
      expect((await of("bob")).notifications).toMatchObject([{ notifiedAt: 5, readAt: 5 }]);
      expect((await gathered(threads.subscriptions(room, first.id))).map(({ userId }) => userId)).toEqual([
        "ada",
        "bob",
      ]);
      expect(await threads.headWithSubscribers(room, first.id, 1)).toMatchObject({ subscribers: ["ada"] });
      expect((await gathered(threads.notifications(room, first.id))).map(({ userId }) => userId)).toEqual(["bob"]);
      expect(await gathered(threads.subscriptions(other, first.id))).toEqual([]);
      expect((await threads.ofUser(sameElsewhere, "bob", [first.id])).notifications).toEqual([]);
    });

    test("what changed and what was deleted since an instant is decided by the server's clock", async () => {
      await using under = await openWithRooms();
      const { threads } = under;
      await insert(threads, newThread(1, { createdAt: 1, updatedAt: 1 }), 100);
      await insert(threads, newThread(2, { visibility: "private" }), 200);
      const both = ["public", "private"] as const;
      const changed = (since: number, page: Parameters<ThreadRecords["changedSince"]>[3] = { limit: 10 }) =>
        threads.changedSince(room, since, both, page);
      expect(idsOf(await changed(0))).toEqual([threadId(1), threadId(2)]);
      const [oldest] = await changed(100, { limit: 1 });
      expect(oldest).toMatchObject({ id: threadId(1), changedAt: 100 });
      expect(idsOf(await changed(100, { limit: 1, after: oldest! }))).toEqual([threadId(2)]);
      expect(idsOf(await changed(101))).toEqual([threadId(2)]);
      expect(await threads.changedSince(room, 0, ["public"], { limit: 10 })).toHaveLength(1);

      const newest = async (since: number, limit = 10) =>
        (await threads.newestChanges(room, since, limit)).map(
          ({ id, visibility, commentId: comment, changedAt }) => `${id} ${visibility} ${comment} ${changedAt}`,
        );
      const commentOf = async (id: string) => (await threads.find(room, id))!.comments.at(-1)!.id;
      const second = `${threadId(2)} private ${await commentOf(threadId(2))} 200`;
      expect(await newest(100)).toEqual([`${threadId(1)} public ${await commentOf(threadId(1))} 100`, second]);
      expect(await newest(0, 1)).toEqual([second]);
      expect(await newest(101)).toEqual([second]);
      expect(await threads.newestChanges(sameElsewhere, 0, 10)).toEqual([]);

      const subscription = {
        threadId: threadId(1),
        userId: "bob",
        subscribed: true,
        reason: "explicit",
        createdAt: 300,
      } as const;
      expect(await threads.setSubscription(room, subscription, 300)).toBe(true);
      expect(await threads.setSubscription(room, { ...subscription, threadId: threadId(9) }, 300)).toBe(false);
      const since = (at: number) => gathered(threads.subscriptionsOfUserSince(room, "bob", at));
      expect(await since(300)).toMatchObject([{ threadId: threadId(1), visibility: "public" }]);
      expect(await since(301)).toEqual([]);
      const thread = (await threads.find(room, threadId(1)))!;
      await threads.write(room, {
        before: thread,
        after: { ...thread, updatedAt: 350 },
        now: 350,
        notify: notifying(["bob"], 350),
      });
      expect(await gathered(threads.notificationsOfUserSince(room, "bob", 350))).toMatchObject([
        { id: "in_bob_350", visibility: "public" },
      ]);
      expect(await gathered(threads.notificationsOfUserSince(room, "bob", 351))).toEqual([]);
      await threads.write(room, { before: (await threads.find(room, threadId(1)))!, now: 400 });
      expect(await threads.find(room, threadId(1))).toBeUndefined();
      expect(await newest(0)).toEqual([second, `${threadId(1)} public undefined 400`]);
      const deleted = await gathered(threads.deletedSince(room, "bob", 400));
      expect(deleted.map(({ kind, id, room: of, deletedAt }) => `${kind} ${id} ${of} ${deletedAt}`).toSorted()).toEqual(
        ["inboxNotification in_bob_350 a 400", `subscription ${threadId(1)} a 400`, `thread ${threadId(1)} a 400`],
      );
      expect((await gathered(threads.deletedSince(room, "eve", 0))).map(({ kind }) => kind)).toEqual(["thread"]);
      expect(await gathered(threads.deletedSince(room, "bob", 401))).toEqual([]);
      expect((await gathered(threads.deletedOfUserSince(room, "bob", 0))).map(({ kind }) => kind).toSorted()).toEqual([
        "inboxNotification",
        "subscription",
        "thread",
      ]);
      expect(await gathered(threads.deletedOfUserSince(sameElsewhere, "bob", 0))).toEqual([]);
    });

    test("a tombstone of a thread, or of a subscription to it, says who could read the thread", async () => {
      await using under = await openWithRooms();
      const { threads } = under;
      await insert(threads, newThread(1));
      await insert(threads, newThread(2, { visibility: "private" }));
      await threads.setSettings(room, "bob", { threads: "all", textMentions: "mine" }, "all", 10);
      await threads.write(room, {
        before: (await threads.find(room, threadId(2)))!,
        after: (await threads.find(room, threadId(2)))!,
        now: 15,
        notify: notifying(["bob"], 15),
      });
      const buried = async () =>
        (await gathered(threads.deletedSince(room, "bob", 0)))
          .map(({ kind, id, visibility }) => `${kind} ${id} ${visibility}`)
          .toSorted();
      await threads.setSettings(room, "bob", { threads: "none", textMentions: "mine" }, "none", 20);
      const subscriptions = [`subscription ${threadId(1)} public`, `subscription ${threadId(2)} private`];
      expect(await buried()).toEqual(subscriptions);
      await threads.setSettings(room, "bob", { threads: "all", textMentions: "mine" }, "all", 30);
      for (const n of [1, 2]) await threads.write(room, { before: (await threads.find(room, threadId(n)))!, now: 40 });
      expect(await buried()).toEqual([
        "inboxNotification in_bob_15 undefined",
        ...subscriptions,
        `thread ${threadId(1)} public`,
        `thread ${threadId(2)} private`,
      ]);
      expect(
        (await gathered(threads.deletedOfUserSince(room, "bob", 0))).flatMap(({ kind, visibility }) =>
          kind === "thread" ? [visibility] : [],
        ),
      ).toEqual(["public", "private"]);
    });

    test("reactions of one instant are in the order in which they were added, across users", async () => {
      await using under = await openWithRooms();
      const { threads } = under;
      await insert(threads, newThread(1));
      const react = async (change: (reactions: CommentRecord["reactions"]) => CommentRecord["reactions"]) => {
        const before = (await threads.find(room, threadId(1)))!;
        const [comment] = before.comments;
        const after = { ...before, comments: [{ ...comment!, reactions: change(comment!.reactions) }] };
        expect(await threads.write(room, { before, after, now: 5 })).toBe(true);
      };
      const reactions = async () =>
        (await threads.find(room, threadId(1)))!.comments[0]!.reactions.map(
          ({ emoji, userId }) => `${emoji} ${userId}`,
        );
      for (const userId of ["eve", "bob", "ada"])
        await react((all) => [...all, { emoji: userId === "bob" ? "a" : "b", userId, createdAt: 5 }]);
      expect(await reactions()).toEqual(["b eve", "a bob", "b ada"]);
      await react((all) => all.filter(({ userId }) => userId !== "eve"));
      await react((all) => [
        ...all,
        { emoji: "b", userId: "eve", createdAt: 5 },
        { emoji: "a", userId: "eve", createdAt: 5 },
      ]);
      expect(await reactions()).toEqual(["a bob", "b ada", "b eve", "a eve"]);
    });

    test("settings of a room rewrite the subscriptions that are there", async () => {
      await using under = await openWithRooms();
      const { threads } = under;
      for (const n of [1, 2, 3]) await insert(threads, newThread(n));
      const set = (subscribed: boolean, n: number) =>
        threads.setSubscription(
          room,
          { threadId: threadId(n), userId: "bob", subscribed, reason: "explicit", createdAt: 5 },
          5,
        );
      const subscribed = async () =>
        (await threads.ofUser(room, "bob", [1, 2, 3].map(threadId))).subscriptions
          .map(({ threadId: id }) => id)
          .toSorted();
      const settings = (all: "all" | "none" | "replies_and_mentions") =>
        ({ threads: all, textMentions: "mine" }) as const;
      await set(true, 1);
      await set(false, 2);
      expect(await threads.setSettings(room, "bob", settings("all"), "all", 10)).toBe(true);
      expect(await subscribed()).toEqual([1, 2, 3].map(threadId));
      expect(await gathered(threads.settingsOfRoom(room))).toEqual([{ userId: "bob", ...settings("all") }]);
      expect(await threads.watchers(room, 9)).toEqual(["bob"]);
      expect(await threads.settings(room, ["eve"])).toEqual(new Map());
      await threads.setSettings(room, "bob", settings("replies_and_mentions"), "own", 20);
      expect(await subscribed()).toEqual([threadId(1)]);
      expect(
        (await gathered(threads.deletedSince(room, "bob", 20))).map(({ kind, id }) => `${kind} ${id}`).toSorted(),
      ).toEqual([`subscription ${threadId(2)}`, `subscription ${threadId(3)}`]);
      await set(true, 2);
      // A subscription that is there again is no longer a deleted one.
      expect((await gathered(threads.deletedSince(room, "bob", 0))).map(({ id }) => id)).toEqual([threadId(3)]);
      await threads.setSettings(room, "bob", settings("none"), "none", 30);
      expect(await subscribed()).toEqual([]);
      await threads.setSettings(other, "bob", settings("all"), undefined, 30);
      const page = (after?: string) =>
        threads.settingsOfUser(room, "bob", { limit: 1, ...(after !== undefined && { after }) });
      expect(await page()).toEqual([{ room: "a", ...settings("none") }]);
      expect(await page("a")).toEqual([{ room: "b", ...settings("all") }]);
      expect(await page("b")).toEqual([]);
      expect(await threads.setSettings(room, "bob", undefined, undefined, 40)).toBe(true);
      expect(await gathered(threads.settingsOfRoom(room))).toEqual([]);
      expect(await threads.setSettings({ ...room, room: "none" as RoomId }, "bob", settings("all"), "all", 40)).toBe(
        false,
      );
    });

    test("comments are found by their words and their threads", async () => {
      await using under = await openWithRooms();
      const { threads } = under;
      const withMention = CommentBody.parse({
        version: 1,
        content: [
          { type: "paragraph", children: [{ text: '100% "sure" _ ' }, { type: "mention", kind: "user", id: "Bob" }] },
        ],
      });
      await insert(
        threads,
        newThread(1, {
          metadata: new Map([["color", "red"]]),
          comments: [newComment(1, { body: withMention }), newComment(2)],
        }),
      );
      await insert(threads, newThread(3, { visibility: "private", resolved: true }));
      await insert(
        threads,
        newThread(4, {
          comments: [
            newComment(4, { attachments: [{ id: "at_1", name: "n", size: 1, mimeType: "" }] }),
            newComment(5, { body: undefined, deletedAt: 5 }),
          ],
        }),
      );
      const search = async (words: readonly string[], change: object = {}) =>
        (await threads.search(room, { words, thread: every, ...change }, { limit: 10, lookAt: 100 })).map(
          ({ commentId: id }) => id,
        );
      expect(await search(["comment"])).toEqual([4, 3, 2].map(commentId));
      expect(await search(["100%", "@bob"])).toEqual([commentId(1)]);
      expect(await search(["_", "sure"])).toEqual([commentId(1)]);
      expect(await search(["%%"])).toEqual([]);
      expect(await search([], { hasMentions: true })).toEqual([commentId(1)]);
      expect(await search([], { hasAttachments: true })).toEqual([commentId(4)]);
      expect(await search([], { hasAttachments: false, hasMentions: false })).toEqual([3, 2].map(commentId));
      expect(await search([], { thread: { ...every, visibilities: ["private"], resolved: true } })).toEqual([
        commentId(3),
      ]);
      const red: MetadataCondition = { key: "color", operator: ":", value: "red" };
      expect(await search([], { thread: { ...every, metadata: [red] } })).toEqual([2, 1].map(commentId));
      const all = { words: [], thread: every };
      const found = await threads.search(room, all, { limit: 2, lookAt: 100 });
      expect(found.length).toBe(2);
      // The two newest are looked at; the first of them is deleted.
      expect(await threads.search(room, all, { limit: 2, lookAt: 2 })).toEqual(found.slice(0, 1));
      expect(await threads.search(other, all, { limit: 2, lookAt: 100 })).toEqual([]);
    });

    test("threads are told apart by what their comments hold", async () => {
      await using under = await openWithRooms();
      const { threads } = under;
      const attachment = { id: "at_1", name: "a.txt", size: 3, mimeType: "text/plain" };
      await insert(threads, newThread(1, { comments: [newComment(1), newComment(2, { userId: "bob" })] }));
      await insert(threads, newThread(2, { comments: [newComment(3, { attachments: [attachment] })] }));
      const reactions = [{ emoji: "👍", userId: "cho", createdAt: 1 }];
      await insert(threads, newThread(3, { room: other.room, comments: [newComment(4, { reactions })] }));
      const gone = newComment(5, { userId: "dan", deletedAt: 6, body: undefined });
      await insert(threads, newThread(4, { comments: [newComment(6), gone] }));
      const { threads: heads } = await threads.listOfProject(room, every, { limit: 10 });
      const found = async (contents: ContentsFilter) =>
        idsOf(await threads.withContents(room, heads, contents)).toSorted();
      const ids = (...numbers: number[]) => numbers.map(threadId);
      expect(await found({})).toEqual(ids(1, 2, 3, 4));
      expect(await found({ participant: "bob" })).toEqual(ids(1));
      expect(await found({ participant: "cho" })).toEqual(ids(3));
      expect(await found({ participant: "dan" })).toEqual([]);
      expect(await found({ hasAttachments: true })).toEqual(ids(2));
      expect(await found({ hasAttachments: false })).toEqual(ids(1, 3, 4));
      expect(await found({ words: ["comment", "3"] })).toEqual(ids(2));
      expect(await found({ words: ["comment"], participant: "ada", hasAttachments: false })).toEqual(ids(1, 3, 4));
      expect(await threads.withContents(sameElsewhere, heads, { participant: "ada" })).toEqual([]);
      expect(await threads.withContents(room, [], { participant: "ada" })).toEqual([]);
    });

    test("rows of threads are deleted with their room, and kept when the room is renamed", async () => {
      await using under = await openWithRooms();
      const { threads } = under;
      const resubscribe = [{ userId: "bob", reason: "participant", createdAt: 1 }] as const;
      for (const address of [room, other])
        await threads.write(address, {
          after: newThread(1, { room: address.room }),
          now: 1,
          resubscribe,
          notify: notifying(["bob"], 1, { users: [{ userId: "bob", id: `in_${address.room}` }] }),
        });
      await under.renameRoom(room, "renamed" as RoomId);
      const renamed = { ...room, room: "renamed" as RoomId };
      expect((await threads.find(renamed, threadId(1)))?.room).toBe("renamed");
      expect((await threads.ofUser(renamed, "bob", [threadId(1)])).notifications).toMatchObject([{ room: "renamed" }]);
      const mine = async () =>
        (await threads.listOfUser(room, "bob", every, { limit: 5 })).map((thread) => thread.room).toSorted();
      expect(await mine()).toEqual(["b", "renamed"]);
      await under.deleteRoom(renamed);
      expect(await threads.find(renamed, threadId(1))).toBeUndefined();
      expect(await mine()).toEqual(["b"]);
      expect((await gathered(threads.deletedOfUserSince(room, "bob", 0))).map(({ id }) => id)).toEqual(["in_a"]);
      await under.createRoom(renamed);
      expect((await threads.list(renamed, every, { limit: 5 })).threads).toEqual([]);
      expect((await threads.ofUser(renamed, "bob", [threadId(1)])).subscriptions).toEqual([]);
    });

    test("threads of a user are listed by their last change", async () => {
      await using under = await openWithRooms();
      const { threads } = under;
      const resubscribe = [{ userId: "bob", reason: "participant", createdAt: 1 }] as const;
      for (const n of [1, 2, 3])
        await threads.write(room, { after: newThread(n, { updatedAt: 10 - n }), now: n, resubscribe });
      await insert(threads, newThread(4));
      const first = await threads.listOfUser(room, "bob", every, { limit: 2 });
      expect(idsOf(first)).toEqual([1, 2].map(threadId));
      expect(idsOf(await threads.listOfUser(room, "bob", every, { limit: 2, after: first[1]! }))).toEqual([
        threadId(3),
      ]);
      expect(idsOf(await threads.changedOfUserSince(room, "bob", 2, { limit: 9 }))).toEqual([3, 2].map(threadId));
    });

    test("[TH1] a list, followed to its end, shows every thread that meets the filter, oldest first", async () => {
      await using under = await openWithRooms();
      const { threads } = under;
      let written = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(draft, { maxLength: 12 }),
          fc.array(filter, { minLength: 1, maxLength: 4 }),
          fc.integer({ min: 1, max: 4 }),
          lookAt,
          async (drafts, filters, limit, bound) => {
            const address = { ...room, room: `property ${written++}` as RoomId };
            await under.createRoom(address);
            const all: ThreadRecord[] = [];
            for (const [n, { createdAt, resolved, isPrivate, metadata: pairs }] of drafts.entries()) {
              const thread = newThread(n, {
                room: address.room,
                createdAt,
                resolved,
                visibility: isPrivate ? "private" : "public",
                metadata: new Map(pairs),
              });
              all.push(thread);
              const subscribe = n % 2 === 0 ? [{ userId: "bob", reason: "mention" as const, createdAt: 1 }] : [];
              await threads.write(address, { after: thread, now: n, subscribe });
            }
            for (const one of filters) {
              const isSubscribed = ({ id }: ThreadRecord) => all.findIndex((thread) => thread.id === id) % 2 === 0;
              const expected = all
                .filter(
                  (thread) =>
                    meets(thread, one) && (one.subscribed === undefined || isSubscribed(thread) === one.subscribed.is),
                )
                .toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
              const found = await followed<OldestPlace>((page) => threads.list(address, one, page), limit, bound);
              expect(idsOf(found)).toEqual(idsOf(expected));
            }
          },
        ),
        propertyOptions(15),
      );
    });

    test("[TH1] the newest threads of a room, and of all rooms of a project, are each shown once", async () => {
      await using under = await openWithRooms();
      const { threads } = under;
      let written = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(draft, { maxLength: 12 }),
          fc.array(filter, { minLength: 1, maxLength: 4 }),
          fc.integer({ min: 1, max: 4 }),
          lookAt,
          async (drafts, filters, limit, bound) => {
            const project = `newest ${written++}` as ProjectId;
            const rooms = ["a", "b"] as RoomId[];
            for (const one of rooms) await under.createRoom({ project, room: one });
            const all: ThreadRecord[] = [];
            for (const [n, { createdAt, resolved, isPrivate, metadata: pairs }] of drafts.entries()) {
              // Rooms may have threads of one id, and of one date.
              const thread = newThread(n >> 1, {
                room: rooms[n % 2]!,
                createdAt,
                resolved,
                visibility: isPrivate ? "private" : "public",
                metadata: new Map(pairs),
              });
              all.unshift(thread);
              await threads.write({ project, room: thread.room }, { after: thread, now: n });
            }
            const named = ({ room: of, id }: Pick<ThreadRecord, "room" | "id">) => `${of} ${id}`;
            const newestFirst = (a: ThreadRecord, b: ThreadRecord) => b.createdAt - a.createdAt;
            for (const { subscribed: _, ...one } of filters) {
              const expected = all.filter((thread) => meets(thread, one)).toSorted(newestFirst);
              const ofProject = await followed<NewestPlace>(
                (page) => threads.listOfProject({ project }, one, page),
                limit,
                bound,
              );
              expect(ofProject.map(named)).toEqual(expected.map(named));
              const ofRoom = await followed<NewestPlace>(
                (page) => threads.newestOfRoom({ project, room: rooms[0]! }, one, page),
                limit,
                bound,
              );
              const inRoom = expected.filter((thread) => thread.room === rooms[0]);
              expect(ofRoom.map(named)).toEqual(
                inRoom.toSorted((a, b) => newestFirst(a, b) || (a.id < b.id ? 1 : -1)).map(named),
              );
            }
          },
        ),
        propertyOptions(15),
      );
    });
  });
}

/** How many threads one page looks at. */
const lookAt = fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined });

/** Every page of a list, one after the other. */
async function followed<Place>(
  read: (page: { limit: number; after: Place | undefined; lookAt?: number }) => Promise<{
    readonly threads: readonly ThreadHead[];
    readonly next: Place | undefined;
  }>,
  limit: number,
  bound: number | undefined,
): Promise<readonly ThreadHead[]> {
  const found: ThreadHead[] = [];
  for (let after: Place | undefined; ;) {
    const { threads, next } = await read({ limit, after, ...(bound !== undefined && { lookAt: bound }) });
    expect(threads.length).toBeLessThanOrEqual(limit);
    found.push(...threads);
    if (next === undefined) return found;
    after = next;
  }
}
