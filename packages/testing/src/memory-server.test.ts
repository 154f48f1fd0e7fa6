import { LiveList, LiveObject } from "@weft/client";
import type { LsonObject } from "@weft/client";
import { expect, test } from "vitest";
import { createMemoryServer } from "./index.ts";
import type { MemoryClientOptions, MemoryServer } from "./index.ts";

function enter(server: MemoryServer, options: MemoryClientOptions = {}) {
  const client = server.createClient(options);
  const { room, leave } = client.enterRoom<LsonObject>("r", { initialPresence: { x: 0 } });
  return { client, room, leave, network: client.network };
}

test("[TG1] clients see each other, their events and one Storage", async () => {
  await using server = createMemoryServer();
  const ada = enter(server, { userId: "ada", userInfo: { name: "Ada" } });
  const bob = enter(server, { userId: "bob" });
  await server.until(() => ada.room.getOthers().length === 1 && bob.room.getOthers().length === 1);
  expect(bob.room.getOthers()).toMatchObject([
    { id: "ada", info: { name: "Ada" }, presence: { x: 0 }, canWrite: true },
  ]);
  const events: unknown[] = [];
  bob.room.subscribe("event", ({ event }) => events.push(event));
  ada.room.broadcastEvent("hello");
  ada.room.updatePresence({ x: 1 });
  const [{ root }] = await Promise.all([ada.room.getStorage(), server.settle()]);
  root.set("list", new LiveList(["a"]));
  void bob.room.edit((shared) => shared.set("by", "bob"));
  await server.settle();
  expect(events).toEqual(["hello"]);
  expect(bob.room.getOthers()[0]!.presence).toEqual({ x: 1 });
  expect(bob.room.getStorageSnapshot()!.toJSON()).toEqual({ list: ["a"], by: "bob" });
  expect(root.toJSON()).toEqual({ list: ["a"], by: "bob" });
  bob.leave();
  await server.settle();
  expect(ada.room.getOthers()).toEqual([]);
});

test("[TG2] time stands still until the test lets it pass, and runs take the same course", async () => {
  const run = async () => {
    await using server = createMemoryServer({ seed: 7 });
    const people = [1, 2, 3].map((n) => enter(server, { userId: `p${n}`, latency: [5, 300] }));
    const seen: unknown[] = [];
    people[0]!.room.subscribe("others", (others) => seen.push([server.clock.monotonic(), others.map(({ id }) => id)]));
    await server.advance(0);
    expect(people[0]!.room.getStatus()).toBe("connecting");
    for (const { room } of people) void room.edit((root) => root.set(room.getSelf()!.id!, server.clock.monotonic()));
    await server.settle();
    return [seen, people[0]!.room.getStorageSnapshot()!.toJSON()];
  };
  const first = await run();
  expect(first[0]).not.toEqual([]);
  expect(await run()).toEqual(first);
});

test("[TG3] edits made while a client's network is cut, silent or slow arrive afterwards, once", async () => {
  await using server = createMemoryServer();
  const ada = enter(server, { userId: "ada" });
  const bob = enter(server, { userId: "bob" });
  const roots = Promise.all([ada.room.getStorage(), bob.room.getStorage()]);
  await server.settle();
  const [{ root }] = await roots;
  root.set("log", new LiveList<string>([]));
  await server.settle();
  const push = (person: typeof ada, text: string) =>
    (person.room.getStorageSnapshot()!.get("log") as LiveList<string>).push(text);
  ada.network.cut();
  push(ada, "cut");
  push(bob, "meanwhile");
  await server.advance(20_000);
  expect(ada.room.getStatus()).toBe("reconnecting");
  expect(bob.room.getStorageSnapshot()!.toJSON()).toEqual({ log: ["meanwhile"] });
  ada.network.restore();
  await server.until(() => ada.client.getSyncStatus() === "synchronized" && ada.room.getStatus() === "connected");
  ada.network.partition();
  push(ada, "silent");
  await server.advance(60_000);
  expect(ada.room.getStatus()).toBe("reconnecting");
  ada.network.restore();
  await server.until(() => ada.room.getStatus() === "connected" && ada.client.getSyncStatus() === "synchronized");
  bob.network.setLatency(3_000);
  push(bob, "slow");
  bob.network.drop();
  await server.until(() => bob.client.getSyncStatus() === "synchronized");
  await server.settle();
  const log = (ada.room.getStorageSnapshot()!.toJSON() as { log: string[] }).log;
  expect(log.toSorted()).toEqual(["cut", "meanwhile", "silent", "slow"]);
  expect(bob.room.getStorageSnapshot()!.toJSON()).toEqual({ log });
});

test("[TG4] what was flushed is there after the server was killed, and clients come back by themselves", async () => {
  await using server = createMemoryServer();
  const ada = enter(server, { userId: "ada" });
  void ada.room.edit((root) => root.set("doc", new LiveObject({ title: "Draft" })));
  await server.settle();
  let isFlushed = false;
  const write = ada.room.write(() => ada.room.getStorageSnapshot()!.set("n", 1));
  void ada.room.flushed().then(() => (isFlushed = true));
  expect(write.getStatus()).toBe("local");
  await server.until(() => isFlushed);
  expect(write.getStatus()).toBe("durable");
  server.kill();
  await server.advance(5_000);
  expect(ada.room.getStatus()).toBe("reconnecting");
  server.restart();
  const bob = enter(server, { userId: "bob" });
  void bob.room.getStorage();
  await server.until(() => ada.room.getStatus() === "connected" && bob.room.isStorageReady());
  expect(bob.room.getStorageSnapshot()!.toJSON()).toEqual({ doc: { title: "Draft" }, n: 1 });
});

test("[TG5] a reader sees everything and may not edit, and a client without rights is refused", async () => {
  await using server = createMemoryServer();
  const reader = enter(server, { userId: "ada", permissions: ["*:read"] });
  const stranger = enter(server, { permissions: [] });
  const errors: unknown[] = [];
  stranger.client.events.error.subscribe(({ context }) => errors.push(context));
  void reader.room.getStorage();
  await server.settle();
  expect(reader.room.getSelf()).toMatchObject({ id: "ada", canWrite: false });
  expect(() => reader.room.getStorageSnapshot()!.set("n", 1)).toThrow("read-only");
  expect(stranger.room.getStatus()).toBe("disconnected");
  expect(errors).toEqual([{ type: "ROOM_CONNECTION_ERROR", code: 4001, roomId: "r" }]);
});
