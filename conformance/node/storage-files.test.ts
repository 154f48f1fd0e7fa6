import { LiveblocksError } from "@liveblocks/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import type { Lobby } from "../support/lobby.ts";
import { openLobby } from "../support/lobby.ts";
import { patterned } from "../support/patterned.ts";

const MiB = 1_024 * 1_024;

let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());

describe("uploadFile", () => {
  test.each([
    ["1 byte", 1],
    ["exactly one call", 5 * MiB],
    ["one byte more", 5 * MiB + 1],
    ["six parts", 27 * MiB],
  ])("round-trips a file of %s", async (_, size) => {
    const roomId = await lobby.newRoom([]);
    const bytes = patterned(size);
    const file = await lobby.api.uploadFile({ roomId, file: new File([bytes], "a b/ü 😀.png") });
    expect(file.data).toEqual({ id: file.data.id, name: "a b/ü 😀.png", size, mimeType: "image/png" });
    const link = await lobby.api.getFileUrl({ roomId, file });
    expect(link).toEqual({ url: expect.stringMatching(/^http/), expiresAt: expect.any(String) });
    const left = new Date(link.expiresAt).getTime() - Date.now();
    expect(left).toBeGreaterThan(0);
    const answer = await fetch(link.url);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    const range = await fetch(link.url, { headers: { Range: `bytes=${size - 1}-` } });
    expect([range.status, range.headers.get("content-range")]).toEqual([206, `bytes ${size - 1}-${size - 1}/${size}`]);
    expect(Buffer.from(await range.arrayBuffer())).toEqual(Buffer.from(bytes.subarray(-1)));
  });

  test("into a room that does not exist is refused", async () => {
    const call = lobby.api.uploadFile({ roomId: "nowhere", file: new File(["x"], "a.txt") });
    await expect(call).rejects.toMatchObject({ status: 404 });
  });
});

test("a file that does not exist has no link", async () => {
  const roomId = await lobby.newRoom([]);
  const call = lobby.api.getFileUrl({ roomId, file: `fl_${"n".repeat(21)}` });
  await expect(call).rejects.toBeInstanceOf(LiveblocksError);
  await expect(call).rejects.toMatchObject({ status: 404 });
});

test("files are deleted with their room, and their links stop working", async () => {
  const roomId = await lobby.newRoom([]);
  const file = await lobby.api.uploadFile({ roomId, file: new File(["text"], "a.txt") });
  const { url } = await lobby.api.getFileUrl({ roomId, file });
  expect((await fetch(url)).status).toBe(200);
  await lobby.api.deleteRoom(roomId);
  // A link to a bucket works until a job has deleted the file there.
  await eventually(async () => expect((await fetch(url)).status).toBe(404));
  await lobby.api.createRoom(roomId, { defaultAccesses: [] });
  await expect(lobby.api.getFileUrl({ roomId, file })).rejects.toMatchObject({ status: 404 });
});
