import type { DomainEvent, Mention, ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import type { OutboxRecords } from "../src/events/outbox-records.ts";
import type { JobRecords } from "../src/jobs/job-records.ts";
import type {
  InboxName,
  InboxRecord,
  InboxRecords,
  NewCustomNotification,
  NewTextMention,
} from "../src/notifications/inbox-records.ts";
import { notificationJob } from "../src/notifications/notification-job.ts";
import type { ThreadRecords } from "../src/threads/thread-records.ts";
import { byCodePoint, farInstant } from "./sort-order.ts";

export interface InboxRecordsUnderTest extends AsyncDisposable {
  readonly inbox: InboxRecords;
  readonly jobs: JobRecords;
  readonly outbox: OutboxRecords;
  readonly threads: Pick<ThreadRecords, "deletedOfUserSince">;
  createRoom(room: RoomAddress): Promise<void>;
  deleteRoom(room: RoomAddress): Promise<void>;
  moveRoom(room: RoomAddress, organizationId: string, now: number): Promise<void>;
}

const project = "p1" as ProjectId;
const room: RoomAddress = { project, room: "a" as RoomId };
const other: RoomAddress = { project, room: "b" as RoomId };
const ada: InboxName = { project, userId: "ada" };
const eve: InboxName = { project, userId: "eve" };
const elsewhere: InboxName = { project: "p2" as ProjectId, userId: "ada" };
const mine = { organizationId: "default" };
const start = farInstant;

/** A notification of the project's own kind, `n` milliseconds after the start. */
function custom(n: number, change: Partial<NewCustomNotification> = {}): NewCustomNotification {
  const createdAt = start + n;
  const activity = { id: `ac_${n}`, createdAt, data: { n, "a'b": "é", on: true } };
  const common = { organizationId: "default", kind: "$file", subjectId: "s", activity, dueAt: createdAt + 1_000 };
  return { ...ada, ...common, id: `in_${String(n).padStart(3, "0")}`, ...change };
}

function mention(id: string, users: readonly string[], n = 0): NewTextMention {
  const of: Mention = { kind: "user", id: "ada" as Mention["id"] } as Mention;
  return {
    mentionId: id,
    organizationId: "default",
    createdBy: "bob",
    mention: of,
    users: users.map((userId) => ({ userId, id: `in_${id}_${userId}_${n}` })),
    notifiedAt: start + n,
    dueAt: start + n + 1_000,
  };
}

const ids = (records: readonly InboxRecord[]) => records.map(({ id }) => id);

/** What every InboxRecords promises. An adapter's test file is one call to this. */
export function inboxRecordsSuite(open: () => Promise<InboxRecordsUnderTest>): void {
  const openWithRooms = async () => {
    const under = await open();
    for (const one of [room, other]) await under.createRoom(one);
    const list = async (of = ada, filter = {}) =>
      ids(await under.inbox.list(of, { ...mine, ...filter }, { limit: 50 }));
    const unread = async (of = ada, filter = {}) =>
      (await under.inbox.countUnread(of, { ...mine, ...filter })).reduce((sum, { count }) => sum + count, 0);
    return Object.assign(under, { list, unread });
  };

  describe("InboxRecords", () => {
    test("[IN1] a notification is found as it was written, in its own inbox alone", async () => {
      await using under = await openWithRooms();
      const { inbox } = under;
      expect(await inbox.insertCustom(custom(1, { room: room.room }))).toBe(true);
      expect(await inbox.insertCustom(custom(2))).toBe(true);
      expect(await inbox.insertTextMention(room, mention("m", ["ada", "eve"], 3))).toBe(true);
      const [text, plain, inRoom] = await inbox.list(ada, mine, { limit: 9 });
      const { activity } = custom(1);
      expect(inRoom).toEqual({
        id: "in_001",
        organizationId: "default",
        kind: "$file",
        room: room.room,
        subjectId: "s",
        notifiedAt: start + 1,
        readAt: undefined,
        createdBy: undefined,
        mention: undefined,
        activities: [activity],
      });
      expect([plain!.room, plain!.id]).toEqual([undefined, "in_002"]);
      expect(text).toMatchObject({
        kind: "textMention",
        subjectId: "m",
        createdBy: "bob",
        room: room.room,
        activities: [],
      });
      expect(text!.mention).toEqual({ kind: "user", id: "ada" });
      expect(await inbox.find(ada, "in_002")).toEqual(plain);
      expect([await inbox.ownerOf(project, "in_m_eve_3"), await inbox.ownerOf(elsewhere.project, "in_001")]).toEqual([
        "eve",
        undefined,
      ]);
      expect([await inbox.find(eve, "in_001"), await inbox.find(elsewhere, "in_001")]).toEqual([undefined, undefined]);
      expect([await under.list(elsewhere), await under.list(ada, { organizationId: "acme" })]).toEqual([[], []]);
    });

    test("[IN1] a list is read page by page, with any filter", async () => {
      await using under = await openWithRooms();
      const { inbox } = under;
      for (let n = 0; n < 12; n++) {
        const where = n % 3 === 0 ? room.room : n % 3 === 1 ? other.room : undefined;
        // Some are of the same instant.
        const activity = { id: "ac", createdAt: start + Math.floor(n / 2), data: {} };
        await inbox.insertCustom(custom(n, { room: where, kind: n % 2 === 0 ? "$even" : "$odd", activity }));
      }
      await inbox.markRead(ada, { ids: ["in_000", "in_001", "in_011"] }, start + 1_000);
      const expected = async (filter: object, of: (n: number) => boolean) => {
        const found: string[] = [];
        for (let after: InboxRecord | undefined; ;) {
          const page = await inbox.list(ada, { ...mine, ...filter }, { limit: 2, after });
          found.push(...ids(page));
          after = page.at(-1);
          if (page.length < 2) break;
        }
        const all = Array.from({ length: 12 }, (_, n) => 11 - n).filter(of);
        expect(found).toEqual(all.map((n) => custom(n).id));
      };
      const read = new Set([0, 1, 11]);
      await expected({}, () => true);
      await expected({ unread: true }, (n) => !read.has(n));
      await expected({ unread: false }, (n) => read.has(n));
      await expected({ room: "a" }, (n) => n % 3 === 0);
      await expected({ room: "nowhere" }, () => false);
      await expected({ kind: "$odd", unread: true }, (n) => n % 2 === 1 && !read.has(n));
      await expected({ room: "b", kind: "$odd" }, (n) => n % 6 === 1);
      expect(await under.unread(ada, { kind: "$even" })).toBe(5);
      const counts = await inbox.countUnread(ada, { ...mine, kind: "$odd" });
      expect(counts.toSorted((one, another) => (one.room ?? "").localeCompare(another.room ?? ""))).toEqual([
        { kind: "$odd", room: undefined, count: 1 },
        { kind: "$odd", room: "a", count: 2 },
        { kind: "$odd", room: "b", count: 1 },
      ]);
    });

    test("[IN2] a mark covers what was notified until then, and later activity stays unread", async () => {
      await using under = await openWithRooms();
      const { inbox } = under;
      for (const n of [1, 2, 3]) await inbox.insertCustom(custom(n, { room: n === 3 ? room.room : undefined }));
      expect(await inbox.markRead(ada, { ids: [] }, start + 9)).toBe(0);
      expect(await inbox.markRead(ada, { ids: ["in_001", "in_003", "nothing"], room: "a" }, start + 9)).toBe(1);
      expect(await inbox.markRead(eve, { ids: ["in_001"] }, start + 9)).toBe(0);
      expect(await inbox.markRead(ada, { organizationId: "acme" }, start + 9)).toBe(0);
      // At that instant, the second one did not exist.
      expect(await inbox.markRead(ada, mine, start + 1)).toBe(1);
      expect([await under.unread(), (await inbox.find(ada, "in_001"))!.readAt]).toEqual([1, start + 1]);
      expect(await inbox.markRead(ada, mine, start + 20)).toBe(1);
      // Read once: nothing changes.
      expect(await inbox.markRead(ada, mine, start + 30)).toBe(0);
      expect((await inbox.find(ada, "in_002"))!.readAt).toBe(start + 20);
    });

    test("[IN2] users who are mentioned while they mark everything as read are left with the right count", async () => {
      await using under = await openWithRooms();
      const { inbox } = under;
      const writers = Array.from({ length: 20 }, async (_, n) => {
        // Each is dated before it is written, as another node's clock may have it.
        const outcome = await inbox.addActivity(custom(n, { id: `in_w${n}`, room: room.room }), 50);
        await inbox.insertTextMention(room, mention("same", ["ada"], n));
        await inbox.markRead(ada, mine, start + n);
        return outcome;
      });
      const outcomes = await Promise.all(writers);
      expect(outcomes).not.toContain("missing");
      const all = await inbox.list(ada, mine, { limit: 50 });
      expect(all.map(({ kind }) => kind).toSorted()).toEqual(["$file", "textMention"]);
      const unread = all.filter(({ notifiedAt, readAt }) => readAt === undefined || notifiedAt > readAt);
      expect(await under.unread()).toBe(unread.length);
      expect(await under.list(ada, { unread: true })).toEqual(ids(unread));
      await inbox.addActivity(custom(5, { id: "in_late", room: room.room }), 50);
      const [late] = await inbox.list(ada, { ...mine, kind: "$file" }, { limit: 1 });
      expect(late!.notifiedAt).toBeGreaterThan(late!.readAt ?? 0);
      expect(await under.list(ada, { unread: true, kind: "$file" })).toEqual([late!.id]);
    });

    test("[IN7] what was created, renewed or read since is found by this server's clock, the newest changes first", async () => {
      await using under = await openWithRooms();
      const { inbox } = under;
      for (const n of [1, 2, 3]) await inbox.insertCustom(custom(n * 10));
      const since = async (at: number, limit = 9) => ids(await inbox.changedSince(ada, mine, start + at, limit));
      expect([await since(0), await since(0, 2), await since(30), await since(31)]).toEqual([
        ["in_030", "in_020", "in_010"],
        ["in_030", "in_020"],
        ["in_030"],
        [],
      ]);
      await inbox.markRead(ada, { ids: ["in_010"] }, start + 40);
      expect([await since(31), await since(0)]).toEqual([["in_010"], ["in_010", "in_030", "in_020"]]);
      expect(ids(await inbox.changedSince(ada, { ...mine, unread: true }, start, 9))).toEqual(["in_030", "in_020"]);
    });

    test("[IN3] deletions are reported to the user, and a room's notifications are deleted with it", async () => {
      await using under = await openWithRooms();
      const { inbox, threads } = under;
      for (const n of [1, 2, 3, 4]) await inbox.insertCustom(custom(n, { room: n > 2 ? room.room : undefined }));
      await inbox.insertCustom(custom(5, { organizationId: "acme" }));
      await inbox.insertCustom(custom(6, { ...eve, room: room.room }));
      expect(await inbox.delete(ada, { ids: ["in_001", "in_006", "nothing"] }, start + 10)).toBe(1);
      expect(await inbox.delete(ada, { ids: ["in_001"] }, start + 11)).toBe(0);
      expect(await inbox.delete(ada, { ids: [] }, start + 11)).toBe(0);
      const deleted = async (of: InboxName, at = 0) =>
        (await Array.fromAsync(threads.deletedOfUserSince(of, of.userId, start + at)))
          .flat()
          .map(({ id, room: where, deletedAt }) => [id, where, deletedAt - start]);
      expect([await deleted(ada), await deleted(ada, 11), await deleted(eve)]).toEqual([
        [["in_001", undefined, 10]],
        [],
        [],
      ]);
      expect(await inbox.delete(ada, { ...mine, room: "a" }, start + 20)).toBe(2);
      expect(
        (await deleted(ada, 11)).toSorted((one, another) => byCodePoint(String(one[0]), String(another[0]))),
      ).toEqual([
        ["in_003", "a", 20],
        ["in_004", "a", 20],
      ]);
      expect(await inbox.delete(ada, mine, start + 30)).toBe(1);
      expect([await under.list(), await under.list(ada, { organizationId: "acme" })]).toEqual([[], ["in_005"]]);
      await under.deleteRoom(room);
      expect(await under.list(eve)).toEqual([]);
      // Another room of the same id holds nothing of the first.
      await under.createRoom(room);
      expect(await under.list(eve, { room: "a" })).toEqual([]);
      await inbox.deleteTombstones(start + 20);
      expect(new Set((await deleted(ada)).map(([id]) => id))).toEqual(new Set(["in_002", "in_003", "in_004"]));
    });

    test("[IN3] notifications move with their room to another organization, and are deleted ones in the first", async () => {
      await using under = await openWithRooms();
      const { inbox, threads } = under;
      await inbox.insertCustom(custom(1, { room: room.room }));
      await inbox.insertCustom(custom(2, { room: other.room }));
      await inbox.insertCustom(custom(3));
      await inbox.insertTextMention(room, mention("m", ["ada"], 4));
      const state = async () => ({
        default: (await under.list()).toSorted(byCodePoint),
        acme: (await under.list(ada, { organizationId: "acme" })).toSorted(byCodePoint),
      });
      const deletedIn = async (organizationId?: string) =>
        (
          await Array.fromAsync(
            threads.deletedOfUserSince({ project, ...(organizationId !== undefined && { organizationId }) }, "ada", 0),
          )
        )
          .flat()
          .map(({ id }) => id)
          .toSorted(byCodePoint);
      await under.moveRoom(room, "acme", start + 10);
      expect(await state()).toEqual({ default: ["in_002", "in_003"], acme: ["in_001", "in_m_ada_4"] });
      expect([await deletedIn("default"), await deletedIn("acme"), await deletedIn()]).toEqual([
        ["in_001", "in_m_ada_4"],
        [],
        [],
      ]);
      const changed = await inbox.changedSince(ada, { organizationId: "acme" }, start + 10, 10);
      expect(ids(changed).toSorted(byCodePoint)).toEqual(["in_001", "in_m_ada_4"]);
      await under.moveRoom(room, "default", start + 20);
      expect(await state()).toEqual({ default: ["in_001", "in_002", "in_003", "in_m_ada_4"], acme: [] });
      expect([await deletedIn("default"), await deletedIn("acme")]).toEqual([[], ["in_001", "in_m_ada_4"]]);
      expect(await inbox.delete(ada, { ids: ["in_001"] }, start + 30)).toBe(1);
      expect([await deletedIn("default"), await deletedIn("acme")]).toEqual([["in_001"], ["in_001", "in_m_ada_4"]]);
    });

    test("[IN4] activities of a subject share a notification until it is full, and none are lost", async () => {
      await using under = await openWithRooms();
      const { inbox } = under;
      const add = async (n: number, change: Partial<NewCustomNotification> = {}) => {
        while ((await inbox.addActivity(custom(n, change), 3)) !== "written");
      };
      await add(1);
      await inbox.markRead(ada, mine, start + 1);
      await add(2);
      const [first] = await inbox.list(ada, mine, { limit: 9 });
      expect(first).toMatchObject({ id: "in_001", notifiedAt: start + 2, readAt: start + 1 });
      expect(first!.activities).toEqual([custom(1).activity, custom(2).activity]);
      expect(await under.unread()).toBe(1);
      // Of another user, room, kind, subject or organization.
      const others = [
        { ...eve },
        { room: room.room },
        { kind: "$other" },
        { subjectId: "t" },
        { organizationId: "acme" },
      ];
      for (const [n, change] of others.entries()) await add(10 + n, change);
      await Promise.all(Array.from({ length: 12 }, (_, n) => add(20 + n)));
      const all = (await inbox.list(ada, { ...mine, kind: "$file" }, { limit: 50 })).filter(
        ({ subjectId, room: where }) => subjectId === "s" && where === undefined,
      );
      expect(all.map(({ activities }) => activities.length).toSorted((one, another) => one - another)).toEqual([
        2, 3, 3, 3, 3,
      ]);
      const seen = all.flatMap(({ activities }) => activities.map(({ id }) => id));
      expect(new Set(seen).size).toBe(14);
      expect(await inbox.addActivity(custom(90, { room: "nowhere" as RoomId }), 3)).toBe("missing");
      expect(await inbox.insertCustom(custom(91, { room: "nowhere" as RoomId }))).toBe(false);
      // A subject that looks like an id is not an id.
      await inbox.insertCustom(custom(92, { subjectId: "in_093" }));
      await add(93, { subjectId: "in_092" });
      expect((await inbox.find(ada, "in_093"))!.activities).toHaveLength(1);
    });

    test("[IN5] a mention notifies each user once, and is withdrawn from all of them", async () => {
      await using under = await openWithRooms();
      const { inbox } = under;
      const many = Array.from({ length: 1_200 }, (_, n) => `user ${n}`);
      expect(await inbox.insertTextMention(room, mention("m", [...many, "ada", "eve"]))).toBe(true);
      await inbox.markRead(ada, mine, start);
      expect(await inbox.insertTextMention(room, mention("m", ["ada", "eve", "new"], 5))).toBe(true);
      expect([await under.list(ada), await under.list(eve), await under.unread(ada)]).toEqual([
        ["in_m_ada_0"],
        ["in_m_eve_0"],
        0,
      ]);
      expect(await under.list({ project, userId: "user 1199" })).toHaveLength(1);
      await inbox.insertTextMention(other, mention("m", ["ada"], 7));
      await inbox.insertTextMention(room, mention("n", ["ada"], 8));
      await inbox.deleteTextMention(room, "m", start + 10);
      expect([await under.list(ada), await under.list(eve)]).toEqual([["in_n_ada_8", "in_m_ada_7"], []]);
      expect((await Array.fromAsync(under.threads.deletedOfUserSince(eve, "eve", start))).flat()).toMatchObject([
        { kind: "inboxNotification", id: "in_m_eve_0", room: "a", deletedAt: start + 10 },
      ]);
      // Further users of a mention follow later: once each, not where they deleted it, and not once the mention is deleted.
      await inbox.insertTextMention(room, mention("later", ["ada"], 20));
      const more = { ...mention("later", ["bob", "eve"], 20), isContinued: true };
      expect(await inbox.insertTextMention(room, more)).toBe(true);
      await inbox.delete(eve, { ids: ["in_later_eve_20"] }, start + 21);
      expect(await inbox.insertTextMention(room, more)).toBe(true);
      expect(await under.list(eve)).toEqual([]);
      expect(await under.list({ project, userId: "bob" })).toEqual(["in_later_bob_20"]);
      await inbox.deleteTextMention(room, "later", start + 22);
      expect(await inbox.insertTextMention(room, more)).toBe(false);
      expect(await under.list({ project, userId: "bob" })).toEqual([]);
      // Undone and done again.
      await inbox.insertTextMention(room, mention("m", ["eve"], 12));
      expect(await under.list(eve)).toEqual(["in_m_eve_12"]);
      expect(await inbox.insertTextMention({ project, room: "nowhere" as RoomId }, mention("m", ["eve"]))).toBe(false);
      await inbox.deleteTextMention({ project, room: "nowhere" as RoomId }, "m", start);
    });

    test("[IN8] events are due from the first activity that is unread, and settled with them or not at all", async () => {
      await using under = await openWithRooms();
      const { inbox, jobs, outbox } = under;
      await outbox.register("test");
      expect(await inbox.nextDueAt()).toBeUndefined();
      const effects = { jobs: [notificationJob(start + 1_000, start)] };
      await inbox.insertTextMention(room, mention("m", ["ada", "eve"]), effects);
      await inbox.addActivity(custom(5), 50, effects);
      await inbox.addActivity(custom(500), 50);
      const due = async (at: number) => inbox.due(start + at, 9);
      expect([await inbox.nextDueAt(), await due(999)]).toEqual([start + 1_000, []]);
      expect(ids(await due(1_000)).toSorted()).toEqual(["in_m_ada_0", "in_m_eve_0"]);
      expect((await due(2_000)).at(-1)).toMatchObject({
        id: "in_005",
        project,
        userId: "ada",
        unread: true,
        startedAt: start + 5,
        dueAt: start + 1_005,
      });
      // What was read is not due; what is notified again begins anew.
      await inbox.markRead(ada, { ids: ["in_005"] }, start + 600);
      expect(ids(await due(9_000)).toSorted()).toEqual(["in_m_ada_0", "in_m_eve_0"]);
      await inbox.addActivity(custom(700), 50);
      expect((await due(9_000)).at(-1)).toMatchObject({ startedAt: start + 700, dueAt: start + 1_700 });

      const [job] = await jobs.claim("notificationEvents", "mine", start + 1_000, start + 9_000, 1);
      const holding = { id: job!.id, claim: "mine" };
      const data = { projectId: project, roomId: "a", deletedAt: new Date(start).toISOString() };
      const events: DomainEvent[] = [{ type: "roomDeleted", data }];
      const mentions = await due(1_000);
      await inbox.markRead(eve, mine, start + 800);
      expect(await inbox.settleDue(mentions, { events, holding })).toBe(false);
      const remaining = await due(1_000);
      expect(ids(remaining)).toEqual(["in_m_ada_0"]);
      expect(await inbox.settleDue(remaining, { events, holding: { ...holding, claim: "lost" } })).toBe(false);
      expect(await outbox.read("test", 9)).toEqual([]);
      expect(await inbox.settleDue(remaining, { events, holding })).toBe(true);
      expect(await outbox.read("test", 9)).toHaveLength(1);
      expect(await inbox.settleDue(remaining, { events, holding })).toBe(false);
      expect([await due(1_000), await inbox.nextDueAt()]).toEqual([[], start + 1_700]);
    });
  });
}
