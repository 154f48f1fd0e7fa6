import { createMemoryServer } from "@weft/testing";
import { expect, test } from "vitest";
import { LiveText } from "../storage/live/structures.ts";

test("[CS79] an event that is sent right after a reconnect does not overtake the edits that are sent again", async () => {
  await using server = createMemoryServer();
  const client = server.createClient({ userId: "ada", latency: 20 });
  const ada = client.enterRoom<object, { n: number }>("r").room;
  const bob = server.createClient({ userId: "bob" }).enterRoom<object, { n: number }>("r").room;
  void ada.getStorage();
  void bob.getStorage();
  await server.settle();
  const heard: unknown[] = [];
  bob.subscribe("event", ({ event }) => heard.push([event, bob.getStorageSnapshot()!.get("n")]));
  client.network.cut();
  ada.getStorageSnapshot()!.set("n", 1);
  ada.events.status.subscribe((status) => {
    if (status === "connected") ada.broadcastEvent("n is 1");
  });
  client.network.restore();
  await server.until(() => heard.length > 0);
  expect(heard).toEqual([["n is 1", 1]]);
});

test("[CS79] an event does not overtake what was typed behind an update of a text that is on its way", async () => {
  await using server = createMemoryServer();
  const ada = server.createClient({ userId: "ada", latency: 200 }).enterRoom<object, { t: LiveText }>("r", {
    initialStorage: { t: new LiveText("") },
  }).room;
  const bob = server.createClient({ userId: "bob" }).enterRoom<object, { t: LiveText }>("r").room;
  void ada.getStorage();
  await server.settle();
  void bob.getStorage();
  await server.settle();
  const text = () => bob.getStorageSnapshot()!.get("t").toString();
  const heard: unknown[] = [];
  bob.subscribe("event", ({ event }) => heard.push([event, text()]));
  ada.getStorageSnapshot()!.get("t").insert(0, "a");
  await server.advance(150);
  ada.getStorageSnapshot()!.get("t").insert(1, "b");
  ada.broadcastEvent("ab");
  ada.broadcastEvent("again");
  await server.settle();
  expect(heard).toEqual([
    ["ab", "ab"],
    ["again", "ab"],
  ]);
});
