import { rmSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@liveblocks/client";
import type { JsonObject } from "@weft/protocol";
import { spawnServer } from "@weft/testkit";
import type { TestServer } from "@weft/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { fillDisk, openLoopDisk, requireLoopDisk } from "./support/loop-disk.ts";
import { openRawClient } from "./support/raw-client.ts";
import type { RawClient } from "./support/raw-client.ts";
import { call, createRoom, live, metric, readStorage } from "./support/rest.ts";
import { arrival, until } from "./support/until.ts";

const visits = 150;

const update = ({ actor }: RawClient, clock: number, data: JsonObject) => [
  { type: 3, id: "root", opId: `${actor}:${clock}`, data },
];

/** Writes to a separate room until that is refused. The remaining space in the database's log takes a few changes. */
async function findFull(server: TestServer): Promise<void> {
  await until("the disk is found full", async () => {
    using client = await openRawClient({ ...server, room: "sacrifice" });
    if (client.state.scopes.includes("storage:read")) return true;
    client.send({ type: 201, ops: update(client, 0, { text: "x".repeat(100_000) }) });
    const stored = client.hear("the ack", ({ type }) => type === 201).then(() => true);
    return Promise.race([stored, client.closed]).then(() => false);
  });
}

test("[R24] on a full disk, rooms can be opened and read; with free space, everything works as before", async (context) => {
  requireLoopDisk(context);
  using disk = openLoopDisk(32);
  await using server = await spawnServer({ data: { folder: join(disk.path, "data") }, limits: { roomIdleMs: 20 } });
  const rooms = ["open", "asleep"];
  for (const room of rooms) await createRoom(server, room, { storage: live.object({ kept: 0 }) });
  const ready = async () => (await fetch(`${server.url}/health/ready`)).status;
  const filler = join(disk.path, "filler");
  let kept = 0;
  {
    using client = await openRawClient({ ...server, room: "open" });
    for (; kept < 5; kept++)
      await client.apply([{ type: 3, id: "root", opId: `${client.actor}:${kept}`, data: { kept: kept + 1 } }]);
  }
  fillDisk(filler);

  // Both rooms can be opened and read: the one that was open before, and the one that was not.
  for (const room of ["open", "asleep"]) {
    const entered = await until(`${room} is entered`, () => openRawClient({ ...server, room }).catch(() => undefined));
    using client = entered;
    expect((await client.fetchStorage()).length).toBeGreaterThan(0);
    expect(await readStorage(server, room)).toMatchObject({ kept: room === "open" ? kept : 0 });
  }
  // Each visit reopens and unloads the room, which writes a little: in total, more than the reserve.
  for (let visit = 0; visit < visits; visit++) {
    using client = await openRawClient({ ...server, room: "asleep" });
    client[Symbol.dispose]();
    await until("the room is let go", async () => (await metric(server, "weft_rooms_in_memory")) === 0);
  }
  rmSync(filler);
  await until("the server is ready again", async () => (await ready()) === 200);
  const back = await until("a client is back", () => openRawClient({ ...server, room: "open" }).catch(() => undefined));
  using client = back;
  await client.apply([{ type: 3, id: "root", opId: `${client.actor}:0`, data: { kept: kept + 1 } }]);
  expect(await readStorage(server, "open")).toMatchObject({ kept: kept + 1 });
});

test("[R24] on a full disk, rooms can be opened although the log holds megabytes for which the file has no space", async (context) => {
  requireLoopDisk(context);
  using disk = openLoopDisk(32);
  await using server = await spawnServer({ data: { folder: join(disk.path, "data") } });
  const texts = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`text${n}`, { text: "x".repeat(100_000) }]));
  const storage = live.object(Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, live.object(text)])));
  for (const room of ["sacrifice", "r"]) await createRoom(server, room, { storage });
  fillDisk(join(disk.path, "filler"));
  await findFull(server);
  for (const room of ["r", "sacrifice"]) {
    using client = await openRawClient({ ...server, room });
    expect(client.state.scopes).toContain("storage:read");
    expect(await readStorage(server, room)).toMatchObject(texts);
  }
});

test("[R24] [RM29] [RM30] on a full disk, only the sender's changes are refused, and writing resumes automatically", async (context) => {
  requireLoopDisk(context);
  using disk = openLoopDisk(32);
  await using server = await spawnServer({ data: { folder: join(disk.path, "data") } });
  await createRoom(server, "r", { storage: live.object({ kept: 0 }) });
  await createRoom(server, "sacrifice", { storage: live.object({}) });
  const enter = () => openRawClient({ ...server, room: "r" });
  using reader = await enter();
  using writer = await enter();
  await writer.apply(update(writer, 0, { kept: 1 }));
  const filler = join(disk.path, "filler");
  fillDisk(filler);

  await findFull(server);

  const told = writer.messages.length;
  writer.send({ type: 201, ops: update(writer, 1, { kept: 2 }) });
  expect((await writer.closed).code).toBe(1012);
  const answer = writer.messages.slice(told);
  expect(answer).toContainEqual(expect.objectContaining({ type: 299, opIds: [`${writer.actor}:1`] }));
  expect(answer.flatMap(({ ops }) => ops ?? [])).toContainEqual({ type: 3, id: "root", data: { kept: 1 } });
  const change = await call(server, "PATCH", "/v2/rooms/r/storage/json-patch", [
    { op: "replace", path: "/kept", value: 3 },
  ]);
  expect(change.status).toBe(503);

  // Everyone else continues, and a new connection receives read-only scopes.
  using back = await enter();
  expect(back.state.scopes).toContain("storage:read");
  back.send({ type: 100, data: { cursor: 1 } }, { type: 103, event: "hi" });
  await reader.hear("the presence", ({ type, actor }) => type === 100 && actor === back.actor);
  await reader.hear("the event", ({ type, actor }) => type === 103 && actor === back.actor);
  expect(await readStorage(server, "r")).toMatchObject({ kept: 1 });

  rmSync(filler);
  expect((await back.closed).code).toBe(4100);
  using again = await enter();
  await again.apply(update(again, 0, { kept: 4 }));
  // The first two stayed connected.
  expect(reader.open).toBe(true);
  await reader.apply(update(reader, 0, { kept: 5 }));
  expect(await readStorage(server, "r")).toMatchObject({ kept: 5 });
});

describe("with the official client", () => {
  // In development the SDK throws when an op is refused, from within the WebSocket's message handler.
  const before = process.env["NODE_ENV"];
  beforeAll(() => void (process.env["NODE_ENV"] = "production"));
  afterAll(() => void (process.env["NODE_ENV"] = before));

  test("[R24] [RM29] [RM30] an edit on a full disk is undone, and users read until they can write again", async (context) => {
    requireLoopDisk(context);
    using disk = openLoopDisk(32);
    await using server = await spawnServer({ data: { folder: join(disk.path, "data") } });
    for (const room of ["r", "sacrifice"]) await createRoom(server, room, { storage: live.object({ kept: 0 }) });
    using rooms = new DisposableStack();
    const enter = async (initialStorage: { kept: number; more?: number }) => {
      const polyfills = { WebSocket, fetch };
      const client = createClient({ publicApiKey: server.publicKey, baseUrl: server.url, polyfills });
      const { room, leave } = client.enterRoom<Record<string, never>, { kept: number; more?: number }>("r", {
        initialPresence: {},
        initialStorage,
      });
      rooms.defer(leave);
      const { root } = await arrival("Storage", room.getStorage());
      return { room, root, mayWrite: () => room.getSelf()?.canWrite };
    };
    const early = await enter({ kept: 0 });
    early.root.set("kept", 1);
    await until("it is stored", async () => (await readStorage(server, "r"))["kept"] === 1);
    const filler = join(disk.path, "filler");
    fillDisk(filler);
    await findFull(server);

    // It has a key to add, and is refused for it only once.
    const late = await enter({ kept: 0, more: 1 });
    expect(late.root.toJSON()).toEqual({ kept: 1 });
    expect(late.mayWrite()).toBe(false);
    early.root.set("kept", 2);
    await until("the edit is undone", () => early.mayWrite() === false && early.root.get("kept") === 1);
    expect(late.room.getOthers()).toHaveLength(1);

    rmSync(filler);
    await until("both may write again", () => early.mayWrite() === true && late.mayWrite() === true);
    early.root.set("kept", 3);
    await until("everybody has the edit", () => late.root.get("kept") === 3);
    await until("everything is stored", async () => {
      const { kept, more } = await readStorage(server, "r");
      return kept === 3 && more === 1;
    });
  });
});
