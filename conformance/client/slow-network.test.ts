import { getYjsProviderForRoom } from "@liveblocks/yjs";
import { openLink } from "@weft/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as Y from "yjs";
import { eventually } from "../support/eventually.ts";
import type { Lobby, Visit } from "../support/lobby.ts";
import { closings, openLobby } from "../support/lobby.ts";

// Large content arrives over a connection that takes seconds for it.

let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());

const bytesPerSecond = 150_000;

/**
 * A client waits 2 s for any frame after its ping, which it may send at any moment: so no frame may take that long. What
 * the client has received must not contain a closed connection either.
 */
function expectSteadyFrames({ frames }: Visit<never, never>): void {
  const sizes = frames.filter(({ direction }) => direction === "received").map(({ text }) => Buffer.byteLength(text));
  expect(Math.max(...sizes)).toBeLessThan(1.5 * bytesPerSecond);
  expect(sizes.length).toBeGreaterThan(5);
  expect(closings(frames)).toEqual([]);
}

test.for([
  ["V1", false, "one text"],
  ["V2", true, "one text"],
  ["V1", false, "many edits"],
] as const)("a large document in the %s encoding opens on a slow network (%s, %s)", async ([, v2, made]) => {
  const roomId = await lobby.newRoom();
  const source = new Y.Doc();
  const text = source.getText("t");
  if (made === "one text") text.insert(0, "x".repeat(750_000));
  else
    for (let edit = 0; edit < 8_000; edit++)
      text.insert((edit * 7_919) % (text.length + 1), `${edit} 語 ${"y".repeat(50)}`);
  await lobby.api.sendYjsBinaryUpdate(roomId, Y.encodeStateAsUpdate(source));
  await using link = await openLink(lobby.server.port);
  link.throttle("down", bytesPerSecond);
  const visit = lobby.enter<never, never>(roomId, { url: link.url });
  const provider = getYjsProviderForRoom(visit.room, { useV2Encoding_experimental: v2 });
  const doc = provider.getYDoc();
  const lengths = new Set<number>();
  doc.on("update", () => lengths.add(doc.getText("t").length));
  await eventually(() => expect(provider.synced).toBe(true));
  expect(doc.getText("t").toJSON()).toBe(text.toJSON());
  // An editor never sees a partial document.
  expect([...lengths]).toEqual([text.length]);
  await eventually(() => expect(provider.getStatus()).toBe("synchronized"));
  expectSteadyFrames(visit);
  visit.leave();
});

test("a large Storage opens on a slow network", async () => {
  const roomId = await lobby.newRoom();
  const items = Array.from({ length: 8_000 }, (_, index) => `card ${index} ${"z".repeat(80)}`);
  await lobby.api.initializeStorageDocument(roomId, {
    liveblocksType: "LiveObject",
    data: { items: { liveblocksType: "LiveList", data: items } },
  } as never);
  await using link = await openLink(lobby.server.port);
  link.throttle("down", bytesPerSecond);
  const visit = lobby.enter<never, never>(roomId, { url: link.url });
  const { root } = await visit.room.getStorage();
  expect((root as { toJSON(): unknown }).toJSON()).toEqual({ items });
  expectSteadyFrames(visit);
  visit.leave();
});
