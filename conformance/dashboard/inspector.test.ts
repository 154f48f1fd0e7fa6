import { once } from "node:events";
import { LiveObject } from "@liveblocks/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { eventually } from "../support/eventually.ts";
import type { Lobby } from "../support/lobby.ts";
import { openLobby, received } from "../support/lobby.ts";
import { notInCluster } from "../support/nodes.ts";
import { signUp } from "../support/member.ts";
import type { SiteMember } from "../support/member.ts";

let lobby: Lobby;
let member: SiteMember;
beforeAll(async () => {
  lobby = await openLobby();
  member = await signUp(lobby.server.url);
});
afterAll(() => lobby[Symbol.asyncDispose]());

describe("the inspector of a room", () => {
  test("sees presence, Storage and events, and is not among the others", async () => {
    const roomId = await lobby.newRoom();
    const shown: { x: number; y?: number } = { x: 1 };
    const a = lobby.enter(roomId, { presence: shown, storage: { board: new LiveObject({ title: "old" }) } });
    await eventually(() => expect(a.room.getStatus()).toBe("connected"));
    const { root } = await a.room.getStorage();
    a.room.updatePresence({ y: 2 });
    await eventually(() => expect(a.room.getSelf()?.presence).toEqual({ x: 1, y: 2 }));
    await new Promise((resolve) => setTimeout(resolve, 100));

    const others: string[] = [];
    a.room.subscribe("others", (_others, { type }) => void others.push(type));
    const { messages, socket } = member.inspect(roomId);
    await eventually(() => expect(messages[0]?.type).toBe("snapshot"));
    expect(messages[0]).toMatchObject({
      connections: [{ userId: null, writes: true, presence: { x: 1, y: 2 } }],
      storage: { liveblocksType: "LiveObject" },
    });

    a.room.updatePresence({ x: 5 });
    (root.get("board") as LiveObject<{ title: string }>).set("title", "new");
    a.room.broadcastEvent({ hello: "there" });
    await eventually(() => {
      expect(messages.find(({ type }) => type === "presence")).toMatchObject({ presence: { x: 5, y: 2 } });
      expect(messages.find(({ type }) => type === "broadcast")).toMatchObject({ event: { hello: "there" } });
      expect(messages.findLast(({ type }) => type === "storage")).toMatchObject({
        storage: { data: { board: { liveblocksType: "LiveObject", data: { title: "new" } } } },
      });
    });

    const b = lobby.enter(roomId, { presence: { who: "b" } });
    await eventually(() => expect(a.room.getOthers()).toHaveLength(1));
    await eventually(() => expect(b.room.getOthers()).toHaveLength(1));
    await eventually(() => expect(messages.some(({ type }) => type === "entered")).toBe(true));
    b.leave();
    await eventually(() => expect(messages.some(({ type }) => type === "left")).toBe(true));
    await eventually(() => expect(a.room.getOthers()).toEqual([]));
    socket.close();
    await eventually(() => expect(others).toContain("leave"));
    expect(others.filter((type) => type !== "update")).toEqual(["enter", "leave"]);
    // On the wire: one newcomer, who is b.
    expect(received(a.frames, 101)).toHaveLength(1);
    expect(await lobby.api.getActiveUsers(roomId)).toMatchObject({ data: [{ type: "user" }] });
    // Another process may not have stored them yet.
    await eventually(async () => {
      const events = await member.call("GET", `/internal/projects/demo/events?roomId=${encodeURIComponent(roomId)}`);
      const kinds = (events.body as { data: { kind: string }[] }).data.map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === "userEntered")).toHaveLength(2);
    });
  });

  test("loads an idle room, and all inspectors see the same", async () => {
    const roomId = await lobby.newRoom();
    await lobby.api.initializeStorageDocument(roomId, { liveblocksType: "LiveObject", data: { n: 0 } });
    const inspections = [member.inspect(roomId), member.inspect(roomId)];
    for (const { messages } of inspections)
      await eventually(() => expect(messages[0]).toMatchObject({ type: "snapshot", storage: { data: { n: 0 } } }));
    for (let n = 1; n <= 20; n++) {
      await lobby.api.mutateStorage(roomId, ({ root }) => root.set("n" as never, n));
    }
    for (const { messages } of inspections)
      await eventually(() => expect(messages.at(-1)).toMatchObject({ type: "storage", storage: { data: { n: 20 } } }));
    const late = member.inspect(roomId);
    await eventually(() => expect(late.messages[0]).toMatchObject({ storage: { data: { n: 20 } } }));
    for (const { socket } of [...inspections, late]) socket.close();
  });

  test("closes with its room", async () => {
    const roomId = await lobby.newRoom();
    const { messages, closed } = member.inspect(roomId);
    await eventually(() => expect(messages).toHaveLength(1));
    await lobby.api.deleteRoom(roomId);
    expect((await closed).code).toBe(4100);
  });

  test("shows the room as it was when the server stops", async () => {
    await using own = await openLobby();
    const ada = await signUp(own.server.url);
    const roomId = await own.newRoom();
    const a = own.enter(roomId, { presence: { x: 1 } });
    await eventually(() => expect(a.room.getStatus()).toBe("connected"));
    const { messages, closed } = ada.inspect(roomId);
    await eventually(() => expect(messages[0]).toMatchObject({ type: "snapshot", connections: [{ userId: null }] }));
    await own.server[Symbol.asyncDispose]();
    expect((await closed).code).toBe(1012);
    // Users whom the server disconnects have not left.
    expect(messages.filter(({ type }) => type === "left")).toEqual([]);
  });

  test("is open only to members, on pages of this server", async () => {
    const roomId = await lobby.newRoom();
    expect(await member.inspect(roomId, { headers: { origin: "https://evil.test" } }).refused).toBe(403);
    const nobody = member.inspect(roomId, { headers: { cookie: "" } });
    expect((await nobody.closed).code).toBe(4001);
    const outsider = await signUp(lobby.server.url, { teamName: "Others" });
    expect((await outsider.inspect(roomId).closed).code).toBe(4001);
    expect((await member.inspect("no such room").closed).code).toBe(4001);
    expect(nobody.messages).toEqual([]);
  });
});

describe("the sockets of one address", () => {
  const areCounted = notInCluster("each node counts the sockets of an address for itself.");
  test.skipIf(areCounted)("are counted together, for all kinds of sockets", async () => {
    await using here = await openLobby({ limits: { connectionsPerAddress: 2 } });
    const person = await signUp(here.server.url);
    const roomId = await here.newRoom();
    const inRoom = here.enter(roomId);
    await eventually(() => expect(inRoom.room.getStatus()).toBe("connected"));
    const inspection = person.inspect(roomId);
    await eventually(() => expect(inspection.messages[0]?.type).toBe("snapshot"));
    const token = await here.accessToken("ada", { "*": ["*:write"] });
    const chats = new WebSocket(`${here.server.url.replace(/^http/, "ws")}/ai/v7?tok=${token}`);
    expect((await once(chats, "close"))[0]).toBe(1013);
    expect((await person.inspect(roomId).closed).code).toBe(1013);
    inspection.socket.close();
    await inspection.closed;
    const again = person.inspect(roomId);
    await eventually(() => expect(again.messages[0]?.type).toBe("snapshot"));
    expect(inRoom.room.getStatus()).toBe("connected");
  });
});

describe("a project's event stream", () => {
  test("sends events to members as they happen", async () => {
    const roomId = await lobby.newRoom();
    const address = `${lobby.server.url}/internal/projects/demo/events/stream`;
    expect((await fetch(address)).status).toBe(401);
    const outsider = await signUp(lobby.server.url, { teamName: "Others" });
    expect((await fetch(address, { headers: { cookie: outsider.cookie } })).status).toBe(404);
    const leaving = new AbortController();
    const stream = await fetch(address, { headers: { cookie: member.cookie }, signal: leaving.signal });
    expect([stream.status, stream.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    let text = "";
    const reading = (async () => {
      const decoder = new TextDecoder();
      for await (const piece of stream.body!) text += decoder.decode(piece, { stream: true });
    })().catch(() => undefined);
    const visit = lobby.enter(roomId);
    await eventually(() => {
      const told = [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json!) as object);
      expect(told).toContainEqual(expect.objectContaining({ kind: "userEntered", roomId, userId: null }));
    });
    visit.leave();
    leaving.abort();
    await reading;
  });
});
