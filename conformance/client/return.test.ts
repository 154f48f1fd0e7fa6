import { LiveList } from "@liveblocks/client";
import type { LiveObject, Lson } from "@liveblocks/client";
import { openLink } from "@weft/testkit";
import { WebSocket as NodeWebSocket } from "ws";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import type { Lobby } from "../support/lobby.ts";
import { openLobby } from "../support/lobby.ts";
import type { Frame } from "../support/socket.ts";
import { recordingSocket } from "../support/socket.ts";

let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());

type Items = { items: LiveList<Lson> };

/** At which frame of its new connection that what was under way on the old one arrives. */
const moments: Record<string, (frame: Frame) => boolean> = {
  "has entered": ({ direction, text }) => direction === "received" && text.includes('"type":104'),
  "has asked for Storage": ({ direction, text }) => direction === "sent" && text.includes('"type":200'),
  "has been given Storage": ({ direction, text }) => direction === "received" && text.includes('"type":210'),
  "has sent again what it owes": ({ direction, text }) => direction === "sent" && text.includes('"type":201'),
};
const rounds = 4;

test.each(Object.keys(moments))(
  "frames that arrive late, after their client %s on a new connection, take effect once",
  async (name) => {
    for (let round = 0; round < rounds; round++) {
      const roomId = await lobby.newRoom();
      await using link = await openLink(lobby.server.port);
      const other = lobby.enter<{}, Items>(roomId, { storage: { items: new LiveList<Lson>(["x"]) } });
      const { root: seen } = await other.room.getStorage();
      await eventually(() => expect(other.room.getStorageStatus()).toBe("synchronized"));

      const frames: Frame[] = [];
      let heard: ((frame: Frame) => void) | undefined;
      const WebSocket = recordingSocket((frame) => {
        frames.push(frame);
        heard?.(frame);
      });
      const visit = lobby.enter<{}, Items>(roomId, { url: link.url, client: { polyfills: { WebSocket, fetch } } });
      const { root } = await visit.room.getStorage();
      link.strand();
      for (const item of ["A", "B", "C"]) {
        root.get("items").push(item);
        await eventually(() =>
          expect(frames.at(-1)).toMatchObject({ direction: "sent", text: expect.stringContaining(item) as string }),
        );
      }
      heard = (frame) => moments[name]!(frame) && link.deliver();
      visit.room.reconnect();

      const document = { items: ["x", "A", "B", "C"] };
      await eventually(() => expect(seen.toJSON()).toEqual(document));
      await eventually(() => expect(visit.room.getStorageStatus()).toBe("synchronized"));
      // What is heard behind this was decided behind everything else.
      seen.get("items").push("end");
      await eventually(() => expect(root.get("items").toJSON()).toContain("end"));
      expect(root.toJSON()).toEqual({ items: [...document.items, "end"] });
      expect(await lobby.api.getStorageDocument(roomId, "json")).toEqual(seen.toJSON());
      visit.leave();
      other.leave();
    }
  },
);

/**
 * A page that reads nothing for a while, although its browser answers pings. `before` runs before it continues to read.
 */
function busySocket(state: { busy: boolean; readonly before: () => void }): typeof NodeWebSocket {
  const held: (() => boolean)[] = [];
  return class BusySocket extends NodeWebSocket {
    override emit(event: string | symbol, ...args: unknown[]): boolean {
      if (event === "message" && state.busy) {
        held.push(() => super.emit(event, ...args));
        if (held.length === 1)
          setTimeout(() => {
            state.before();
            state.busy = false;
            for (const emit of held.splice(0)) emit();
          }, busyMs);
        return true;
      }
      return super.emit(event, ...args);
    }
  };
}
const busyMs = 400;

test("an edit made before the page has read its snapshot is not undone by an older, lost one", async () => {
  const roomId = await lobby.newRoom();
  await using link = await openLink(lobby.server.port);
  const other = lobby.enter<{}, { field: string }>(roomId, { storage: { field: "first" } });
  const { root: seen } = await other.room.getStorage();
  await eventually(() => expect(other.room.getStorageStatus()).toBe("synchronized"));
  let root: LiveObject<{ field: string }> | undefined;
  // It is sent at once: nothing is known yet of what the snapshot lacks.
  const state = { busy: false, before: () => root?.set("field", "newest") };
  const sent: string[] = [];
  class ListeningSocket extends busySocket(state) {
    override send(text: string): void {
      sent.push(text);
      if (sent.some((earlier) => earlier.includes("older")) && text.includes('"type":200')) state.busy = true;
      super.send(text);
    }
  }
  const visit = lobby.enter<{}, { field: string }>(roomId, {
    url: link.url,
    client: { polyfills: { WebSocket: ListeningSocket, fetch } },
  });
  ({ root } = await visit.room.getStorage());
  const appeared: string[] = [];
  visit.room.subscribe("others", (_others, event) => appeared.push(event.type));
  for (const value of ["one", "two", "three"]) root.set("field", value);
  await eventually(() => expect(visit.room.getStorageStatus()).toBe("synchronized"));
  link.strand();
  root.set("field", "older");
  await eventually(() => expect(sent.at(-1)).toContain("older"));
  visit.room.reconnect();
  await eventually(() => expect(state.busy).toBe(true));
  await eventually(() => expect(state.busy).toBe(false));
  await eventually(() => expect(visit.room.getStorageStatus()).toBe("synchronized"));
  seen.set("end" as "field", "end");
  await eventually(() => expect(root.toJSON()).toHaveProperty("end"));
  expect(root.toJSON()).toEqual({ field: "newest", end: "end" });
  expect(seen.toJSON()).toEqual(root.toJSON());
  expect(await lobby.api.getStorageDocument(roomId, "json")).toEqual(root.toJSON());
  expect(visit.room.getOthers().map(({ connectionId }) => connectionId)).toEqual([other.room.getSelf()?.connectionId]);
  expect(appeared).not.toContain("leave");
  expect(sent.filter((text) => text.includes('"targetActor":-2'))).toHaveLength(1);
  visit.leave();
  other.leave();
});
