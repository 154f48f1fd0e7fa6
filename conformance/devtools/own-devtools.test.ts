/** Developer tools beside clients of both families, on a server. */
import { createClient as createOfficialClient } from "@liveblocks/client";
import { createClient, LiveObject } from "@weft/client";
import { createDevtools } from "@weft/devtools";
import type { SocketClass } from "@weft/devtools";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import { openLobby } from "../support/lobby.ts";
import type { Lobby } from "../support/lobby.ts";

let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());

type Storage = { task: LiveObject<{ title: string }> };

const families = {
  "@weft/client": createClient,
  "@liveblocks/client": createOfficialClient as unknown as typeof createClient,
};

test.each(["@weft/client", "@liveblocks/client"] as const)(
  "a room of %s is seen: ops until their acks, presence, and each state of Storage; edits made offline arrive",
  async (family) => {
    const roomId = await lobby.newRoom();
    const devtools = createDevtools({ WebSocket: globalThis.WebSocket as unknown as SocketClass });
    const options = { baseUrl: lobby.server.url, publicApiKey: lobby.server.publicKey };
    const client = families[family]({ ...options, polyfills: { WebSocket: devtools.WebSocket } });
    devtools.observe(client);
    const enter = { initialPresence: { cursor: 1 }, initialStorage: { task: new LiveObject({ title: "Plan" }) } };
    const other = lobby.enter<{ cursor: number }>(roomId, { presence: { cursor: 2 } });
    if (family === "@liveblocks/client") {
      const { LiveObject: Official } = await import("@liveblocks/client");
      Object.assign(enter.initialStorage, { task: new Official({ title: "Plan" }) });
    }
    const { room, leave } = client.enterRoom<{ cursor: number }, Storage>(roomId, enter);
    onTestFinished(() => leave());
    const { root } = await room.getStorage();
    await eventually(() => {
      const names = devtools.rooms[0]!.log.messages.map(({ direction, name }) => `${direction} ${name}`);
      expect(names).toEqual(
        expect.arrayContaining(["received roomState", "sent updateStorage", "received storageUpdated"]),
      );
      expect(devtools.rooms[0]!.unackedOps).toEqual([]);
      expect(devtools.rooms[0]!.room!.getOthers()).toMatchObject([{ presence: { cursor: 2 } }]);
    });
    const [record] = devtools.rooms;
    expect(record).toMatchObject({ id: roomId, connections: { count: 1, isOpen: true, lastClose: undefined } });
    devtools.network.set({ isOffline: true });
    await eventually(() => expect(record!.connections).toMatchObject({ isOpen: false, lastClose: 1006 }));
    root.get("task").set("title", "Ship");
    devtools.network.set({ isOffline: false });
    room.reconnect();
    const seen = await other.room.getStorage();
    await eventually(() => {
      expect(JSON.stringify(seen.root.toJSON())).toBe('{"task":{"title":"Ship"}}');
      expect(record!.unackedOps).toEqual([]);
      expect(record!.connections).toMatchObject({ count: 2, isOpen: true });
    });
    expect(record!.timeline.moments.map(({ state }) => JSON.stringify(state)).slice(-2)).toEqual([
      '{"task":{"title":"Plan"}}',
      '{"task":{"title":"Ship"}}',
    ]);
  },
);
