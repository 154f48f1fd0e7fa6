/** Two processes over one database, which notify each other by signals. The test runs their timers. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createCursors } from "@weft/collab";
import type { EventRecord, IdTokenClaims, RequestRecord, Signals } from "@weft/collab";
import { createMemoryBlobStore } from "@weft/collab/suites/memory-blob-store.ts";
import { createSignalNetwork } from "@weft/collab/suites/signal-network.ts";
import { limits } from "@weft/protocol";
import type { ProjectId, RoomId } from "@weft/protocol";
import { createManualClock } from "@weft/room/suites/fakes.ts";
import type { ManualClock } from "@weft/room/suites/fakes.ts";
import type { Store } from "@weft/store";
import { openStores } from "@weft/store/testing/stores";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { createBase } from "./compose/base.ts";
import { openLiveRooms } from "./compose/live-rooms.ts";
import { readConfig } from "./config.ts";

const masterKey = Buffer.alloc(32, 7);
const accepted = { status: 200, body: "" };

/** One process: its services, and a port for its sockets. */
async function openProcess(store: Store, signals: Signals, clock: ManualClock, parts: AsyncDisposableStack) {
  const base = { ...createBase(readConfig({}), pino({ level: "silent" }), clock, parts), signals };
  const blobs = createMemoryBlobStore();
  const storage = { store, blobs, masterKey, cursors: createCursors(masterKey), backups: undefined };
  const live = openLiveRooms(base, storage, { outbound: { refusal: () => undefined, post: async () => accepted } });
  const server = createServer();
  server.on("upgrade", (request, socket, head) => live.gateway.upgrade(request, socket, head));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  parts.defer(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { ...live, store, signals, port };
}

async function world() {
  await using parts = new AsyncDisposableStack();
  const network = createSignalNetwork();
  const clock = createManualClock();
  const processes = [network.join(), network.join()] as const;
  const { stores } = parts.use(await openStores(processes));
  const one = await openProcess(stores[0], processes[0], clock, parts);
  const other = await openProcess(stores[1], processes[1], clock, parts);
  const { project } = await one.projects.createProject({ name: "One", type: "dev" });
  const adaWrites = new Map([["ada", ["room:write"] as const]]);
  for (const room of ["a", "b"])
    await one.rooms.create(project.id, room, { defaultAccesses: [], usersAccesses: adaWrites });
  await network.settle();

  const open = parts.move();
  const sockets: WebSocket[] = [];

  /** A socket of the other process in a room, of a user whose rights are those of the room. */
  async function enter(room: string, userId = "ada") {
    const token = await one.tokens.issueIdToken(project.id, { userId }, clock.now());
    const socket = new WebSocket(`ws://127.0.0.1:${other.port}/v8?roomId=${room}&tok=${token}`);
    sockets.push(socket);
    const heard: { readonly type: number; readonly threadId?: string }[] = [];
    socket.on("message", (data) => heard.push(...[JSON.parse((data as Buffer).toString()) as never].flat()));
    const closed = once(socket, "close").then(([code]) => code as number);
    await once(socket, "message");
    return {
      closed,
      heard,
      async isOpen(): Promise<boolean> {
        socket.ping();
        await once(socket, "pong");
        return socket.readyState === WebSocket.OPEN;
      },
      async leave(): Promise<void> {
        const before = other.gateway.connections;
        socket.terminate();
        await expect.poll(() => other.gateway.connections, { timeout: 30_000 }).toBe(before - 1);
      },
    };
  }
  const ada: IdTokenClaims = {
    kind: "id",
    project: project.id,
    userId: "ada",
    groupIds: [],
    issuedAt: 0,
    expiresAt: Infinity,
    tokenId: "t",
    generation: 0,
  };
  return {
    network,
    clock,
    one,
    other,
    project: project.id,
    ada,
    enter,
    async [Symbol.asyncDispose]() {
      // The gateway waits for them, and its clock stands still.
      for (const socket of sockets) socket.terminate();
      await expect.poll(() => other.gateway.connections, { timeout: 30_000 }).toBe(0);
      await open.disposeAsync();
    },
  };
}

test("[SG5] rights that one process takes from a user are gone in the other, which had read them", async () => {
  await using here = await world();
  const { one, other, network, project, ada } = here;
  expect((await other.rooms.enter(project, "a", ada)).scopes).toEqual(["*:write"]);
  await one.rooms.update(project, "a", { usersAccesses: new Map([["ada", ["room:read"]]]) });
  await network.settle();
  expect((await other.rooms.enter(project, "a", ada)).scopes).toEqual(["*:read"]);
  await one.rooms.delete(project, "a");
  await network.settle();
  await expect(other.rooms.enter(project, "a", ada)).rejects.toMatchObject({ code: "UNAUTHORIZED_ROOM_ACCESS" });
});

test("[SG7] a change of accesses in one process closes the connections of the other whose rights changed", async () => {
  await using here = await world();
  const { one, network, project, enter } = here;
  const [inA, inB] = [await enter("a"), await enter("b")];
  await one.rooms.update(project, "a", { metadata: new Map([["k", "v"]]) });
  await network.settle();
  expect(await inA.isOpen()).toBe(true);
  await one.rooms.update(project, "a", { usersAccesses: new Map([["ada", ["room:read"]]]) });
  expect(await inA.closed).toBe(4100);
  const again = await enter("a");
  await one.rooms.update(project, "a", { usersAccesses: new Map([["ada", null]]) });
  expect(await again.closed).toBe(4001);
  expect(await inB.isOpen()).toBe(true);
});

test("[SG7] a process that has missed signals reassesses its connections", async () => {
  await using here = await world();
  const { one, network, project, enter } = here;
  const [inA, inB] = [await enter("a"), await enter("b")];
  network.deliver("lost");
  await one.rooms.update(project, "a", { usersAccesses: new Map([["ada", null]]) });
  await network.settle();
  expect(await inA.isOpen()).toBe(true);
  network.deliver("carried");
  expect(await inA.closed).toBe(4001);
  expect(await inB.isOpen()).toBe(true);
});

test("[SG7] a process that has missed the deletion of a room closes its connections to the room", async () => {
  await using here = await world();
  const { one, network, project, enter } = here;
  const [inA, inB] = [await enter("a"), await enter("b")];
  network.deliver("lost");
  await one.rooms.delete(project, "a");
  await network.settle();
  expect(await inA.isOpen()).toBe(true);
  network.deliver("carried");
  expect(await inA.closed).toBe(4100);
  expect(await inB.isOpen()).toBe(true);
});

test("[SG7] connections of a user, or of a project, are closed in every process", async () => {
  await using here = await world();
  const { one, project, enter } = here;
  await one.rooms.update(project, "a", { defaultAccesses: ["room:write"] });
  await here.network.settle();
  const [ada, bob] = [await enter("a"), await enter("a", "bob")];
  one.signals.publish({ type: "disconnectUser", project, userId: "ada" });
  expect(await ada.closed).toBe(4001);
  expect(await bob.isOpen()).toBe(true);
  one.signals.publish({ type: "disconnectProject", project: "another" as ProjectId });
  await here.network.settle();
  expect(await bob.isOpen()).toBe(true);
  one.signals.publish({ type: "disconnectProject", project });
  expect(await bob.closed).toBe(4100);
});

test("[SE18] a user who returns through one process learns of the threads that another one changed", async () => {
  await using here = await world();
  const { one, network, project, enter } = here;
  const event = { type: 402, threadId: "th_1", commentId: "cm_1" } as const;
  one.signals.publish({ type: "threadChanged", project, room: "a" as RoomId, event, visibility: "public" });
  one.signals.publish({ type: "threadChanged", project, room: "b" as RoomId, event, visibility: "public" });
  await network.settle();
  const { heard } = await enter("a");
  await expect.poll(() => heard).toContainEqual(event);
});

test("[SG6] a job that one process adds is run by another one before its next poll", async () => {
  await using here = await world();
  const { one, other, network, clock } = here;
  const run: string[] = [];
  const checks = vi.spyOn(other.store.jobs, "nextDueAt");
  // The process that adds the job does not run this kind.
  other.runner.handle({ kind: "mail", run: async ({ key }) => void run.push(key) });
  await expect.poll(() => checks.mock.settledResults).toContainEqual({ type: "fulfilled", value: undefined });
  await clock.advance(1);
  await one.store.jobs.add([{ kind: "mail", key: "k", createdAt: clock.now(), payload: {} }]);
  await network.settle();
  await clock.advance(1);
  await expect.poll(() => run).toEqual(["k"]);
});

test("[SG6] a process learns at once of the webhook endpoints of another one, and within five seconds if the signal is lost", async () => {
  await using here = await world();
  const { one, other, network, clock, project, enter } = here;
  const subscribe = async (type: "userEntered" | "userLeft") => {
    await one.webhooks.create(project, { url: `https://example.com/${type}`, subscribedEvents: [type] });
    await network.settle();
    await readsOf(other.store);
  };
  await other.store.outbox.register("test");
  const events = async () => (await other.store.outbox.read("test", 100)).map(({ event }) => event.type);

  await subscribe("userEntered");
  const first = await enter("a");
  await clock.advance(limits.connectionEventsMs);
  await expect.poll(events).toEqual(["userEntered"]);
  network.deliver("lost");
  await subscribe("userLeft");
  await first.leave();
  for (let second = 0; second < 5; second++) await clock.advance(1_000);
  await readsOf(other.store);
  const later = await enter("a");
  await later.leave();
  await clock.advance(limits.connectionEventsMs);
  // Nothing is known of the first connection's end.
  await expect.poll(events).toEqual(["userEntered", "userEntered", "userLeft"]);
});

/** Waits for the reads that a store has been asked for. */
async function readsOf(store: Store): Promise<void> {
  for (let n = 0; n < 3; n++) await store.rooms.find("p" as ProjectId, "missing");
}

test("[SG8] a follower of a project in one process sees its activity in every process", async () => {
  await using here = await world();
  const { one, other, network, project, enter } = here;
  const events: EventRecord[] = [];
  const requests: RequestRecord[] = [];
  using following = one.activityWriter.follow(project, {
    event: (event) => events.push(event),
    request: (request) => requests.push(request),
  });
  await enter("a");
  const answer = (id: string, of = project) =>
    other.activityWriter.requestAnswered({
      project: of,
      id,
      method: "GET",
      path: "/v2/rooms",
      status: 200,
      durationMs: 1,
      key: null,
      errorCode: null,
    });
  answer("one");
  answer("of another project", "another" as ProjectId);
  await network.settle();
  expect(events).toMatchObject([{ kind: "userEntered", room: "a", user: "ada" }]);
  expect(requests).toMatchObject([{ id: "one", path: "/v2/rooms" }]);
  following[Symbol.dispose]();
  answer("two");
  await network.settle();
  expect(requests).toHaveLength(1);
});

test("[SG9] a process drops unwritten data of a room when another one deletes the room", async () => {
  await using here = await world();
  const { one, other, network, clock, project } = here;
  const room = "a" as RoomId;
  other.activityWriter.requestAnswered(
    {
      project,
      id: "r",
      method: "GET",
      path: "/v2/rooms/{roomId}",
      status: 200,
      durationMs: 1,
      key: null,
      errorCode: null,
    },
    { contents: { endpoint: "get-room", describe: () => JSON.stringify({ url: `/v2/rooms/${room}` }) } },
  );
  const at = clock.now();
  const erased = vi.spyOn(other.store.erasure, "forgetRooms");
  await one.rooms.delete(project, room);
  await network.settle();
  await clock.advance(limits.erasureDelayMs);
  await expect.poll(() => erased.mock.calls).toContainEqual([project, [room]]);
  await expect.poll(() => other.store.activity.contents(project, { id: "r", at })).toBeUndefined();
  expect(await other.store.activity.requests(project, {}, { limit: 10 })).toHaveLength(1);
});
