import { createClusterHost } from "@weft/cluster";
import { createCursors, createRooms } from "@weft/collab";
import { newRoom } from "@weft/collab/suites/new-room.ts";
import { openDocuments } from "@weft/document";
import { limits, StorageFileId } from "@weft/protocol";
import type { ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import { createRoomEdge, openRoomHost } from "@weft/room";
import type { ConnectedUser, ObservedEvent } from "@weft/room";
import { bareSeal, createRecordingSocket, noEffects, silentEvents } from "@weft/room/suites/fakes.ts";
import { openStore } from "@weft/store";
import { expect, test } from "vitest";
import { applyUpdate, Doc, encodeStateAsUpdate } from "yjs";
import { systemClock } from "./clock.ts";
import { createRandomIds } from "./random-ids.ts";
import { createRoomGateway } from "./room-gateway.ts";
import { createSplitCluster } from "./testing/split-cluster.ts";

const project = "p" as ProjectId;
const writer: ConnectedUser = { id: "ada", scopes: ["*:write"], storage: "write", version: 8 };
const file = { id: StorageFileId.parse(`fl_${"x".repeat(21)}`), name: "a.txt", size: 1, mimeType: "text/plain" };

/** Two nodes over one database, each with about half of these rooms. */
async function twoNodes(rooms: readonly string[]) {
  await using stack = new AsyncDisposableStack();
  const store = stack.use(await openStore("sqlite::memory:"));
  const openNode = () =>
    stack.use(
      openRoomHost({
        store: store.roomStore,
        documents: stack.use(openDocuments({ limits, clock: systemClock })),
        uploads: { findMany: async () => new Map([[file.id, { size: file.size }]]) },
        effects: noEffects,
        clock: systemClock,
        limits,
        events: silentEvents,
        random: createRandomIds(),
      }),
    );
  const nodes = [openNode(), openNode()];
  const host = createClusterHost(createSplitCluster(nodes));
  const edge = createRoomEdge({ host, clock: systemClock, toFrame: bareSeal });
  const records = createRooms({ records: store.rooms, cursors: createCursors(Buffer.alloc(32, 1)) });
  for (const room of rooms) await store.rooms.insert(project, newRoom(room));
  const open = stack.move();
  return {
    nodes,
    host,
    edge,
    gateway: createRoomGateway(host, records),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

const at = (room: string): RoomAddress => ({ project, room: room as RoomId });
const textOf = (pieces: readonly Uint8Array[]) => Buffer.concat(pieces).toString();

test("[CL1] rooms on two nodes answer every call, though nothing but copies passes between node and caller", async () => {
  const rooms = ["a", "b", "c", "d"];
  await using here = await twoNodes(rooms);
  const { gateway, host, nodes } = here;
  for (const room of rooms) {
    const patch = [
      { op: "add", path: "/title", value: room },
      { op: "add", path: "/file", value: { liveblocksType: "LiveFile", data: file } },
    ];
    await gateway.changeStorage(at(room), { kind: "patch", patch });
    expect(textOf((await gateway.storageText(at(room), { kind: "json" })).pieces)).toContain(`"title":"${room}"`);
    expect(await gateway.filesInStorage(at(room), [file.id])).toEqual([file.id]);

    const doc = new Doc();
    doc.getText("t").insert(0, room);
    await gateway.updateDocument(at(room), undefined, encodeStateAsUpdate(doc), false);
    const copy = new Doc();
    applyUpdate(copy, await gateway.documentState(at(room), undefined));
    expect(copy.getText("t").toJSON()).toBe(room);
    expect(JSON.parse(textOf([await gateway.documentJson(at(room), { formatting: false })]))).toEqual({ t: room });

    const { storage, seq } = await host.takeVersion(at(room));
    expect([textOf(storage).split("\n").length, seq]).toEqual([3, 3]);
    await gateway.prewarm(at(room));
    expect(await gateway.newActor(at(room))).toBeLessThan(await gateway.newActor(at(room)));
  }
  expect(nodes.map(({ awake }) => awake)).toEqual([2, 2]);
});

test("connections on two nodes are heard, counted and closed", async () => {
  await using here = await twoNodes(["a", "b"]);
  const { gateway, host, edge } = here;
  const events: ObservedEvent[] = [];
  using observation = await host.observe(at("a"), (event) => void events.push(event));
  const [first, second] = [createRecordingSocket(), createRecordingSocket()];
  const connection = await edge.enter(at("a"), writer, first);
  await edge.enter(at("b"), writer, second);
  connection.receive([{ type: 100, data: { x: 1 }, targetActor: -1 }]);
  await gateway.setPresence(at("a"), { userId: "bot", data: {}, info: {}, ttlMs: 60_000 });
  await gateway.broadcast(at("a"), "hello");
  await expect.poll(() => first.messages.map(({ type }) => type), { timeout: 30_000 }).toContain(103);
  expect(second.messages.map(({ type }) => type)).not.toContain(103);
  observation.measureRoundTrips(10);
  const types = events.map(({ type }) => type);
  expect(types).toEqual(["entered", "presenceUpdated", "entered", "eventBroadcast", "roundTripMeasured"]);

  expect((await gateway.activeUsers(at("a"))).map(({ id }) => id)).toEqual(["ada", "bot"]);
  expect(await host.connected([project, "none" as ProjectId])).toEqual([
    { connections: 2, users: ["ada"], isComplete: true },
    { connections: 0, users: [], isComplete: true },
  ]);
  expect(await host.liveRooms([at("a"), at("none")])).toEqual([
    { connections: 1, connectedAt: expect.any(Number) },
    { connections: 0, connectedAt: undefined },
  ]);
  expect(await gateway.disconnect(at("a"), 999)).toBe(false);
  expect(await gateway.disconnect(at("a"), connection.actor)).toBe(true);
  expect(first.closed?.error).toBe("UNAUTHORIZED_ROOM_ACCESS");
  connection.leave();
  expect((await host.connected([project]))[0]!.connections).toBe(1);
  await host.close(at("b"), "ACCESS_CHANGED");
  expect([second.closed?.error, (await host.connected([project]))[0]!.connections]).toEqual(["ACCESS_CHANGED", 0]);
});

test("a refusal of another node arrives as the same error", async () => {
  await using here = await twoNodes(["a"]);
  const { gateway } = here;
  await expect(gateway.newActor(at("nowhere"))).rejects.toMatchObject({ code: "ROOM_NOT_FOUND" });
  const changing = gateway.changeStorage(at("a"), { kind: "patch", patch: [{ op: "remove", path: "/nothing" }] });
  await expect(changing).rejects.toMatchObject({ code: "INVALID_STORAGE_MUTATION_REQUEST" });
  const cancelled = AbortSignal.abort(new Error("The client disconnected."));
  await expect(gateway.storageText(at("a"), { kind: "json" }, cancelled)).rejects.toThrow("The client disconnected.");
});
