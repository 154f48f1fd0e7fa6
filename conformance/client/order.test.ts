import type { JsonObject, Lson } from "@liveblocks/client";
import { LiveList } from "@liveblocks/client";
import { openLink } from "@weft/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import type { Lobby } from "../support/lobby.ts";
import { openLobby } from "../support/lobby.ts";
import type { Frame } from "../support/socket.ts";

let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());

/** How many messages of a type the client has put on the wire. */
const sent = (frames: readonly Frame[], type: number) =>
  frames.filter(({ direction, text }) => direction === "sent" && text.includes(`"type":${type}`)).length;

describe("what a client sends after its own change of Storage", () => {
  test("reaches the others after that change", async () => {
    const roomId = await lobby.newRoom();
    await using link = await openLink(lobby.server.port);
    const a = lobby.enter<{ at: number }, { n: number }>(roomId, {
      url: link.url,
      presence: { at: 0 },
      storage: { n: 0 },
    });
    const { root } = await a.room.getStorage();
    const b = lobby.enter<{ at: number }, { n: number }>(roomId, { presence: { at: 0 } });
    const seen = (await b.room.getStorage()).root;
    await eventually(() => expect(a.room.getOthers()).toHaveLength(1));
    const atEvents: unknown[] = [];
    const atPresence: unknown[] = [];
    b.room.subscribe("event", ({ event }) => atEvents.push([event, seen.get("n")]));
    b.room.subscribe("others", (_others, change) => {
      if (change.type === "update" && "at" in change.updates) atPresence.push([change.updates.at, seen.get("n")]);
    });
    for (let round = 1; round <= 5; round++) {
      // Held until both frames are sent, so that the server reads them together.
      link.hold("up");
      const [changes, events] = [sent(a.frames, 201), sent(a.frames, 103)];
      root.set("n", round);
      await eventually(() => expect(sent(a.frames, 201)).toBe(changes + 1));
      a.room.updatePresence({ at: round });
      a.room.broadcastEvent(round);
      await eventually(() => expect(sent(a.frames, 103)).toBe(events + 1));
      link.release("up");
      await eventually(() => expect(atEvents).toHaveLength(round));
      await eventually(() => expect(atPresence).toHaveLength(round));
    }
    const inOrder = [1, 2, 3, 4, 5].map((round) => [round, round]);
    expect(atEvents).toEqual(inOrder);
    expect(atPresence).toEqual(inOrder);
  });
});

describe("changes that a client sends in separate frames", () => {
  test("stay separate for the others: a push, its undo and its redo are three notifications", async () => {
    const roomId = await lobby.newRoom();
    await using link = await openLink(lobby.server.port);
    type Items = { items: LiveList<Lson> };
    const storage = (): Items => ({ items: new LiveList<Lson>([]) });
    const a = lobby.enter<JsonObject, Items>(roomId, { url: link.url, storage });
    const items = (await a.room.getStorage()).root.get("items");
    await eventually(() => expect(a.room.getStorageStatus()).toBe("synchronized"));
    const b = lobby.enter<JsonObject, Items>(roomId);
    const seen = (await b.room.getStorage()).root.get("items");
    const states: unknown[][] = [];
    b.room.subscribe(seen, () => states.push([...seen]));
    // Held until all three frames are sent, so that the server reads them together.
    link.hold("up");
    const before = sent(a.frames, 201);
    const steps = [() => items.push("a"), () => a.room.history.undo(), () => a.room.history.redo()];
    for (const [at, step] of steps.entries()) {
      step();
      await eventually(() => expect(sent(a.frames, 201)).toBe(before + at + 1));
    }
    link.release("up");
    await eventually(() => expect(states.length).toBeGreaterThan(0));
    await eventually(() => expect(a.room.getStorageStatus()).toBe("synchronized"));
    await eventually(() => expect(states).toEqual([["a"], [], ["a"]]));
  });
});
