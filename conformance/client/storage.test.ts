import { LiveList, LiveMap, LiveObject } from "@liveblocks/client";
import type { Lson, LsonObject } from "@liveblocks/client";
import { openLink } from "@weft/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import type { EnterOptions, Lobby } from "../support/lobby.ts";
import { openLobby, received } from "../support/lobby.ts";

let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());

type Document = LsonObject & {
  count: number;
  list: LiveList<Lson>;
  map: LiveMap<string, Lson>;
  object: LiveObject<LsonObject>;
};
const initial = (): Document => ({
  count: 0,
  list: new LiveList<Lson>([]),
  map: new LiveMap<string, Lson>(),
  object: new LiveObject<LsonObject>({}),
});

async function open(roomId: string, options: EnterOptions<{}, Document> = {}) {
  const visit = lobby.enter<{}, Document>(roomId, { storage: initial, ...options });
  const { root } = await visit.room.getStorage();
  return { ...visit, root };
}

/** Clients in one fresh room that all hold the initial document. */
async function together(count: number) {
  const roomId = await lobby.newRoom();
  const first = await open(roomId);
  await eventually(() => expect(first.room.getStorageStatus()).toBe("synchronized"));
  const others = await Promise.all(Array.from({ length: count - 1 }, () => open(roomId)));
  return { roomId, visits: [first, ...others] };
}
type Open = Awaited<ReturnType<typeof open>>;

/** Expects every client and REST to have this document. */
async function agreed(roomId: string, visits: readonly Open[], document: object): Promise<void> {
  for (const { root } of visits) await eventually(() => expect(root.toJSON()).toMatchObject(document));
  await eventually(() => expect(visits.every(({ room }) => room.getStorageStatus() === "synchronized")).toBe(true));
  const stored = await lobby.api.getStorageDocument(roomId, "json");
  for (const { root } of visits) expect(root.toJSON()).toEqual(stored);
}

const alphabetically = (one: unknown, other: unknown) => JSON.stringify(one).localeCompare(JSON.stringify(other));

describe.each([2, 3])("%i clients", (count) => {
  test("share LiveObjects: set, update, delete, and structures in them", async () => {
    const { roomId, visits } = await together(count);
    const [a, b] = visits as [Open, Open];
    a.root.get("object").set("x", 1);
    b.root.get("object").update({ y: [1, { z: null }], name: "b" });
    await agreed(roomId, visits, { object: { x: 1, y: [1, { z: null }], name: "b" } });
    b.root.get("object").delete("x");
    a.root.get("object").set("inner", new LiveObject({ deep: new LiveList<Lson>(["v"]) }));
    await agreed(roomId, visits, { object: { name: "b", inner: { deep: ["v"] } } });
    expect(a.root.get("object").get("x")).toBeUndefined();
    const inner = b.root.get("object").get("inner") as LiveObject<{ deep: LiveList<Lson> }>;
    inner.get("deep").push("w");
    await agreed(roomId, visits, { object: { inner: { deep: ["v", "w"] } } });
  });

  test("share LiveMaps: set, overwrite, delete, and any string as a key", async () => {
    const { roomId, visits } = await together(count);
    const [a, b] = visits as [Open, Open];
    const keys = ["", "constructor", "toString", "a.b", "ключ", "😀", "a/b c%20"];
    for (const [index, key] of keys.entries()) a.root.get("map").set(key, index);
    await agreed(roomId, visits, { map: Object.fromEntries(keys.map((key, index) => [key, index])) });
    b.root.get("map").set("constructor", new LiveMap<string, Lson>([["in", true]]));
    b.root.get("map").delete("");
    await agreed(roomId, visits, { map: { constructor: { in: true } } });
    expect(a.root.get("map").has("")).toBe(false);
    expect(a.root.get("map").size).toBe(keys.length - 1);
  });

  test("share LiveLists: push, insert, move, set, delete and clear", async () => {
    const { roomId, visits } = await together(count);
    const [a, b] = visits as [Open, Open];
    for (const item of ["a", "b", "c", "d"]) a.root.get("list").push(item);
    await agreed(roomId, visits, { list: ["a", "b", "c", "d"] });
    b.root.get("list").insert("x", 0);
    b.root.get("list").move(4, 1);
    await agreed(roomId, visits, { list: ["x", "d", "a", "b", "c"] });
    a.root.get("list").set(2, new LiveObject({ was: "a" }));
    a.root.get("list").delete(0);
    await agreed(roomId, visits, { list: ["d", { was: "a" }, "b", "c"] });
    b.root.get("list").clear();
    await agreed(roomId, visits, { list: [] });
  });

  test("all clients push at once, and all end with every item in the same order", async () => {
    const { roomId, visits } = await together(count);
    for (let n = 0; n < 10; n++) for (const [who, { root }] of visits.entries()) root.get("list").push(`${who}.${n}`);
    const everything = visits.flatMap((_, who) => Array.from({ length: 10 }, (__, n) => `${who}.${n}`));
    for (const { root } of visits)
      await eventually(() =>
        expect(root.get("list").toJSON().toSorted(alphabetically)).toEqual(everything.toSorted(alphabetically)),
      );
    await agreed(roomId, visits, {});
  });

  test("all set the same key and the same list item at once, and agree on one of the values", async () => {
    const { roomId, visits } = await together(count);
    visits[0]!.root.get("list").push("old");
    await agreed(roomId, visits, { list: ["old"] });
    for (const [who, { root }] of visits.entries()) {
      root.set("count", who + 1);
      root.get("map").set("k", who);
      root.get("list").set(0, who);
    }
    await agreed(roomId, visits, {});
    expect(visits[0]!.root.get("list")).toHaveLength(1);
  });
});

describe("history", () => {
  test("undo reverts only your own changes, and redo restores them", async () => {
    const { roomId, visits } = await together(2);
    const [a, b] = visits as [Open, Open];
    a.root.get("list").push("mine");
    await agreed(roomId, visits, { list: ["mine"] });
    b.root.get("list").push("yours");
    await agreed(roomId, visits, { list: ["mine", "yours"] });
    a.room.history.undo();
    await agreed(roomId, visits, { list: ["yours"] });
    expect(a.room.history.canRedo()).toBe(true);
    expect(b.room.history.canRedo()).toBe(false);
    a.room.history.redo();
    await agreed(roomId, visits, { list: ["mine", "yours"] });
  });

  test("a batch is one frame, one notification and one step", async () => {
    const { roomId, visits } = await together(2);
    const [a, b] = visits as [Open, Open];
    let notified = 0;
    b.room.subscribe(b.root, () => notified++, { isDeep: true });
    const frames = () => a.frames.filter(({ direction, text }) => direction === "sent" && text.includes('"type":201'));
    const before = frames().length;
    a.room.batch(() => {
      a.root.set("count", 1);
      a.root.get("list").push("x");
      a.root.get("map").set("k", 1);
    });
    await agreed(roomId, visits, { count: 1, list: ["x"], map: { k: 1 } });
    expect(frames().length - before).toBe(1);
    expect(notified).toBe(1);
    a.room.history.undo();
    await agreed(roomId, visits, { count: 0, list: [], map: {} });
  });

  test("while it is paused, many changes become one step", async () => {
    const { roomId, visits } = await together(2);
    const [a] = visits as [Open, Open];
    a.room.history.pause();
    for (let count = 1; count <= 5; count++) a.root.set("count", count);
    a.room.history.resume();
    await agreed(roomId, visits, { count: 5 });
    a.room.history.undo();
    await agreed(roomId, visits, { count: 0 });
  });

  test("set, undo and redo within one round trip leave everyone with the value", async () => {
    const { roomId, visits } = await together(2);
    const [a] = visits as [Open, Open];
    a.root.get("map").set("k", "v");
    a.room.history.undo();
    a.room.history.redo();
    await agreed(roomId, visits, { map: { k: "v" } });
  });

  test("undo and redo in two messages, both before the first ack, leave everyone with the value", async () => {
    const roomId = await lobby.newRoom();
    await using link = await openLink(lobby.server.port);
    const b = await open(roomId);
    await eventually(() => expect(b.room.getStorageStatus()).toBe("synchronized"));
    const a = await open(roomId, { url: link.url });
    a.root.get("map").set("k", "v");
    await agreed(roomId, [a, b], { map: { k: "v" } });
    link.hold("down");
    const sent = () =>
      a.frames.filter(({ direction, text }) => direction === "sent" && text.includes('"type":201')).length;
    let before = sent();
    a.room.history.undo();
    await eventually(() => expect(sent()).toBeGreaterThan(before));
    before = sent();
    a.room.history.redo();
    await eventually(() => expect(sent()).toBeGreaterThan(before));
    link.release("down");
    await agreed(roomId, [a, b], { map: { k: "v" } });
  });
});

describe("synchronisation", () => {
  test("initialStorage fills what is missing, and leaves alone what is there", async () => {
    const roomId = await lobby.newRoom();
    const a = lobby.enter(roomId, { storage: { kept: 1 } as LsonObject });
    await a.room.getStorage();
    await eventually(() => expect(a.room.getStorageStatus()).toBe("synchronized"));
    const b = lobby.enter(roomId, { storage: { kept: 2, added: 3 } as LsonObject });
    await b.room.getStorage();
    await eventually(async () => {
      expect((await a.room.getStorage()).root.toJSON()).toEqual({ kept: 1, added: 3 });
    });
    expect((await b.room.getStorage()).root.toJSON()).toEqual({ kept: 1, added: 3 });
  });

  test("the status is synchronized only once the server has committed", async () => {
    const roomId = await lobby.newRoom();
    await using link = await openLink(lobby.server.port);
    const a = await open(roomId, { url: link.url });
    await eventually(() => expect(a.room.getStorageStatus()).toBe("synchronized"));
    link.hold("up");
    a.root.set("count", 7);
    expect(a.room.getStorageStatus()).toBe("synchronizing");
    await eventually(() => expect(a.frames.at(-1)!.text).toContain('"count":7'));
    expect(await lobby.api.getStorageDocument(roomId, "json")).toMatchObject({ count: 0 });
    expect(a.room.getStorageStatus()).toBe("synchronizing");
    link.release("up");
    await eventually(() => expect(a.room.getStorageStatus()).toBe("synchronized"));
    expect(await lobby.api.getStorageDocument(roomId, "json")).toMatchObject({ count: 7 });
  });

  test("offline edits are merged with concurrent edits of others", async () => {
    const roomId = await lobby.newRoom();
    await using link = await openLink(lobby.server.port);
    const b = await open(roomId);
    b.root.get("list").push("first");
    await eventually(() => expect(b.room.getStorageStatus()).toBe("synchronized"));
    const a = await open(roomId, { url: link.url });
    link.down();
    await eventually(() => expect(a.room.getStatus()).toBe("reconnecting"));
    a.root.get("list").push("offline");
    a.root.get("map").set("a", 1);
    a.root.set("count", 42);
    b.root.get("list").insert("online", 0);
    b.root.get("map").set("b", 2);
    link.up();
    await agreed(roomId, [a, b], { count: 42, list: ["online", "first", "offline"], map: { a: 1, b: 2 } });
  });

  test("an edit whose acks were lost is applied once, and does not revert later edits of others", async () => {
    const roomId = await lobby.newRoom();
    await using link = await openLink(lobby.server.port);
    const b = await open(roomId);
    await eventually(() => expect(b.room.getStorageStatus()).toBe("synchronized"));
    const a = await open(roomId, { url: link.url });
    link.lose("down");
    a.root.get("list").push("once");
    a.root.set("count", 1);
    a.root.get("map").set("k", "a");
    await eventually(() => expect(b.root.toJSON()).toMatchObject({ count: 1, list: ["once"], map: { k: "a" } }));
    b.root.set("count", 2);
    b.root.get("map").set("k", "b");
    await eventually(() => expect(b.room.getStorageStatus()).toBe("synchronized"));
    link.cut();
    await agreed(roomId, [a, b], { count: 2, list: ["once"], map: { k: "b" } });
    // Afterwards, its keys still receive changes.
    b.root.set("count", 3);
    b.root.get("map").set("k", "c");
    await agreed(roomId, [a, b], { count: 3, map: { k: "c" } });
  });

  test("subscriptions receive what changed, where, and by which operation", async () => {
    const { roomId, visits } = await together(2);
    const [a, b] = visits as [Open, Open];
    const updates: unknown[] = [];
    b.room.subscribe(
      b.root,
      (changes) => updates.push(...changes.map(({ type, updates: what }) => [type, what as unknown])),
      { isDeep: true },
    );
    a.root.get("list").push("x");
    await eventually(() => expect(updates).toEqual([["LiveList", [{ type: "insert", index: 0, item: "x" }]]]));
    a.root.get("map").set("k", 1);
    await eventually(() => expect(updates[1]).toEqual(["LiveMap", { k: { type: "update" } }]));
    a.root.set("count", 5);
    await eventually(() => expect(updates[2]).toEqual(["LiveObject", { count: { type: "update" } }]));
    await agreed(roomId, visits, {});
  });

  test("twelve megabytes of Storage load completely, in several chunks", async () => {
    const roomId = await lobby.newRoom();
    const a = await open(roomId);
    await eventually(() => expect(a.room.getStorageStatus()).toBe("synchronized"));
    const value = "x".repeat(100_000);
    for (let part = 0; part < 6; part++) {
      a.room.batch(() => {
        for (let n = 0; n < 20; n++) a.root.get("map").set(`${part}.${n}`, value);
      });
      await eventually(() => expect(a.room.getStorageStatus()).toBe("synchronized"));
    }
    const b = await open(roomId);
    expect(b.root.get("map").size).toBe(120);
    expect([...b.root.get("map").values()].every((each) => each === value)).toBe(true);
    expect(received(b.frames, 210).length).toBeGreaterThan(5);
    expect(received(b.frames, 211)).toHaveLength(1);
  });
});
