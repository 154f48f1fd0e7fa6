import { getYjsProviderForRoom } from "@liveblocks/yjs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as Y from "yjs";
import { textOf } from "../support/document.ts";
import { eventually } from "../support/eventually.ts";
import type { Lobby } from "../support/lobby.ts";
import { openLobby, received } from "../support/lobby.ts";
import { hungMs } from "../support/waiting.ts";

let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());

/** A document with a root of every kind. */
function written(): Y.Doc {
  const doc = new Y.Doc();
  doc.getText("text").insert(0, "plain ");
  doc.getText("text").insert(6, "fat", { bold: true });
  doc.getMap("map").set("n", 1);
  doc.getMap("map").set("nested", new Y.Text("inner"));
  doc.getArray("array").push([1, "two", { three: 3 }, new Uint8Array([4, 5])]);
  const paragraph = new Y.XmlElement("paragraph");
  paragraph.setAttribute("align", "left");
  const inside = new Y.XmlText("para ");
  inside.insert(5, "x", { strong: {} });
  paragraph.insert(0, [inside]);
  doc.getXmlFragment("xml").insert(0, [paragraph]);
  return doc;
}
const markup = '<paragraph align="left">para <strong>x</strong></paragraph>';

function docOf(...updates: readonly ArrayBuffer[]): Y.Doc {
  const doc = new Y.Doc();
  for (const update of updates) Y.applyUpdate(doc, new Uint8Array(update));
  return doc;
}

/** The call with what the SDK has no parameter for. */
function call(method: string, roomId: string, rest: string, body?: Uint8Array<ArrayBuffer>) {
  return fetch(`${lobby.server.url}/v2/rooms/${encodeURIComponent(roomId)}/${rest}`, {
    method,
    headers: { Authorization: `Bearer ${lobby.server.secretKey}`, "Content-Type": "application/octet-stream" },
    ...(body === undefined ? {} : { body }),
  });
}

describe("a document over REST", () => {
  test("is empty before the first write", async () => {
    const roomId = await lobby.newRoom([]);
    expect(await lobby.api.getYjsDocument(roomId)).toEqual({});
    expect(await lobby.api.getYjsDocument(roomId, { key: "a b" })).toEqual({ "a b": "" });
    const update = await lobby.api.getYjsDocumentAsBinaryUpdate(roomId);
    expect([...new Uint8Array(update)]).toEqual([0, 0]);
  });

  test("is read whole, by key, by type and with formatting", async () => {
    const roomId = await lobby.newRoom([]);
    await lobby.api.sendYjsBinaryUpdate(roomId, Y.encodeStateAsUpdate(written()));
    expect(await lobby.api.getYjsDocument(roomId)).toEqual({
      text: "plain fat",
      map: { n: 1, nested: "inner" },
      array: [1, "two", { three: 3 }, { 0: 4, 1: 5 }],
      xml: markup,
    });
    const formatted = ["plain ", { key: "bold", value: true }, "fat", { key: "bold", value: null }];
    const read = (params: { key?: string; type?: string; format?: boolean }) =>
      lobby.api.getYjsDocument(roomId, params) as Promise<unknown>;
    expect(await read({ key: "text" })).toEqual({ text: "plain fat" });
    expect(await read({ key: "text", format: true })).toEqual({ text: formatted });
    expect(await read({ key: "text", type: "ytext", format: true })).toEqual(formatted);
    // Each question is asked of the document as it is: the type that one names does not stick.
    expect(await read({ key: "text", type: "ymap" })).toEqual({});
    expect(await read({ key: "text", type: "yarray" })).toEqual(Array.from("plain fat"));
    expect(await read({ key: "text", type: "ytext" })).toBe("plain fat");
    expect(await read({ key: "map", type: "ymap" })).toEqual({ n: 1, nested: "inner" });
    expect(await read({ key: "xml", type: "yxmlfragment" })).toBe(markup);
    expect(await read({ key: "map", type: "unknown" })).toEqual({ map: { n: 1, nested: "inner" } });
  });

  test("takes updates in either encoding, and the same one twice", async () => {
    const roomId = await lobby.newRoom([]);
    const doc = written();
    for (let n = 0; n < 2; n++) {
      const sent = await call("PUT", roomId, "ydoc?encoder=v2", new Uint8Array(Y.encodeStateAsUpdateV2(doc)));
      expect([sent.status, await sent.json()]).toEqual([200, { success: true }]);
    }
    const copy = docOf(await lobby.api.getYjsDocumentAsBinaryUpdate(roomId));
    expect(Y.encodeSnapshot(Y.snapshot(copy))).toEqual(Y.encodeSnapshot(Y.snapshot(doc)));
    await lobby.api.sendYjsBinaryUpdate(roomId, Uint8Array.of(0, 0));
  });

  test("refuses invalid updates", async () => {
    const roomId = await lobby.newRoom([]);
    for (const bytes of [[], [255], [1, 1, 1], [1, 2, 3, 4, 5]])
      await expect(lobby.api.sendYjsBinaryUpdate(roomId, Uint8Array.from(bytes)), String(bytes)).rejects.toMatchObject({
        status: 422,
      });
    expect(await lobby.api.getYjsDocument(roomId)).toEqual({});
  });

  test("has only the subdocuments that it refers to", async () => {
    const roomId = await lobby.newRoom([]);
    const doc = new Y.Doc();
    doc.getMap("pages").set("one", new Y.Doc({ guid: "page/1" }));
    const page = new Y.Doc();
    page.getText("body").insert(0, "on page one");
    const update = Y.encodeStateAsUpdate(page);
    const put = () => lobby.api.sendYjsBinaryUpdate(roomId, update, { guid: "page/1" });
    await expect(put()).rejects.toMatchObject({ status: 422 });
    await lobby.api.sendYjsBinaryUpdate(roomId, Y.encodeStateAsUpdate(doc));
    await put();
    const copy = docOf(await lobby.api.getYjsDocumentAsBinaryUpdate(roomId, { guid: "page/1" }));
    expect(textOf(copy, "body")).toBe("on page one");
    expect(await lobby.api.getYjsDocument(roomId)).toEqual({ pages: { one: {} } });
    const unknown = await lobby.api.getYjsDocumentAsBinaryUpdate(roomId, { guid: "page/2" });
    expect([...new Uint8Array(unknown)]).toEqual([0, 0]);
  });

  test("reaches clients in the room, and receives their changes", async () => {
    const roomId = await lobby.newRoom();
    const visit = lobby.enter(roomId);
    const doc = getYjsProviderForRoom(visit.room).getYDoc();
    await eventually(() => expect(received(visit.frames, 300)).not.toEqual([]));
    const other = new Y.Doc();
    other.getText("text").insert(0, "from the back end");
    await lobby.api.sendYjsBinaryUpdate(roomId, Y.encodeStateAsUpdate(other));
    await eventually(() => expect(textOf(doc, "text")).toBe("from the back end"));
    expect(received(visit.frames, 300).at(-1)).toMatchObject({ isSync: false, stateVector: null, v2: false });
    doc.getText("text").insert(0, "and ");
    await expect
      .poll(async () => await lobby.api.getYjsDocument(roomId), { timeout: hungMs })
      .toEqual({ text: "and from the back end" });
  });

  test("is not found if the room does not exist", async () => {
    for (const asked of [
      () => lobby.api.getYjsDocument("nowhere"),
      () => lobby.api.getYjsDocumentAsBinaryUpdate("nowhere"),
      () => lobby.api.sendYjsBinaryUpdate("nowhere", Uint8Array.of(0, 0)),
    ])
      await expect(asked()).rejects.toMatchObject({ status: 404 });
  });
});
