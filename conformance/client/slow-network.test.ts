import { getYjsProviderForRoom } from "@liveblocks/yjs";
import { LiveList } from "@liveblocks/client";
import { openLink } from "@weft/testkit";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import * as Y from "yjs";
import { eventually } from "../support/eventually.ts";
import type { Lobby, Visit } from "../support/lobby.ts";
import { closings, openLobby } from "../support/lobby.ts";

/** Something large arrives over a line that takes seconds for it, while the user looks at the tab again and again. */
let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());
afterEach(() => void vi.unstubAllGlobals());

const bytesPerSecond = 150_000;

/** A page whose tab gets the focus when `focus` is called: the client pings then, and waits 2 s for any frame. */
function page() {
  const events = new EventTarget();
  vi.stubGlobal("window", Object.assign(events, { location: { href: "http://localhost/" } }));
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  return { focus: () => void events.dispatchEvent(new Event("focus")) };
}

/** Focuses whenever about a quarter of a second's worth of bytes has arrived, until `done`. */
async function focusUntil(done: () => boolean, visit: Visit<never, never>, focus: () => void): Promise<number> {
  let frames = 0;
  let pings = 0;
  await eventually(() => {
    if (visit.frames.length > frames && visit.room.getStatus() === "connected") {
      frames = visit.frames.length;
      focus();
      pings++;
    }
    expect(done()).toBe(true);
  });
  return pings;
}

const pongs = ({ frames }: Visit<never, never>) => frames.filter(({ text }) => text === "pong").length;

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
  const { focus } = page();
  const visit = lobby.enter<never, never>(roomId, { url: link.url });
  const provider = getYjsProviderForRoom(visit.room, { useV2Encoding_experimental: v2 });
  const doc = provider.getYDoc();
  const lengths = new Set<number>();
  doc.on("update", () => lengths.add(doc.getText("t").length));
  await focusUntil(() => provider.synced, visit, focus);
  expect(doc.getText("t").toJSON()).toBe(text.toJSON());
  // An editor never sees a part of the document.
  expect([...lengths]).toEqual([text.length]);
  await eventually(() => expect(provider.getStatus()).toBe("synchronized"));
  expect(closings(visit.frames)).toEqual([]);
  expect(pongs(visit)).toBeGreaterThan(0);
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
  const { focus } = page();
  const visit = lobby.enter<never, never>(roomId, { url: link.url });
  let root: { get(key: string): unknown } | undefined;
  void visit.room.getStorage().then((storage) => (root = storage.root as never));
  await focusUntil(() => root !== undefined, visit, focus);
  expect((root!.get("items") as LiveList<string>).toArray()).toEqual(items);
  expect(closings(visit.frames)).toEqual([]);
  expect(pongs(visit)).toBeGreaterThan(0);
  visit.leave();
});
