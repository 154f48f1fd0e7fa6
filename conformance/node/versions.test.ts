import { LiveObject } from "@liveblocks/client";
import { getYjsProviderForRoom } from "@liveblocks/yjs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as Y from "yjs";
import { textOf } from "../support/document.ts";
import { eventually } from "../support/eventually.ts";
import type { Lobby } from "../support/lobby.ts";
import { openLobby } from "../support/lobby.ts";
import { hungMs } from "../support/waiting.ts";

let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());

async function write(roomId: string, text: string) {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, new Uint8Array(await lobby.api.getYjsDocumentAsBinaryUpdate(roomId)));
  doc.getText("text").insert(doc.getText("text").length, text);
  await lobby.api.sendYjsBinaryUpdate(roomId, Y.encodeStateAsUpdate(doc));
}

async function textIn(roomId: string, versionId: string): Promise<string> {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, new Uint8Array(await lobby.api.getYjsVersion({ roomId, versionId })));
  return textOf(doc, "text");
}

const create = async (roomId: string) => (await lobby.api.createVersionHistorySnapshot(roomId)).data.id;

describe("version history over REST", () => {
  test("keeps the document as it was at each version", async () => {
    const roomId = await lobby.newRoom([]);
    const ids: string[] = [];
    for (const text of ["one ", "two ", "three"]) {
      await write(roomId, text);
      ids.push(await create(roomId));
    }
    expect(await Promise.all(ids.map((id) => textIn(roomId, id)))).toEqual(["one ", "one two ", "one two three"]);
  });

  test("is listed newest first, by page, in the shape of the SDK", async () => {
    const roomId = await lobby.newRoom([]);
    expect(await lobby.api.getVersionHistory(roomId)).toEqual({ data: [], nextCursor: null });
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.unshift(await create(roomId));
    const first = await lobby.api.getVersionHistory(roomId, { limit: 2 });
    const [version] = first.data;
    expect(version).toEqual({
      type: "historyVersion",
      kind: "yjs",
      id: expect.stringMatching(/^vh_/),
      createdAt: expect.any(Date),
      authors: [],
    });
    const seen = [...first.data];
    for (let { nextCursor } = first; nextCursor !== null;) {
      const page = await lobby.api.getVersionHistory(roomId, { limit: 2, cursor: nextCursor });
      seen.push(...page.data);
      ({ nextCursor } = page);
    }
    expect(seen.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    const instants = seen.map(({ createdAt }) => createdAt.getTime());
    expect(instants).toEqual(instants.toSorted((a, b) => b - a));
  });

  test("names the users who changed the room since the previous version", async () => {
    const roomId = await lobby.newRoom();
    const enter = (userId: string) =>
      lobby.enter<never, { n: number }>(roomId, {
        auth: async () => ({ token: await lobby.accessToken(userId, { "*": ["*:write"] }) }),
        storage: { n: 0 },
      });
    const [ada, bob] = [enter("ada"), enter("bob")];
    const [adaRoot, provider] = [(await ada.room.getStorage()).root, getYjsProviderForRoom(bob.room)];
    await bob.room.getStorage();
    adaRoot.set("n", 1);
    for (const { room } of [ada, bob]) await eventually(() => expect(room.getStorageStatus()).toBe("synchronized"));
    await eventually(() => expect(provider.getStatus()).toBe("synchronized"));
    provider.getYDoc().getText("text").insert(0, "by bob");
    await expect
      .poll(async () => await lobby.api.getYjsDocument(roomId), { timeout: hungMs })
      .toEqual({ text: "by bob" });
    const authorsOf = async (id: string) =>
      (await lobby.api.getVersionHistory(roomId)).data
        .find((version) => version.id === id)
        ?.authors.map(({ id: user }) => user);
    expect(await authorsOf(await create(roomId))).toEqual(["ada", "bob"]);
    expect(await authorsOf(await create(roomId))).toEqual([]);
    adaRoot.set("n", 2);
    await eventually(() => expect(ada.room.getStorageStatus()).toBe("synchronized"));
    await write(roomId, "by nobody");
    const authors = await authorsOf(await create(roomId));
    expect(authors).toEqual(["ada"]);
  });

  test("is kept when Storage is deleted", async () => {
    const roomId = await lobby.newRoom();
    const visit = lobby.enter(roomId, { storage: { list: new LiveObject({ a: 1 }) } });
    await visit.room.getStorage();
    await eventually(() => expect(visit.room.getStorageStatus()).toBe("synchronized"));
    await write(roomId, "kept");
    const id = await create(roomId);
    await lobby.api.deleteStorageDocument(roomId);
    expect(await textIn(roomId, id)).toBe("kept");
  });

  test("loses a version that is deleted, and every one with its room", async () => {
    const roomId = await lobby.newRoom([]);
    const [gone, kept] = [await create(roomId), await create(roomId)];
    await lobby.api.deleteVersion({ roomId, versionId: gone });
    expect((await lobby.api.getVersionHistory(roomId)).data.map(({ id }) => id)).toEqual([kept]);
    const version = { roomId, versionId: gone };
    await expect(lobby.api.deleteVersion(version)).rejects.toMatchObject({ status: 404 });
    await expect(lobby.api.getYjsVersion(version)).rejects.toMatchObject({ status: 404 });
    await lobby.api.deleteRoom(roomId);
    await lobby.api.createRoom(roomId, { defaultAccesses: [] });
    expect((await lobby.api.getVersionHistory(roomId)).data).toEqual([]);
  });

  test("is not found if the room does not exist", async () => {
    const room = { roomId: "nowhere", versionId: "vh_x" };
    for (const call of [
      () => lobby.api.getVersionHistory("nowhere"),
      () => lobby.api.createVersionHistorySnapshot("nowhere"),
      () => lobby.api.getYjsVersion(room),
      () => lobby.api.deleteVersion(room),
    ])
      await expect(call()).rejects.toMatchObject({ status: 404 });
  });
});
