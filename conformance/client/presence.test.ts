import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import type { Lobby } from "../support/lobby.ts";
import { openLobby, received } from "../support/lobby.ts";

let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());

describe("presence", () => {
  test("others see a user's initial presence and every later change", async () => {
    const roomId = await lobby.newRoom();
    const a = lobby.enter(roomId, { presence: { x: 0 } });
    const named: { x: number; name: string | null } = { x: 1, name: "b" };
    const b = lobby.enter(roomId, { presence: named });
    await eventually(() => expect(a.room.getOthers().map(({ presence }) => presence)).toEqual([{ x: 1, name: "b" }]));
    await eventually(() => expect(b.room.getOthers().map(({ presence }) => presence)).toEqual([{ x: 0 }]));
    b.room.updatePresence({ x: 2 });
    await eventually(() => expect(a.room.getOthers()[0]!.presence).toEqual({ x: 2, name: "b" }));
    b.room.updatePresence({ name: null });
    await eventually(() => expect(a.room.getOthers()[0]!.presence).toEqual({ x: 2, name: null }));
    expect(b.room.getPresence()).toEqual({ x: 2, name: null });
  });

  test("others receive joining, updating and leaving, in that order", async () => {
    const roomId = await lobby.newRoom();
    const a = lobby.enter(roomId);
    await eventually(() => expect(a.room.getStatus()).toBe("connected"));
    const events: string[] = [];
    // A full presence may arrive twice, the second time without a change, and the client emits "reset" after it reports
    // that it is connected.
    a.room.subscribe("others", (_others, { type }) => {
      if (type !== "reset" && events.at(-1) !== type) events.push(type);
    });
    const b = lobby.enter(roomId, { presence: { n: 0 } });
    await eventually(() => expect(events[0]).toBe("enter"));
    b.room.updatePresence({ n: 1 });
    await eventually(() => expect(events).toEqual(["enter", "update"]));
    b.leave();
    await eventually(() => expect(events).toEqual(["enter", "update", "leave"]));
    expect(a.room.getOthers()).toEqual([]);
  });

  test("a new client receives the presence of all others, although none of them moves", async () => {
    const roomId = await lobby.newRoom();
    const early = Array.from({ length: 6 }, (_, seat) => lobby.enter(roomId, { presence: { seat } }));
    await eventually(() => expect(early.every(({ room }) => room.getOthers().length === 5)).toBe(true));
    const late = lobby.enter(roomId, { presence: { seat: 6 } });
    await eventually(() =>
      expect(
        late.room
          .getOthers()
          .map(({ presence }) => presence["seat"])
          .sort((one, other) => one - other),
      ).toEqual([0, 1, 2, 3, 4, 5]),
    );
  });

  test("a full presence meant for one newcomer reaches only that one", async () => {
    const roomId = await lobby.newRoom();
    const a = lobby.enter(roomId, { presence: { who: "a" } });
    const b = lobby.enter(roomId, { presence: { who: "b" } });
    await eventually(() => expect(a.room.getOthers()).toHaveLength(1));
    await eventually(() => expect(b.room.getOthers()).toHaveLength(1));
    const c = lobby.enter(roomId, { presence: { who: "c" } });
    await eventually(() => expect(c.room.getOthers()).toHaveLength(2));
    const target = c.room.getSelf()!.connectionId;
    const targeted = (visit: typeof a) =>
      received(visit.frames, 100).filter(({ targetActor }) => targetActor === target);
    await eventually(() => expect(targeted(c)).toHaveLength(2));
    expect(targeted(a)).toEqual([]);
    expect(targeted(b)).toEqual([]);
  });

  test("connection ids only grow, and the same user twice is two connections", async () => {
    const roomId = await lobby.newRoom();
    const token = await lobby.accessToken("ada", { [roomId.slice(0, 10) + "*"]: ["*:write"] }, { name: "Ada" });
    const enter = () => lobby.enter(roomId, { auth: async () => ({ token }) });
    const first = enter();
    await eventually(() => expect(first.room.getSelf()).not.toBeNull());
    const second = enter();
    await eventually(() => expect(first.room.getOthers()).toHaveLength(1));
    expect(first.room.getOthers()[0]).toMatchObject({ id: "ada", info: { name: "Ada" } });
    // The first may see the second before the second knows its own id.
    await eventually(() => expect(second.room.getSelf()).not.toBeNull());
    const before = second.room.getSelf()!.connectionId;
    expect(before).toBeGreaterThan(first.room.getSelf()!.connectionId);
    second.room.reconnect();
    await eventually(() => expect(second.room.getSelf()?.connectionId).toBeGreaterThan(before));
    await eventually(() =>
      expect(first.room.getOthers().map(({ connectionId }) => connectionId)).toEqual([
        second.room.getSelf()!.connectionId,
      ]),
    );
  });

  test("a connection that sends nothing stays open, and still receives presence", async () => {
    const roomId = await lobby.newRoom();
    const idle = lobby.enter(roomId, { presence: { idle: true } });
    const busy = lobby.enter(roomId, { presence: { n: 0 } });
    await eventually(() => expect(idle.room.getOthers()).toHaveLength(1));
    for (let n = 1; n <= 20; n++) {
      busy.room.updatePresence({ n });
      await eventually(() => expect(idle.room.getOthers()[0]!.presence).toEqual({ n }));
    }
    expect(busy.room.getOthers().map(({ presence }) => presence)).toEqual([{ idle: true }]);
  });

  test("names with a meaning in JavaScript are ordinary keys", async () => {
    const roomId = await lobby.newRoom();
    const a = lobby.enter(roomId, { presence: { constructor: 1, toString: "x", hasOwnProperty: null } as never });
    const b = lobby.enter(roomId);
    await eventually(() =>
      expect(b.room.getOthers()[0]?.presence).toEqual({ constructor: 1, toString: "x", hasOwnProperty: null }),
    );
    expect(a.errors).toEqual([]);
  });

  test("a reconnect brings the whole presence back, to both sides", async () => {
    const roomId = await lobby.newRoom();
    const a = lobby.enter(roomId, { presence: { x: 1, kept: "a" } });
    const b = lobby.enter(roomId, { presence: { x: 2 } });
    await eventually(() => expect(b.room.getOthers()).toHaveLength(1));
    a.room.updatePresence({ x: 9 });
    await eventually(() => expect(b.room.getOthers()[0]!.presence).toEqual({ x: 9, kept: "a" }));
    a.room.reconnect();
    await eventually(() => expect(a.statuses).toEqual(["connecting", "connected", "connecting", "connected"]));
    await eventually(() => expect(b.room.getOthers().map(({ presence }) => presence)).toEqual([{ x: 9, kept: "a" }]));
    await eventually(() => expect(a.room.getOthers().map(({ presence }) => presence)).toEqual([{ x: 2 }]));
  });
});

describe("broadcast events", () => {
  test("reach everyone else once, in order, with their sender", async () => {
    const roomId = await lobby.newRoom();
    const visits = [0, 1, 2].map((n) => lobby.enter(roomId, { presence: { n } }));
    const heard = visits.map(({ room }) => {
      const events: unknown[] = [];
      room.events.customEvent.subscribe(({ event, connectionId, user }) =>
        events.push([event, connectionId, user?.presence["n"]]),
      );
      return events;
    });
    await eventually(() => expect(visits.every(({ room }) => room.getOthers().length === 2)).toBe(true));
    const [sender] = visits;
    const sent = [1, "two", { three: [3] }, true, [null]];
    for (const event of sent) sender!.room.broadcastEvent(event);
    const from = sender!.room.getSelf()!.connectionId;
    const expected = sent.map((event) => [event, from, 0]);
    await eventually(() => expect(heard[1]).toEqual(expected));
    await eventually(() => expect(heard[2]).toEqual(expected));
    expect(heard[0]).toEqual([]);
  });

  test("null is an event like any other", async () => {
    const roomId = await lobby.newRoom();
    const a = lobby.enter(roomId);
    const b = lobby.enter(roomId);
    await eventually(() => expect(b.room.getOthers()).toHaveLength(1));
    const heard: unknown[] = [];
    b.room.events.customEvent.subscribe(({ event }) => heard.push(event));
    a.room.broadcastEvent(null);
    await eventually(() => expect(heard).toEqual([null]));
  });

  test("wait for the connection only when asked to", async () => {
    const roomId = await lobby.newRoom();
    const b = lobby.enter(roomId);
    await eventually(() => expect(b.room.getStatus()).toBe("connected"));
    const heard: unknown[] = [];
    b.room.events.customEvent.subscribe(({ event }) => heard.push(event));
    const a = lobby.enter(roomId);
    a.room.broadcastEvent("dropped");
    a.room.broadcastEvent("queued", { shouldQueueEventIfNotReady: true });
    await eventually(() => expect(heard).toEqual(["queued"]));
  });
});
