import { createInProcessSignals } from "@weft/collab";
import type { Signals } from "@weft/collab";
import { createSignalNetwork } from "@weft/collab/suites/signal-network.ts";
import { limits as platformLimits } from "@weft/protocol";
import type { Limits, ProjectId } from "@weft/protocol";
import { expect, test } from "vitest";
import { createDemoReceiver, demoReceiverUrl } from "./demo-receiver.ts";
import { withDemoReceiver } from "./demo-receiver-transport.ts";

const headers = { "webhook-id": "msg_1" };
let count = 0;
const newRoom = () => `example-k3f9x2ab-${count++}.webhook-receiver`;
const about = (roomId: string | null, text = "") => ({
  headers,
  body: JSON.stringify({ type: "storageUpdated", data: { projectId: "demo", roomId, text } }),
});

function world(own: Partial<Limits> = {}, signals: Signals = createInProcessSignals()) {
  const time = { now: Date.parse("2026-11-01T00:00:00.000Z") };
  const receiver = createDemoReceiver({ signals, now: () => time.now, limits: { ...platformLimits, ...own } });
  /** The bodies that a page shows of a room. */
  const open = (room: string, address = "192.0.2.1") => {
    const shown: string[] = [];
    const ended = { times: 0 };
    const page = receiver.open(room, address, () => void ended.times++);
    page.follow(({ body }) => shown.push(body));
    return { shown, ended, close: () => page[Symbol.dispose]() };
  };
  return { receiver, time, open };
}

test("a page sees the requests of its room, also those from before it was opened, and none of other rooms", () => {
  const { receiver, open } = world();
  const [mine, other] = [newRoom(), newRoom()];
  receiver.receive(about(mine, "before"));
  receiver.receive(about(other, "secret"));
  const page = open(mine);
  receiver.receive(about(other, "secret, too"));
  receiver.receive(about(mine, "after"));
  expect(page.shown).toEqual([about(mine, "before").body, about(mine, "after").body]);
  page.close();
  receiver.receive(about(mine, "later"));
  expect(page.shown).toHaveLength(2);
});

test("[SG10] pages see the requests that other processes have sent", async () => {
  const network = createSignalNetwork();
  const [one, other] = [world({}, network.join()), world({}, network.join())];
  const room = newRoom();
  const page = one.open(room);
  other.receiver.receive(about(room, "sent elsewhere"));
  await network.settle();
  expect(page.shown).toEqual([about(room, "sent elsewhere").body]);
  expect(one.open(room).shown).toEqual(other.open(room).shown);
});

test("rooms of another form are neither kept nor shown", () => {
  const { receiver, open } = world();
  for (const room of ["board", "example-.webhook-receiver", "example-k3f9.text-comments", `x${newRoom()}`]) {
    expect(() => open(room), room).toThrow("There is nothing at this path.");
    expect(receiver.receive(about(room))).toEqual({ status: 200, body: "No page shows this room." });
  }
  expect(receiver.receive(about(null))).toMatchObject({ status: 200 });
});

test("the newest requests of a room are kept, and those of the newest rooms", () => {
  const { receiver, open } = world({ demoReceiverRequests: 2, demoReceiverRooms: 2 });
  const [quiet, first, second] = [newRoom(), newRoom(), newRoom()];
  receiver.receive(about(quiet));
  for (const text of ["1", "2", "3"]) receiver.receive(about(first, text));
  receiver.receive(about(second));
  expect(open(first).shown).toEqual([about(first, "2").body, about(first, "3").body]);
  expect(open(second).shown).toHaveLength(1);
  expect(open(quiet).shown).toEqual([]);
});

test("the bytes of all requests are bounded, and a large request is answered and not kept", () => {
  const { receiver, open } = world({ demoReceiverRequest: 2_000, demoReceiverBytes: 5_000 });
  const rooms = [newRoom(), newRoom(), newRoom(), newRoom()];
  for (const room of rooms) receiver.receive(about(room, "x".repeat(800)));
  expect(rooms.map((room) => open(room).shown.length)).toEqual([0, 0, 1, 1]);
  expect(receiver.receive(about(rooms[3]!, "x".repeat(1_000)))).toEqual({
    status: 200,
    body: "Too large to be shown.",
  });
  expect(open(rooms[3]!).shown).toHaveLength(1);
});

test("requests of rooms without a page are dropped after a while", () => {
  const { receiver, time, open } = world();
  const [watched, left] = [newRoom(), newRoom()];
  const page = open(watched);
  for (const room of [watched, left]) receiver.receive(about(room));
  time.now += platformLimits.demoReceiverIdleMs + 1;
  expect(open(left).shown).toEqual([]);
  expect(open(watched).shown).toHaveLength(1);
  page.close();
});

test("so many pages are open at once, in all and of one address", () => {
  const { open } = world({ demoReceiverPages: 3, demoReceiverPagesPerAddress: 2 });
  const room = newRoom();
  const one = open(room, "192.0.2.1");
  open(room, "192.0.2.1");
  expect(() => open(room, "192.0.2.1")).toThrow("Too many pages");
  open(room, "192.0.2.2");
  expect(() => open(room, "192.0.2.3")).toThrow("Too many pages");
  one.close();
  one.close();
  open(room, "192.0.2.3");
  expect(() => open(room, "192.0.2.1")).toThrow("Too many pages");
});

test("pages are asked to leave when the receiver closes, and no others come", () => {
  const { receiver, open } = world();
  const page = open(newRoom());
  receiver[Symbol.dispose]();
  expect(page.ended.times).toBe(1);
  expect(() => open(newRoom())).toThrow();
});

test("only requests to the receiver's own URL reach it, and no project may have an endpoint with it", async () => {
  const { receiver, open } = world();
  const posted: string[] = [];
  const transport = withDemoReceiver(
    {
      refusal: () => undefined,
      post(url) {
        posted.push(url);
        return Promise.resolve({ status: 204, body: "" });
      },
    },
    receiver,
  );
  const room = newRoom();
  const page = open(room);
  const request = { ...about(room), project: "demo" as ProjectId, timeoutMs: 1_000, maxBytes: 100 };
  expect(await transport.post("https://receiver.test/hook", request)).toEqual({ status: 204, body: "" });
  expect(page.shown).toEqual([]);
  expect(await transport.post(demoReceiverUrl, request)).toEqual({ status: 200, body: "Received." });
  expect(page.shown).toEqual([request.body]);
  expect(posted).toEqual(["https://receiver.test/hook"]);
  expect(transport.refusal(new URL(demoReceiverUrl))).toBe("must begin with https://.");
  expect(transport.refusal(new URL("https://receiver.test/hook"))).toBeUndefined();
});
