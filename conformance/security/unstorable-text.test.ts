import { LiveMap, LiveObject } from "@liveblocks/client";
import type { Lson } from "@liveblocks/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import type { Lobby } from "../support/lobby.ts";
import { openLobby } from "../support/lobby.ts";
import { openRawSocket } from "../support/raw-socket.ts";

/** Text that PostgreSQL cannot hold (U+0000), or that UTF-8 cannot (half a character), on a whole server. */
let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());

const connect = (roomId: string) => openRawSocket(lobby.server.port, { roomId, pubkey: lobby.server.publicKey });

describe("a socket", () => {
  test("of a room whose id cannot be stored is refused permanently, and says why", async () => {
    expect(await connect("a\0b").closed).toEqual({
      code: 4001,
      reason: "The room's id must be well-formed text without NUL.",
    });
  });

  test.for(["0:1\0", "0:1\ud800"])(
    "that gives a node the id %j is told that its op is refused, and only it",
    async (id) => {
      const roomId = await lobby.newRoom();
      const other = connect(roomId);
      await eventually(() => expect(other.messages[0]).toMatchObject({ type: 104 }));
      const one = connect(roomId);
      await eventually(() => expect(one.messages[0]).toMatchObject({ type: 104, actor: 1 }));
      one.say({ type: 201, ops: [{ type: 7, id, opId: "1:0", parentId: "root", parentKey: "map" }] });
      expect((await one.closed).code).toBe(1012);
      expect(one.messages).toContainEqual({
        type: 299,
        opIds: ["1:0"],
        reason: "A node's id must be well-formed text without NUL.",
      });
      other.say({ type: 201, ops: [{ type: 3, id: "root", opId: "0:0", data: { still: "here" } }] });
      await eventually(() => expect(other.messages.some(({ type }) => type === 201)).toBe(true));
      expect(await lobby.api.getStorageDocument(roomId, "json")).toEqual({ still: "here" });
      other.close();
    },
  );

  test.for(["a\0", "a\ud800"])("that asks for the document %j is refused with 4000", async (guid) => {
    const one = connect(await lobby.newRoom());
    await eventually(() => expect(one.messages[0]).toMatchObject({ type: 104 }));
    one.say({ type: 300, vector: "", guid });
    expect((await one.closed).code).toBe(4000);
  });
});

test("Storage keeps U+0000 in values and keys, even after the room is reloaded", async () => {
  const roomId = await lobby.newRoom();
  const key = "k\0ey";
  const storage = () => ({ map: new LiveMap<string, Lson>(), object: new LiveObject({}) });
  const visit = lobby.enter<{}, { map: LiveMap<string, Lson>; object: LiveObject<{ [name: string]: Lson }> }>(roomId, {
    storage,
  });
  const { root } = await visit.room.getStorage();
  root.get("map").set(key, "v\0alue");
  root.get("map").set(`${key}2`, new LiveObject({ [key]: ["\0", { [key]: "\0" }] }));
  root.get("object").set(key, "\0");
  const document = {
    map: { [key]: "v\0alue", [`${key}2`]: { [key]: ["\0", { [key]: "\0" }] } },
    object: { [key]: "\0" },
  };
  await eventually(() => expect(visit.room.getStorageStatus()).toBe("synchronized"));
  expect(await lobby.api.getStorageDocument(roomId, "json")).toEqual(document);
  visit.leave();
  // A new id: its connections are closed, and it is read from the database.
  const renamed = `${roomId}-renamed`;
  await lobby.api.updateRoomId({ currentRoomId: roomId, newRoomId: renamed });
  expect(await lobby.api.getStorageDocument(renamed, "json")).toEqual(document);
});
