import type { FeedId, FeedMessageId, ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import type { FeedMessageRecord, FeedPlace, FeedRange, FeedRecord, FeedRecords } from "../src/feeds/feed-records.ts";

export interface FeedRecordsUnderTest extends AsyncDisposable {
  readonly feeds: FeedRecords;
  createRoom(room: RoomAddress): Promise<void>;
  deleteRoom(room: RoomAddress): Promise<void>;
  /** Gives the room another id. */
  renameRoom(room: RoomAddress, id: string): Promise<void>;
  /** Bytes that the project is measured to hold. */
  measure(project: ProjectId): Promise<number>;
}

const room: RoomAddress = { project: "p1" as ProjectId, room: "a" as RoomId };
const sameElsewhere: RoomAddress = { ...room, project: "p2" as ProjectId };
const other: RoomAddress = { ...room, room: "b" as RoomId };
const bounds = { feedsPerRoom: 100, messagesPerFeed: 100 };
const whole: FeedRange = { order: "newestFirst", limit: 100, bytes: 1e9 };

const newFeed = (id: string, change: Partial<FeedRecord> = {}): FeedRecord => ({
  id: id as FeedId,
  metadata: new Map(),
  createdAt: 10,
  updatedAt: 10,
  ...change,
});
const newMessage = (id: string, change: Partial<FeedMessageRecord> = {}): FeedMessageRecord => ({
  id: id as FeedMessageId,
  data: { text: id },
  createdAt: 10,
  updatedAt: 10,
  ...change,
});
const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);

/** What every FeedRecords promises. An adapter's test file is one call to this. */
export function feedRecordsSuite(open: () => Promise<FeedRecordsUnderTest>): void {
  const openWithRooms = async () => {
    const under = await open();
    for (const address of [room, sameElsewhere, other]) await under.createRoom(address);
    return under;
  };

  describe("FeedRecords", () => {
    test("[FE3] feeds and messages are found in their room and project alone, as they were stored", async () => {
      await using under = await openWithRooms();
      const { feeds } = under;
      const feed = newFeed("f\n/é😀", {
        metadata: new Map<string, string | string[]>([
          ["__proto__", "x"],
          ["k", ["a", ""]],
        ]),
      });
      const message = newMessage("m", { data: { nul: "\0", lone: "\ud800", deep: [{ a: null }] }, updatedAt: 8.64e15 });
      expect(await feeds.insert(room, feed, bounds)).toBe("inserted");
      expect(await feeds.insertMessage(room, feed.id, message, bounds)).toBe("inserted");
      expect(await feeds.find(room, feed.id)).toEqual(feed);
      expect(await feeds.findMessage(room, feed.id, "m")).toEqual(message);
      expect(await feeds.list(room, whole)).toEqual({ items: [feed], more: false });
      expect(await feeds.messages(room, feed.id, whole)).toEqual({ items: [message], more: false });
      for (const elsewhere of [sameElsewhere, other]) {
        expect(await feeds.find(elsewhere, feed.id)).toBeUndefined();
        expect(await feeds.findMessage(elsewhere, feed.id, "m")).toBeUndefined();
        expect(await feeds.list(elsewhere, whole)).toEqual({ items: [], more: false });
        expect(await feeds.messages(elsewhere, feed.id, whole)).toEqual({ items: [], more: false });
        expect(await feeds.update(elsewhere, feed, newFeed(feed.id))).toBe(false);
        expect(await feeds.updateMessage(elsewhere, feed.id, "m", { data: {}, updatedAt: 20 })).toBe("missing");
        expect(await feeds.deleteMessage(elsewhere, feed.id, "m")).toBe(false);
        expect(await feeds.delete(elsewhere, feed.id)).toBe(false);
        expect(await feeds.insertMessage(elsewhere, feed.id, message, bounds)).toBe("feedMissing");
        expect(await feeds.insert(elsewhere, feed, bounds)).toBe("inserted");
      }
      expect(await feeds.findMessage(room, feed.id, "m")).toEqual(message);
      expect(await feeds.insert({ ...room, room: "nowhere" as RoomId }, feed, bounds)).toBe("roomMissing");
    });

    test("[FE3] an id that exists is refused, and what has it stays as it is", async () => {
      await using under = await openWithRooms();
      const { feeds } = under;
      const [feed, message] = [newFeed("f"), newMessage("m")];
      await feeds.insert(room, feed, bounds);
      await feeds.insert(room, newFeed("g"), bounds);
      await feeds.insertMessage(room, "f", message, bounds);
      expect(await feeds.insert(room, newFeed("f", { createdAt: 20 }), bounds)).toBe("exists");
      expect(await feeds.insertMessage(room, "f", newMessage("m", { data: { other: 1 } }), bounds)).toBe("exists");
      expect(await feeds.insertMessage(room, "g", newMessage("m", { createdAt: 30 }), bounds)).toBe("inserted");
      expect([await feeds.find(room, "f"), await feeds.findMessage(room, "f", "m")]).toEqual([feed, message]);
    });

    test("[FE4] lists go from either end, page by page, also within one instant, and begin behind an instant", async () => {
      await using under = await openWithRooms();
      const { feeds } = under;
      const items = [
        ...["c", "a", "b"].map((id) => ({ id, createdAt: 10 })),
        ...["e", "d"].map((id) => ({ id, createdAt: 20 })),
        { id: "first", createdAt: 0 },
      ];
      await feeds.insert(room, newFeed("f"), bounds);
      for (const { id, createdAt } of items) {
        await feeds.insert(other, newFeed(id, { createdAt }), bounds);
        await feeds.insertMessage(room, "f", newMessage(id, { createdAt }), bounds);
      }
      const newest = ["e", "d", "c", "b", "a", "first"];
      const walk = async (read: (range: FeedRange) => ReturnType<FeedRecords["list"] | FeedRecords["messages"]>) => {
        const walked = { newestFirst: [] as string[], oldestFirst: [] as string[] };
        for (const order of ["newestFirst", "oldestFirst"] as const)
          for (let after: FeedPlace | undefined, more = true; more;) {
            const slice = await read({ ...whole, order, limit: 2, after });
            walked[order].push(...idsOf(slice.items));
            ({ more } = slice);
            after = slice.items.at(-1);
          }
        return walked;
      };
      for (const read of [
        (range: FeedRange) => feeds.list(other, range),
        (range: FeedRange) => feeds.messages(room, "f", range),
      ]) {
        expect(await walk(read)).toEqual({ newestFirst: newest, oldestFirst: newest.toReversed() });
        expect(idsOf((await read({ ...whole, since: 10 })).items)).toEqual(["e", "d"]);
        expect(idsOf((await read({ ...whole, since: 10, order: "oldestFirst", limit: 1 })).items)).toEqual(["d"]);
      }
    });

    test("[FE6] a page is cut short before it holds too many bytes, and holds something", async () => {
      await using under = await openWithRooms();
      const { feeds } = under;
      const text = "é".repeat(50);
      for (const id of ["1", "2", "3"])
        await feeds.insert(room, newFeed(id, { metadata: new Map([["k", text]]) }), bounds);
      for (const id of ["1", "2", "3"])
        await feeds.insertMessage(room, "1", newMessage(id, { data: { text } }), bounds);
      for (const read of [
        (range: FeedRange) => feeds.list(room, range),
        (range: FeedRange) => feeds.messages(room, "1", range),
      ]) {
        const cut = await read({ ...whole, bytes: 300 });
        expect([idsOf(cut.items), cut.more]).toEqual([["3", "2"], true]);
        const least = await read({ ...whole, bytes: 1 });
        expect([idsOf(least.items), least.more]).toEqual([["3"], true]);
        const last = await read({ ...whole, bytes: 300, after: cut.items.at(-1) });
        expect([idsOf(last.items), last.more]).toEqual([["1"], false]);
      }
    });

    test("[FE5] a feed is changed only if it is as it was", async () => {
      await using under = await openWithRooms();
      const { feeds } = under;
      const before = newFeed("f", { metadata: new Map([["k", "1"]]) });
      const after = { ...before, metadata: new Map([["k", "2"]]), updatedAt: 30 };
      await feeds.insert(room, before, bounds);
      expect(await feeds.update(room, newFeed("f"), after)).toBe(false);
      expect(await feeds.update(room, { ...before, updatedAt: 9 }, after)).toBe(false);
      expect(await feeds.update(room, before, after)).toBe(true);
      expect(await feeds.update(room, before, before)).toBe(false);
      expect(await feeds.find(room, "f")).toEqual(after);
    });

    test("[FE5] an older update of a message changes nothing, and no update makes it older", async () => {
      await using under = await openWithRooms();
      const { feeds } = under;
      await feeds.insert(room, newFeed("f"), bounds);
      await feeds.insertMessage(room, "f", newMessage("m"), bounds);
      const update = (n: number, updatedAt: number, notAfter?: number) =>
        feeds.updateMessage(room, "f", "m", { data: { n }, updatedAt, notAfter });
      expect(await update(1, 30, 30)).toEqual(newMessage("m", { data: { n: 1 }, updatedAt: 30 }));
      expect(await update(2, 29, 29)).toBe("stale");
      expect(await feeds.findMessage(room, "f", "m")).toMatchObject({ data: { n: 1 }, updatedAt: 30 });
      expect(await update(3, 30, 30)).toMatchObject({ data: { n: 3 }, updatedAt: 30 });
      expect(await update(4, 20)).toMatchObject({ data: { n: 4 }, updatedAt: 30, createdAt: 10 });
      expect(await feeds.updateMessage(room, "f", "x", { data: {}, updatedAt: 40 })).toBe("missing");
      expect(await feeds.updateMessage(room, "x", "m", { data: {}, updatedAt: 40 })).toBe("missing");
    });

    test("[FE6] what is over a bound is refused, and what was deleted makes room", async () => {
      await using under = await openWithRooms();
      const { feeds } = under;
      const few = { feedsPerRoom: 2, messagesPerFeed: 2 };
      for (const id of ["1", "2"]) {
        expect(await feeds.insert(room, newFeed(id), few)).toBe("inserted");
        expect(await feeds.insertMessage(room, "1", newMessage(id), few)).toBe("inserted");
      }
      expect(await feeds.insert(room, newFeed("3"), few)).toBe("full");
      expect(await feeds.insertMessage(room, "1", newMessage("3"), few)).toBe("full");
      expect(await feeds.insert(room, newFeed("2"), few)).toBe("exists");
      expect(await feeds.insert(other, newFeed("3"), few)).toBe("inserted");
      expect(await feeds.insertMessage(room, "2", newMessage("3"), few)).toBe("inserted");
      expect(await feeds.deleteMessage(room, "1", "2")).toBe(true);
      expect(await feeds.insertMessage(room, "1", newMessage("3"), few)).toBe("inserted");
      expect(await feeds.delete(room, "2")).toBe(true);
      expect(await feeds.insert(room, newFeed("3"), few)).toBe("inserted");
    });

    test("[FE6] the bytes of feeds and messages count for their project as they are now", async () => {
      await using under = await openWithRooms();
      const { feeds } = under;
      const measure = (project: ProjectId) => under.measure(project);
      const size = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
      const feed = newFeed("f", { metadata: new Map([["k", "é"]]) });
      await feeds.insert(room, feed, bounds);
      await feeds.insertMessage(room, "f", newMessage("1", { data: { text: "a long text" } }), bounds);
      await feeds.insertMessage(room, "f", newMessage("2", { data: { a: "é" } }), bounds);
      await feeds.updateMessage(room, "f", "1", { data: { b: "" }, updatedAt: 20 });
      const metadata = new Map([["other", "longer"]]);
      await feeds.update(room, feed, { ...feed, metadata });
      expect(await measure(room.project)).toBe(size([...metadata]) + size({ b: "" }) + size({ a: "é" }));
      await feeds.deleteMessage(room, "f", "2");
      expect(await measure(room.project)).toBe(size([...metadata]) + size({ b: "" }));
      expect(await measure(sameElsewhere.project)).toBe(0);
      await feeds.delete(room, "f");
      expect(await measure(room.project)).toBe(0);
    });

    test("[FE8] messages are deleted with their feed, and feeds with their room; a room that is renamed keeps them", async () => {
      await using under = await openWithRooms();
      const { feeds } = under;
      for (const id of ["f", "g"]) {
        await feeds.insert(room, newFeed(id), bounds);
        await feeds.insertMessage(room, id, newMessage("m"), bounds);
      }
      expect(await feeds.deleteMessage(room, "f", "m")).toBe(true);
      expect(await feeds.deleteMessage(room, "f", "m")).toBe(false);
      await feeds.insertMessage(room, "f", newMessage("m"), bounds);
      expect(await feeds.delete(room, "f")).toBe(true);
      expect(await feeds.delete(room, "f")).toBe(false);
      expect(await feeds.insert(room, newFeed("f"), bounds)).toBe("inserted");
      expect((await feeds.messages(room, "f", whole)).items).toEqual([]);
      const renamed = { ...room, room: "renamed" as RoomId };
      await under.renameRoom(room, renamed.room);
      expect(idsOf((await feeds.messages(renamed, "g", whole)).items)).toEqual(["m"]);
      await under.deleteRoom(renamed);
      await under.createRoom(renamed);
      expect((await feeds.list(renamed, whole)).items).toEqual([]);
      expect((await feeds.messages(renamed, "g", whole)).items).toEqual([]);
    });
  });
}
