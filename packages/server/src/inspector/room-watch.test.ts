import type { InspectMessage } from "@weft/protocol";
import type { ConnectedUser } from "@weft/room";
import { createRecordingSocket } from "@weft/room/suites/fakes.ts";
import { limitsWith } from "@weft/room/suites/fakes.ts";
import { openTestHost, testRoom as address } from "@weft/room/suites/test-host.ts";
import { expect, test } from "vitest";
import { createRoomWatch } from "./room-watch.ts";
import type { Viewer } from "./room-watch.ts";

const writer: ConnectedUser = { scopes: ["*:write"], storage: "write", version: 8 };

function world({ documentBytes = async (guid: string): Promise<number> => (guid === "" ? 100 : 7) } = {}) {
  const { host, edge, clock, store } = openTestHost();
  store.flushAtOnce();
  const reads = { count: 0 };
  const ended: unknown[] = [];
  const watch = createRoomWatch({
    address,
    host: {
      observe: (room, observer) => host.observe(room, observer),
      storageText: (room, format) => {
        reads.count++;
        return host.storageText(room, format);
      },
    },
    clock,
    limits: limitsWith(),
    documentBytes,
    ended: (one) => void ended.push(one),
  });
  const view = () => {
    const messages: InspectMessage[] = [];
    const viewer: Viewer & { busy: boolean; closed: string | undefined } = {
      busy: false,
      closed: undefined,
      send: (text) => void messages.push(JSON.parse(text) as InspectMessage),
      close(error) {
        viewer.closed = error;
        watch.leave(viewer);
      },
    };
    return { viewer, messages, storages: () => messages.filter(({ type }) => type === "storage") };
  };
  const set = (data: Record<string, number>) =>
    host.changeStorage(address, {
      kind: "patch",
      patch: Object.entries(data).map(([key, value]) => ({ op: "add", path: `/${key}`, value })),
    });
  /** Encoding yields to the real event loop now and then. */
  const pass = async (ms: number) => {
    await clock.advance(ms);
    await new Promise((resolve) => setTimeout(resolve, 2));
    await clock.advance(0);
  };
  return { host, edge, clock, store, watch, view, set, pass, reads, ended };
}

test("Storage is sent at most every quarter of a second, as it is then, to all viewers from one read", async () => {
  const { watch, view, set, pass, reads } = world();
  const [one, other] = [view(), view()];
  await Promise.all([watch.join(one.viewer), watch.join(other.viewer)]);
  expect(one.messages).toMatchObject([{ type: "snapshot", storage: { data: {} }, documentBytes: 100 }]);
  const before = reads.count;
  for (let n = 1; n <= 50; n++) {
    await set({ n });
    await pass(20);
  }
  await pass(1_000);
  const shown = one.storages();
  expect(shown.length).toBeGreaterThanOrEqual(2);
  expect(shown.length).toBeLessThanOrEqual(6);
  expect(shown.at(-1)).toMatchObject({ storage: { liveblocksType: "LiveObject", data: { n: 50 } } });
  expect(other.storages()).toEqual(shown);
  expect(reads.count - before).toBe(shown.length);
});

test("unchanged Storage is not sent again", async () => {
  const { watch, view, set, pass } = world();
  const one = view();
  await watch.join(one.viewer);
  await set({ n: 1 });
  await pass(500);
  await set({ n: 2 });
  await set({ n: 1 });
  await pass(500);
  expect(one.storages()).toHaveLength(1);
});

test("a viewer that joins while Storage changes ends with the same state as the others", async () => {
  const { watch, view, set, pass } = world();
  const early = view();
  await watch.join(early.viewer);
  await set({ n: 1 });
  const late = view();
  const joining = watch.join(late.viewer);
  await set({ n: 2 });
  await joining;
  await pass(1_000);
  for (const { messages } of [early, late])
    expect(messages.findLast(({ type }) => type === "storage" || type === "snapshot")).toMatchObject({
      storage: { data: { n: 2 } },
    });
});

test("changes of documents are reported together, with their size", async () => {
  const { host, watch, view, pass } = world();
  const one = view();
  await watch.join(one.viewer);
  for (let n = 0; n < 5; n++) {
    await Promise.all([host.updateDocument(address, undefined, Buffer.from(`u${n}`), false), pass(40)]);
  }
  await pass(1_000);
  const told = one.messages.filter(({ type }) => type === "document");
  expect(told.length).toBeLessThanOrEqual(3);
  expect(told.at(-1)).toMatchObject({ guid: null, bytes: 100, at: expect.any(String) });
});

test("a slow viewer is not sent Storage, and gets the newest state afterwards", async () => {
  const { watch, view, set, pass } = world();
  const one = view();
  await watch.join(one.viewer);
  one.viewer.busy = true;
  for (let n = 1; n <= 3; n++) {
    await set({ n });
    await pass(300);
  }
  expect(one.storages()).toEqual([]);
  one.viewer.busy = false;
  await pass(300);
  expect(one.storages()).toMatchObject([{ storage: { data: { n: 3 } } }]);
});

test("the room is released when its last viewer leaves, and a room that ends disconnects all viewers", async () => {
  const { host, clock, watch, view, ended } = world();
  const one = view();
  await watch.join(one.viewer);
  watch.leave(one.viewer);
  await clock.advance(100_000);
  expect([host.awake, ended]).toEqual([0, [watch]]);

  const next = world();
  const other = next.view();
  await next.watch.join(other.viewer);
  const session = await next.edge.enter(address, writer, createRecordingSocket());
  expect(other.messages.at(-1)).toMatchObject({
    type: "entered",
    connection: { connectionId: session.actor, writes: true },
  });
  await next.host.close(address, "ACCESS_CHANGED");
  expect([other.viewer.closed, next.ended.length]).toEqual(["ACCESS_CHANGED", 1]);
});

test("messages that wait for a viewer's snapshot are bounded, and a viewer that has left gets nothing", async () => {
  const measured = Promise.withResolvers<number>();
  const { host, edge, watch, view, reads, clock } = world({ documentBytes: () => measured.promise });
  const [slow, next, gone] = [view(), view(), view()];
  const joining = [slow, next, gone].map(({ viewer }) => watch.join(viewer));
  await clock.advance(0);
  watch.leave(gone.viewer);
  const session = await edge.enter(address, writer, createRecordingSocket());
  for (let n = 0; n < 9; n++) {
    await host.broadcast(address, { n, text: "x".repeat(999_000) });
    await clock.advance(100);
  }
  expect([slow.viewer.closed, next.viewer.closed]).toEqual(["TRY_AGAIN_LATER", "TRY_AGAIN_LATER"]);
  session.leave();
  measured.resolve(0);
  await Promise.all(joining);
  expect([slow.messages, next.messages, gone.messages]).toEqual([[], [], []]);
  expect(reads.count).toBe(1);
});

test("the software and latency of each member are shown", async () => {
  const { edge, watch, view, pass } = world();
  const [near, far] = [createRecordingSocket(), createRecordingSocket()];
  near.responsive = false;
  far.responsive = false;
  await edge.enter(address, { ...writer, software: "3.24.0" }, near);
  const one = view();
  await watch.join(one.viewer);
  expect(one.messages).toMatchObject([{ connections: [{ software: "3.24.0", roundTripMs: null }] }]);
  await edge.enter(address, writer, far);
  await pass(30);
  near.answer();
  await pass(4_970);
  far.answer();
  expect(one.messages.slice(1)).toMatchObject([
    { type: "entered", connection: { software: "" } },
    { type: "roundTrip", connectionId: 0, ms: 30 },
    { type: "roundTrip", connectionId: 1, ms: 0 },
  ]);
  const late = view();
  await watch.join(late.viewer);
  expect(late.messages).toMatchObject([{ connections: [{ roundTripMs: 30 }, { roundTripMs: 0 }] }]);
  watch.leave(one.viewer);
  watch.leave(late.viewer);
});
