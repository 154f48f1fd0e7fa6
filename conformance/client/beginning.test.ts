import { LiveList, LiveMap } from "@liveblocks/client";
import type { Lson } from "@liveblocks/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import type { Lobby } from "../support/lobby.ts";
import { openLobby } from "../support/lobby.ts";
import type { Frame } from "../support/socket.ts";

let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());

const rounds = 10;
const sentItems = ({ direction, text }: Frame) => direction === "sent" && text.includes('"items"');

test("the first change of a client arrives before events that refer to it", async () => {
  for (let round = 0; round < rounds; round++) {
    const roomId = await lobby.newRoom();
    const reader = lobby.enter<{}, { items: LiveList<Lson> }>(roomId);
    const { root: seen } = await reader.room.getStorage();
    const found: unknown[] = [];
    reader.room.events.customEvent.subscribe(() => found.push(seen.toJSON()));

    const writer = lobby.enter<{}, { items: LiveList<Lson> }>(roomId);
    const { root } = await writer.room.getStorage();
    root.set("items", new LiveList<Lson>(["a"]));
    // Within one frame, a client sends events before changes.
    await eventually(() => expect(writer.frames.some(sentItems)).toBe(true));
    writer.room.broadcastEvent({ look: "at the items" });
    await eventually(() => expect(found).toHaveLength(1));
    expect(found).toEqual([{ items: ["a"] }]);
  }
});

test("a file that a client has just put into Storage as its first change has a link", async () => {
  for (let round = 0; round < rounds; round++) {
    const { room } = lobby.enter(await lobby.newRoom());
    const { root } = await room.getStorage();
    const file = await room.uploadFile(new File(["x"], "x.txt"));
    root.set("file", file);
    const url = await room.getFileUrl(file.data.id);
    expect(await (await fetch(url)).text()).toBe("x");
  }
});

type Begun = { items: LiveList<Lson>; entries: LiveMap<string, Lson>; title: string };

/** Enters with an initial Storage, and adds an item as soon as it is there. */
function begin(roomId: string, name: string) {
  const visit = lobby.enter<{}, Begun>(roomId, {
    storage: () => ({ title: name, items: new LiveList<Lson>([]), entries: new LiveMap<string, Lson>() }),
    client: { throttle: 100 },
  });
  const written = visit.room.getStorage().then(({ root }) => {
    root.get("items").push(name);
    return root;
  });
  return { ...visit, written };
}

test.each([1, 2, 3, 4, 5, 6])(
  "clients that enter after frame %i of the first one's initialization replace none of its keys",
  async (frame) => {
    const roomId = await lobby.newRoom();
    const first = begin(roomId, "first");
    await eventually(() => expect(first.frames.length).toBeGreaterThanOrEqual(frame));
    const visits = [first, begin(roomId, "second"), begin(roomId, "third")];
    const roots = await Promise.all(visits.map(({ written }) => written));
    await eventually(() => {
      for (const { room } of visits) expect(room.getStorageStatus()).toBe("synchronized");
      for (const root of roots) {
        const shown = root.toJSON();
        expect((shown.items as readonly string[]).toSorted()).toEqual(["first", "second", "third"]);
        expect(shown).toEqual(roots[0]!.toJSON());
        expect(shown.title).toBe("first");
      }
    });
  },
);

test("clients that enter an empty room together agree on one initial Storage", async () => {
  const roomId = await lobby.newRoom();
  const names = ["a", "b", "c", "d", "e"];
  const visits = names.map((name) => begin(roomId, name));
  const roots = await Promise.all(visits.map(({ written }) => written));
  await eventually(() => {
    for (const root of roots) {
      expect((root.toJSON().items as readonly string[]).toSorted()).toEqual(names);
      expect(root.toJSON()).toEqual(roots[0]!.toJSON());
    }
  });
});
