import { setTimeout as pause } from "node:timers/promises";
import { LiveList, LiveMap } from "@liveblocks/client";
import type { Lson, LsonObject } from "@liveblocks/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import type { Lobby } from "../support/lobby.ts";
import { closings, openLobby, received } from "../support/lobby.ts";

let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());

const document = {
  liveblocksType: "LiveObject",
  data: {
    title: "t",
    list: { liveblocksType: "LiveList", data: ["a", { liveblocksType: "LiveObject", data: { x: 1 } }] },
    map: { liveblocksType: "LiveMap", data: { k: [1, null] } },
  },
} as const;

describe("a Storage document", () => {
  test("is initialized once, read in both forms, deleted, and initialized again", async () => {
    const roomId = await lobby.newRoom();
    expect(await lobby.api.initializeStorageDocument(roomId, document as never)).toEqual(document);
    expect(await lobby.api.getStorageDocument(roomId)).toEqual(document);
    expect(await lobby.api.getStorageDocument(roomId, "plain-lson")).toEqual(document);
    expect(await lobby.api.getStorageDocument(roomId, "json")).toEqual({
      title: "t",
      list: ["a", { x: 1 }],
      map: { k: [1, null] },
    });
    await expect(lobby.api.initializeStorageDocument(roomId, document as never)).rejects.toMatchObject({ status: 409 });
    await lobby.api.deleteStorageDocument(roomId);
    expect(await lobby.api.getStorageDocument(roomId, "json")).toEqual({});
    await lobby.api.initializeStorageDocument(roomId, document as never);
  });

  test("is the same for a client, and contains what the client writes", async () => {
    const roomId = await lobby.newRoom();
    await lobby.api.initializeStorageDocument(roomId, document as never);
    const visit = lobby.enter(roomId);
    const { root } = await visit.room.getStorage();
    expect(root.toJSON()).toEqual({ title: "t", list: ["a", { x: 1 }], map: { k: [1, null] } });
    (root.get("list") as unknown as LiveList<string>).push("z");
    await eventually(() => expect(visit.room.getStorageStatus()).toBe("synchronized"));
    expect(await lobby.api.getStorageDocument(roomId, "json")).toMatchObject({ list: ["a", { x: 1 }, "z"] });
  });

  test("that is deleted under a client is empty for it as well", async () => {
    const roomId = await lobby.newRoom();
    await lobby.api.initializeStorageDocument(roomId, document as never);
    const visit = lobby.enter(roomId);
    const { root } = await visit.room.getStorage();
    await lobby.api.deleteStorageDocument(roomId);
    await eventually(() => expect(root.toJSON()).toEqual({}));
  });
});

describe("filling and emptying Storage over REST", () => {
  test("disconnect everyone in the room; they reconnect and load its new content", async () => {
    const roomId = await lobby.newRoom();
    const visits = [lobby.enter(roomId), lobby.enter(roomId)];
    const roots = await Promise.all(visits.map(async ({ room }) => (await room.getStorage()).root));
    const codes = () => visits.map(({ frames }) => closings(frames).map(({ code }) => code));
    const shown = async (json: object) => {
      for (const root of roots) await eventually(() => expect(root.toJSON()).toEqual(json));
    };

    await lobby.api.initializeStorageDocument(roomId, document as never);
    await eventually(() => expect(codes()).toEqual([[4100], [4100]]));
    await shown({ title: "t", list: ["a", { x: 1 }], map: { k: [1, null] } });

    await lobby.api.deleteStorageDocument(roomId);
    await eventually(() =>
      expect(codes()).toEqual([
        [4100, 4100],
        [4100, 4100],
      ]),
    );
    await shown({});
  });
});

describe("mutateStorage", () => {
  test("of more than a second sends several batches, and a connected client sees each", async () => {
    const roomId = await lobby.newRoom();
    const visit = lobby.enter(roomId);
    const { root } = await visit.room.getStorage();
    const before = received(visit.frames, 201).length;
    await lobby.api.mutateStorage(roomId, async ({ root: remote }) => {
      const storage = remote;
      storage.set("list", new LiveList<Lson>(["first"]));
      // The SDK sends what there is about every 200 ms; the callback has to outlast several of these.
      for (let n = 0; n < 6; n++) {
        await pause(220);
        (storage.get("list") as LiveList<string>).push(`item ${n}`);
      }
      storage.set("map", new LiveMap([["done", true]]));
    });
    const expected = {
      list: ["first", "item 0", "item 1", "item 2", "item 3", "item 4", "item 5"],
      map: { done: true },
    };
    await eventually(() => expect(root.toJSON()).toEqual(expected));
    expect(received(visit.frames, 201).length - before).toBeGreaterThan(2);
    expect(await lobby.api.getStorageDocument(roomId, "json")).toEqual(expected);
  });

  test("does not lose what clients write meanwhile", async () => {
    const roomId = await lobby.newRoom();
    const visit = lobby.enter(roomId, { storage: { list: new LiveList<string>([]) } as LsonObject });
    const { root } = await visit.room.getStorage();
    await eventually(() => expect(visit.room.getStorageStatus()).toBe("synchronized"));
    await lobby.api.mutateStorage(roomId, async ({ root: remote }) => {
      const storage = remote;
      (root.get("list") as LiveList<string>).push("client");
      await eventually(() => expect(visit.room.getStorageStatus()).toBe("synchronized"));
      (storage.get("list") as LiveList<string>).push("back end");
    });
    await eventually(() =>
      expect((root.get("list") as LiveList<string>).toJSON().toSorted()).toEqual(["back end", "client"]),
    );
    expect(await lobby.api.getStorageDocument(roomId, "json")).toEqual(root.toJSON());
  });

  test("of fifty rooms reaches each of them once", async () => {
    for (let n = 0; n < 50; n++) await lobby.api.createRoom(`mass:${n}`, { defaultAccesses: [] });
    await lobby.api.massMutateStorage(
      { query: { roomId: { startsWith: "mass:" } } },
      ({ room, root }) => {
        const storage = root;
        storage.set("visits", ((storage.get("visits") as number | undefined) ?? 0) + 1);
        storage.set("id", room.id);
      },
      { concurrency: 20 },
    );
    for (let n = 0; n < 50; n++)
      expect(await lobby.api.getStorageDocument(`mass:${n}`, "json")).toEqual({ visits: 1, id: `mass:${n}` });
  });

  test("is answered as newline-delimited JSON that begins with an actor", async () => {
    const roomId = await lobby.newRoom();
    const response = await fetch(
      `${lobby.server.url}/v2/rooms/${encodeURIComponent(roomId)}/request-storage-mutation`,
      { method: "POST", headers: { Authorization: `Bearer ${lobby.server.secretKey}` } },
    );
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/x-ndjson");
    const [head, ...nodes] = (await response.text())
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
    expect(head).toEqual({ actor: expect.any(Number) as number });
    expect(nodes).toEqual([["root", { type: 0, data: {} }]]);
  });
});
