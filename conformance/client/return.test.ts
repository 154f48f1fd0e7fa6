import { LiveList } from "@liveblocks/client";
import type { Lson } from "@liveblocks/client";
import { openLink } from "@weft/testkit";
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
  "what a line delivers late, after its client %s on a new one, is seen once",
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
