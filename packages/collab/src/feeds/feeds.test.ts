import { limits as platformLimits, ServerMessageType, WeftError } from "@weft/protocol";
import type { FeedAnnouncement, Limits, ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import { expect, test } from "vitest";
import { createMemoryFeedRecords } from "../../suites/memory-feed-records.ts";
import { createCursors } from "../cursor.ts";
import type { FeedRecords } from "./feed-records.ts";
import { KeyedMutex } from "../keyed-mutex.ts";
import { createFeeds } from "./feeds.ts";

const room: RoomAddress = { project: "p" as ProjectId, room: "r" as RoomId };
const cursors = createCursors(Buffer.alloc(32, 1));

function open(overrides: Partial<Limits> = {}, replace: (records: FeedRecords) => Partial<FeedRecords> = () => ({})) {
  const clock = { now: 1_000 };
  const announced: FeedAnnouncement[] = [];
  const admitted: number[] = [];
  const memory = createMemoryFeedRecords();
  memory.createRoom(room);
  const feeds = createFeeds({
    records: { ...memory, ...replace(memory) },
    cursors,
    quotas: {
      async admitBytes(_project, bytes) {
        if (bytes > 200) throw new WeftError("PROJECT_FULL");
        admitted.push(bytes);
      },
    },
    announce: async (_room, change) => void announced.push(change),
    now: () => clock.now++,
    limits: { ...platformLimits, ...overrides },
  });
  return { feeds, memory, clock, announced, admitted };
}

const refused = (code: string) => expect.objectContaining({ code });

test("[FE1] every change is announced once it is stored, and what changed nothing is not", async () => {
  const { feeds, memory, announced } = open();
  const changes: (() => Promise<unknown>)[] = [
    () => feeds.create(room, { id: "f", metadata: new Map([["k", "v"]]), createdAt: 5 }),
    () => feeds.update(room, "f", new Map([["k", null]])),
    () => feeds.addMessage(room, "f", { id: "m", data: { n: 1 }, createdAt: 6 }),
    () => feeds.updateMessage(room, "f", "m", { data: { n: 2 }, updatedAt: 9 }),
    () => feeds.updateMessage(room, "f", "m", { data: { n: 3 }, updatedAt: 8 }),
    () => feeds.deleteMessage(room, "f", "m"),
    () => feeds.deleteMessage(room, "f", "m"),
    () => feeds.delete(room, "f"),
    () => feeds.delete(room, "f"),
  ];
  for (const change of changes) await change();
  const message = { id: "m", createdAt: 6 };
  expect(announced).toEqual([
    { type: 501, feeds: [{ feedId: "f", metadata: { k: "v" }, createdAt: 5, updatedAt: 5 }] },
    { type: 502, feeds: [{ feedId: "f", metadata: {}, createdAt: 5, updatedAt: 1_000 }] },
    { type: 505, feedId: "f", messages: [{ ...message, data: { n: 1 }, updatedAt: 6 }] },
    { type: 506, feedId: "f", messages: [{ ...message, data: { n: 2 }, updatedAt: 9 }] },
    { type: 507, feedId: "f", messageIds: ["m"] },
    { type: 503, feedId: "f" },
  ]);
  expect(memory.measure("p")).toBe(0);
});

test("[FE1] a change that the store does not take is not announced", async () => {
  const failing = () => Promise.reject(new Error("no disk"));
  const { feeds, announced } = open({}, () => ({ insertMessage: failing, updateMessage: failing, delete: failing }));
  await feeds.create(room, { id: "f" });
  announced.length = 0;
  await expect(feeds.addMessage(room, "f", { data: {} })).rejects.toThrow("no disk");
  await expect(feeds.updateMessage(room, "f", "m", { data: {} })).rejects.toThrow("no disk");
  await expect(feeds.delete(room, "f")).rejects.toThrow("no disk");
  expect(announced).toEqual([]);
  // The room's other changes go on.
  await feeds.create(room, { id: "g" });
  expect(announced).toHaveLength(1);
});

test("[FE2] changes are announced in the order in which they are stored, and no list is older than what was announced", async () => {
  const held: (() => void)[] = [];
  const { feeds, announced } = open({}, (memory) => ({
    async messages(...asked) {
      const slice = await memory.messages(...asked);
      await new Promise<void>((resolve) => held.push(resolve));
      return slice;
    },
  }));
  await feeds.create(room, { id: "f" });
  const listed = feeds.messages(room, "f", { order: "newestFirst", limit: 9 }).then(({ items }) => {
    // Whatever is announced before this list is in it.
    expect(items).toHaveLength(announced.filter(({ type }) => type === ServerMessageType.feedMessagesAdded).length);
  });
  const adding = [1, 2, 3].map((n) => feeds.addMessage(room, "f", { id: `m${n}`, data: { n } }));
  await expect.poll(() => held.length).toBe(1);
  expect(announced).toHaveLength(1);
  held[0]!();
  await Promise.all([listed, ...adding]);
  const ids = announced.flatMap((change) => ("messages" in change ? change.messages.map(({ id }) => id) : []));
  expect(ids).toEqual(["m1", "m2", "m3"]);
});

test("[FE3] an id that is in use is refused, even when both come at the same time", async () => {
  const { feeds, announced } = open();
  const both = (create: () => Promise<unknown>) => Promise.allSettled([create(), create()]);
  for (const create of [
    () => feeds.create(room, { id: "f" }),
    () => feeds.addMessage(room, "f", { id: "m", data: {} }),
  ]) {
    const [first, second] = await both(create);
    expect([first?.status, second]).toEqual([
      "fulfilled",
      { status: "rejected", reason: refused("RESOURCE_ALREADY_EXISTS") },
    ]);
  }
  expect(announced).toHaveLength(2);
  const { id } = await feeds.addMessage(room, "f", { data: {} });
  expect(id).toMatch(/^[\w-]{21}$/);
});

test("[FE4] cursors are of one list, and others are refused or ignored", async () => {
  const { feeds } = open();
  for (const id of ["f", "g"]) {
    await feeds.create(room, { id });
    for (const n of [1, 2, 3]) await feeds.addMessage(room, id, { id: `m${n}`, data: {}, createdAt: n });
  }
  const search = { order: "oldestFirst", limit: 2 } as const;
  const { items, nextCursor } = await feeds.messages(room, "f", search);
  expect(items.map(({ id }) => id)).toEqual(["m1", "m2"]);
  const cursor = nextCursor!;
  const rest = await feeds.messages(room, "f", { ...search, cursor });
  expect([rest.items.map(({ id }) => id), rest.nextCursor]).toEqual([["m3"], null]);
  const elsewhere = { ...room, room: "other" as RoomId };
  for (const list of [
    () => feeds.messages(room, "g", { ...search, cursor }),
    () => feeds.messages(room, "f", { ...search, order: "newestFirst", cursor }),
    () => feeds.messages(elsewhere, "f", { ...search, cursor }),
    () => feeds.list(room, { limit: 2, cursor }),
  ])
    await expect(list()).rejects.toEqual(refused("UNPROCESSABLE_ENTITY"));
  const ignored = await feeds.messages(room, "g", { ...search, cursor, foreignCursor: "ignored" });
  expect(ignored.items.map(({ id }) => id)).toEqual(["m1", "m2"]);
});

test("[FE4] a filtered list finds feeds whose metadata is equal, also far down, and knows its end", async () => {
  const { feeds } = open({}, (memory) => ({ list: (at, range) => memory.list(at, { ...range, limit: 2 }) }));
  for (let n = 1; n <= 9; n++) {
    const metadata = new Map<string, string | string[]>([
      ["third", String(n % 3 === 0)],
      ["tags", ["a", String(n)]],
    ]);
    await feeds.create(room, { id: `f${n}`, metadata, createdAt: n });
  }
  const list = async (entries: [string, string | string[]][], search: { limit: number; cursor?: string }) => {
    const { items, nextCursor } = await feeds.list(room, { ...search, metadata: new Map(entries) });
    return { ids: items.map(({ id }) => id).join(" "), nextCursor };
  };
  const first = await list([["third", "true"]], { limit: 2 });
  expect(first.ids).toBe("f9 f6");
  expect(await list([["third", "true"]], { limit: 2, cursor: first.nextCursor! })).toEqual({
    ids: "f3",
    nextCursor: null,
  });
  expect(await list([["third", "true"]], { limit: 3 })).toEqual({ ids: "f9 f6 f3", nextCursor: null });
  expect((await list([["tags", ["a", "4"]]], { limit: 9 })).ids).toBe("f4");
  expect((await list([["tags", "a"]], { limit: 9 })).ids).toBe("");
  expect((await list([["toString", "x"]], { limit: 9 })).ids).toBe("");
});

test("[FE4] a page of a filtered list reads a bounded number of times, and its cursor leads on", async () => {
  let reads = 0;
  const { feeds } = open({}, (memory) => ({
    list: (at, range) => (reads++, memory.list(at, { ...range, limit: 2 })),
  }));
  for (let n = 1; n <= 40; n++)
    await feeds.create(room, { id: `f${n}`, metadata: new Map([["oldest", String(n === 1)]]), createdAt: n });
  const search = { limit: 5, metadata: new Map([["oldest", "true"]]) };
  const first = await feeds.list(room, search);
  expect([first.items, reads]).toEqual([[], 16]);
  const second = await feeds.list(room, { ...search, cursor: first.nextCursor! });
  expect([second.items.map(({ id }) => id), second.nextCursor, reads]).toEqual([["f1"], null, 20]);
});

test("[FE5] metadata is merged, null removes a key, and no change made at the same time is lost", async () => {
  let others = 3;
  const { feeds, clock } = open({}, (memory) => ({
    async update(at, before, after) {
      // Another node is quicker.
      if (others-- > 0) await memory.update(at, before, { ...before, metadata: new Map([["other", String(others)]]) });
      return memory.update(at, before, after);
    },
  }));
  await feeds.create(room, { id: "f", metadata: new Map([["a", "1"]]), createdAt: 5_000 });
  await Promise.all(["b", "c"].map((key) => feeds.update(room, "f", new Map([[key, ["x"]]]))));
  await feeds.update(
    room,
    "f",
    new Map([
      ["b", null],
      ["missing", null],
    ]),
  );
  const { metadata, updatedAt } = await feeds.find(room, "f");
  expect(metadata).toEqual(
    new Map<string, string | string[]>([
      ["other", "0"],
      ["c", ["x"]],
    ]),
  );
  // It was created ahead of the clock, and time does not go back.
  expect(updatedAt).toBe(5_000);
  clock.now = 6_000;
  expect((await feeds.update(room, "f", new Map())).updatedAt).toBe(6_000);
});

test("[FE5] an update without an instant is never stale", async () => {
  const { feeds } = open();
  await feeds.create(room, { id: "f" });
  await feeds.addMessage(room, "f", { id: "m", data: {}, createdAt: 9_000 });
  const { message, changed } = await feeds.updateMessage(room, "f", "m", { data: { n: 1 } });
  expect([message, changed]).toEqual([{ id: "m", data: { n: 1 }, createdAt: 9_000, updatedAt: 9_000 }, true]);
});

test("[FE6] what is over a limit, or no id or instant, is refused and nothing of it stays", async () => {
  const { feeds, memory, announced, admitted } = open({
    feedsPerRoom: 1,
    messagesPerFeed: 1,
    feedMetadata: 60,
    feedMessageData: 300,
  });
  await feeds.create(room, { id: "f", metadata: new Map([["k", "v"]]) });
  await feeds.addMessage(room, "f", { id: "m", data: { n: 1 } });
  expect(admitted).toEqual([11, 7]);
  announced.length = 0;
  const before = memory.measure("p");
  const long = "x".repeat(257);
  const broken: (() => Promise<unknown>)[] = [
    () => feeds.create(room, { id: "g" }),
    () => feeds.addMessage(room, "f", { data: {} }),
    () => feeds.addMessage(room, "f", { data: { text: "x".repeat(300) } }),
    () => feeds.updateMessage(room, "f", "m", { data: { text: "x".repeat(300) } }),
    () => feeds.update(room, "f", new Map([["k", "é".repeat(40)]])),
    () => feeds.update(room, "f", new Map([["k", long]])),
    () => feeds.update(room, "f", new Map([["k".repeat(41), ""]])),
    () => feeds.update(room, "f", new Map(Array.from({ length: 51 }, (_, n) => [`k${n}`, ""]))),
    ...["", long, "nul\0", "\ud800"].flatMap((id) => [
      () => feeds.create(room, { id }),
      () => feeds.addMessage(room, "f", { id, data: {} }),
      () => feeds.delete(room, id),
      () => feeds.messages(room, id, { order: "newestFirst", limit: 1 }),
    ]),
    ...[-1, 0.5, Infinity, 8.64e15 + 1].flatMap((instant) => [
      () => feeds.create(room, { id: "g", createdAt: instant }),
      () => feeds.addMessage(room, "f", { data: {}, createdAt: instant }),
      () => feeds.updateMessage(room, "f", "m", { data: {}, updatedAt: instant }),
    ]),
  ];
  for (const call of broken) await expect(call(), String(call)).rejects.toEqual(refused("UNPROCESSABLE_ENTITY"));
  const large = feeds.updateMessage(room, "f", "m", { data: { text: "x".repeat(250) } });
  await expect(large).rejects.toEqual(refused("PROJECT_FULL"));
  expect([memory.measure("p"), announced]).toEqual([before, []]);
});

test("what does not exist is not found", async () => {
  const { feeds } = open();
  const nowhere = { ...room, room: "nowhere" as RoomId };
  await expect(feeds.create(nowhere, { id: "f" })).rejects.toEqual(refused("ROOM_NOT_FOUND"));
  await feeds.create(room, { id: "f" });
  for (const call of [
    () => feeds.find(room, "x"),
    () => feeds.update(room, "x", new Map()),
    () => feeds.addMessage(room, "x", { data: {} }),
    () => feeds.updateMessage(room, "f", "x", { data: {} }),
    () => feeds.updateMessage(room, "f", "x", { data: {}, updatedAt: 1 }),
  ])
    await expect(call()).rejects.toEqual(refused("RESOURCE_NOT_FOUND"));
  expect((await feeds.messages(room, "x", { order: "newestFirst", limit: 1 })).items).toEqual([]);
});

test("[FE2] changes of one feed that two processes make are announced in the order in which they were stored", async () => {
  /** The last data that was announced and that is stored, where the first process is slow to announce. */
  const lastOf = async (isShared: boolean) => {
    const memory = createMemoryFeedRecords();
    memory.createRoom(room);
    const mutex = new KeyedMutex();
    const announced: FeedAnnouncement[] = [];
    const slow = Promise.withResolvers<void>();
    const openOne = (before: Promise<void>) =>
      createFeeds({
        records: memory,
        cursors,
        async announce(_room, change) {
          await before;
          announced.push(change);
        },
        ...(isShared && { inTurn: (of, work) => mutex.run(of.room, work) }),
        now: () => 1_000,
      });
    const [one, other] = [openOne(slow.promise), openOne(Promise.resolve())];
    await other.create(room, { id: "f" });
    await other.addMessage(room, "f", { id: "m", data: { n: 0 } });
    const first = one.updateMessage(room, "f", "m", { data: { n: 1 } });
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    const second = other.updateMessage(room, "f", "m", { data: { n: 2 } });
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    slow.resolve();
    await Promise.all([first, second]);
    const { items } = await one.messages(room, "f", { limit: 1, order: "newestFirst" });
    return [announced.at(-1), { messages: [{ data: items[0]!.data }] }];
  };
  const [announced, stored] = await lastOf(true);
  expect(announced).toMatchObject(stored!);
  // Without turns, the older change is announced last.
  expect((await lastOf(false))[0]).toMatchObject({ messages: [{ data: { n: 1 } }] });
});
