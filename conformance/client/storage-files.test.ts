import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import type { Lobby } from "../support/lobby.ts";
import { openLobby } from "../support/lobby.ts";

const MiB = 1_024 * 1_024;

let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());

const newFile = (size: number) => new File([new Uint8Array(size).fill(7)], "a b/ü.txt");

test.each([
  ["in one call", 3],
  ["in parts", 11 * MiB],
])("a client uploads a file %s, with its public key or a token", async (_, size) => {
  const roomId = await lobby.newRoom();
  const token = async () => ({ token: await lobby.accessToken("ada", { [roomId]: ["*:write"] }) });
  for (const auth of [undefined, token]) {
    const { room } = lobby.enter(roomId, auth === undefined ? {} : { auth });
    await eventually(() => expect(room.getStatus()).toBe("connected"));
    const { data } = await room.uploadFile(newFile(size));
    expect(data).toEqual({ id: data.id, name: "a b/ü.txt", size, mimeType: "text/plain" });
    const { url } = await lobby.api.getFileUrl({ roomId, file: data });
    expect((await (await fetch(url)).arrayBuffer()).byteLength).toBe(size);
  }
});

test("a file in Storage is visible to everyone, and has a link as long as it exists", async () => {
  const roomId = await lobby.newRoom();
  const visits = [lobby.enter(roomId), lobby.enter(roomId)] as const;
  const [a, b] = await Promise.all(visits.map(async ({ room }) => (await room.getStorage()).root));
  const file = await visits[0].room.uploadFile(newFile(3));
  a!.set("file", file);
  const { id } = file.data;
  const held = () => (b!.toJSON() as { file?: { id: string; size: number } }).file;
  await eventually(() => expect(held()).toMatchObject({ id, size: 3, mimeType: "text/plain" }));
  const url = await visits[1].room.getFileUrl(id);
  expect(await (await fetch(url)).text()).toBe("\u0007\u0007\u0007");
  expect(await lobby.api.getStorageDocument(roomId, "json")).toMatchObject({ file: { id, size: 3 } });

  const late = (await lobby.enter(roomId).room.getStorage()).root;
  expect(late.toJSON()).toEqual(b!.toJSON());
});

test("a user who may only read Storage cannot upload, even if their token claims more to the client", async () => {
  const roomId = await lobby.newRoom([]);
  const idToken = async () => ({ token: await lobby.idToken("ada") });
  await lobby.api.updateRoom(roomId, { usersAccesses: { ada: ["room:write", "storage:read"] as never } });
  const { room } = lobby.enter(roomId, { auth: idToken });
  await eventually(() => expect(room.getStatus()).toBe("connected"));
  await expect(room.uploadFile(newFile(3))).rejects.toMatchObject({ status: 403 });
});

test("a browser on another origin can upload: preflights and errors have the required headers", async () => {
  const roomId = encodeURIComponent(await lobby.newRoom());
  const path = `${lobby.server.url}/v2/c/rooms/${roomId}/storage/files/fl_${"a".repeat(21)}/upload/a.txt`;
  const headers = { Origin: "https://app.test", "Access-Control-Request-Method": "PUT" };
  const preflight = await fetch(path, { method: "OPTIONS", headers });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-origin")).toBe("https://app.test");
  expect(preflight.headers.get("access-control-allow-methods")).toContain("PUT");
  const refused = await fetch(path, { method: "PUT", headers, body: "x" });
  expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([403, "https://app.test"]);
});
