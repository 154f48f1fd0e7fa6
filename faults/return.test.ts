import type { JsonObject } from "@weft/protocol";
import { startServer } from "@weft/testkit";
import type { TestServer } from "@weft/testkit";
import { expect, test } from "vitest";
import { openRawClient } from "./support/raw-client.ts";
import { createRoom, live, readStorage } from "./support/rest.ts";

/** The actor number of a client that was in the room and lost its connection. */
async function formerActor(server: TestServer, room: string): Promise<number> {
  using former = await openRawClient({ ...server, room });
  return former.actor;
}

test("[G4] an edit made offline is not undone by an older one of the same user whose ack was lost", async () => {
  await using server = await startServer();
  await createRoom(server, "r");
  const former = await formerActor(server, "r");
  using client = await openRawClient({ ...server, room: "r" });
  const op = (clock: number, data: string) => ({ type: 3, id: "root", opId: `${former}:${clock}`, data: { x: data } });
  // What the SDK does: what was made offline rides along with the request for Storage, and once
  // Storage is there everything comes that was never acknowledged, the oldest first.
  client.send({ type: 100, data: {}, targetActor: -1 }, { type: 200 }, { type: 201, ops: [op(2, "newest")] });
  await client.hear("the end of Storage", ({ type }) => type === 211);
  await client.apply([op(1, "older"), op(2, "newest")]);
  expect(await readStorage(server, "r")).toEqual({ x: "newest" });
});

test("[G4] the newest edit of a reconnecting user wins, however their frames cross the expected answer", async () => {
  await using server = await startServer();
  await createRoom(server, "r", { storage: live.object({ map: live.map(), list: live.list(["first"]) }) });
  const former = await formerActor(server, "r");
  using client = await openRawClient({ ...server, room: "r" });
  const nodes = await client.fetchStorage();
  const idOf = (key: string) => nodes.find((node) => node[3] === key)![0] as string;
  const [, , , place] = nodes.find((node) => node[4] === "first")!;
  const first = nodes.find((node) => node[4] === "first")![0] as string;
  const entry = (actor: number, clock: number, data: string) => ({
    type: 8,
    id: `${actor}:${clock}`,
    opId: `${actor}:${clock}`,
    parentId: idOf("map"),
    parentKey: "key",
    data,
  });
  const set = (actor: number, clock: number, deletedId: string, data: string) => ({
    ...entry(actor, clock, data),
    parentId: idOf("list"),
    parentKey: place as string,
    intent: "set",
    deletedId,
  });
  const lost = [
    entry(former, 1, "older"),
    set(former, 2, first, "older"),
    { type: 3, id: "root", opId: `${former}:3`, data: { plain: "older", gone: 1 } },
  ];
  const offline = [entry(former, 4, "newer"), { type: 6, id: "root", opId: `${former}:5`, key: "gone" }];
  // Made after the reconnect and before Storage has loaded, so under the new actor number.
  const early = [
    set(client.actor, 6, `${former}:2`, "newest"),
    { type: 3, id: "root", opId: `${client.actor}:7`, data: { plain: "newest" } },
  ];
  const given = new Promise<void>((resolve) => client.listen(({ type }) => type === 211 && resolve()));
  client.send({ type: 200 }, { type: 201, ops: offline });
  client.send({ type: 201, ops: early });
  await given;
  await client.apply([...lost, ...offline, ...early]);
  expect(await readStorage(server, "r")).toEqual({ map: { key: "newer" }, list: ["newest"], plain: "newest" });
});

test("[G3] values that others wrote over an edit are kept when the edit is resent", async () => {
  await using server = await startServer();
  await createRoom(server, "r");
  const former = await formerActor(server, "r");
  using client = await openRawClient({ ...server, room: "r" });
  using other = await openRawClient({ ...server, room: "r" });
  const update = (opId: string, data: JsonObject) => ({ type: 3, id: "root", opId, data });
  const offline = update(`${former}:5`, { x: "mine" });
  client.send({ type: 200 }, { type: 201, ops: [offline] });
  await other.hear("the edit", ({ ops }) => ops?.[0]?.type === 3);
  await other.apply([update(`${other.actor}:0`, { x: "theirs" })]);
  await client.apply([update(`${former}:4`, { y: "late" }), offline]);
  expect(await readStorage(server, "r")).toEqual({ x: "theirs", y: "late" });
});
