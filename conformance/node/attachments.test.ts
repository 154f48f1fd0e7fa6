import { Liveblocks, LiveblocksError } from "@liveblocks/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import { openForwarder } from "../support/forwarder.ts";
import type { Lobby } from "../support/lobby.ts";
import { openLobby } from "../support/lobby.ts";
import { patterned } from "../support/patterned.ts";

const MiB = 1_024 * 1_024;
const hourMs = 3_600_000;
const userId = "ada";

let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());

describe("uploadAttachment", () => {
  test.each([
    ["1 byte", 1],
    ["exactly one call", 5 * MiB],
    ["one byte more", 5 * MiB + 1],
    ["three parts", 12 * MiB],
  ])("round-trips an attachment of %s", async (_, size) => {
    const roomId = await lobby.newRoom([]);
    const bytes = patterned(size);
    const file = new File([bytes], "a b/ü 😀.png", { type: "text/html" });
    const attachment = await lobby.api.uploadAttachment({ roomId, userId, file });
    const described = { type: "attachment", id: attachment.id, name: "a b/ü 😀.png", size, mimeType: "image/png" };
    expect(attachment).toEqual(described);
    const linked = await lobby.api.getAttachment({ roomId, attachmentId: attachment.id });
    expect(linked).toEqual({ ...described, url: expect.stringMatching(/^http/), expiresAt: expect.any(String) });
    const left = new Date(linked.expiresAt).getTime() - Date.now();
    expect([left > hourMs - 60_000, left <= hourMs]).toEqual([true, true]);
    const answer = await fetch(linked.url);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment;/);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    const range = await fetch(linked.url, { headers: { Range: `bytes=${size - 1}-` } });
    expect([range.status, range.headers.get("content-range")]).toEqual([206, `bytes ${size - 1}-${size - 1}/${size}`]);
    expect(Buffer.from(await range.arrayBuffer())).toEqual(Buffer.from(bytes.subarray(-1)));
  });

  test("that is aborted leaves no upload", async () => {
    const roomId = await lobby.newRoom([]);
    const stop = new AbortController();
    const partPath = /\/multipart\/[^/]+\/\d+$/;
    await using forwarder = await openForwarder(lobby.server.url, (method, path) => {
      if (method === "PUT" && partPath.test(path)) stop.abort();
    });
    const api = new Liveblocks({ baseUrl: forwarder.url, secret: lobby.server.secretKey });
    const file = new File([patterned(12 * MiB)], "a.bin");
    const upload = (signal: AbortSignal) => api.uploadAttachment({ roomId, userId, file }, { signal });

    await expect(upload(AbortSignal.abort())).rejects.toMatchObject({ name: "AbortError" });
    expect(forwarder.forwarded).toEqual([]);

    await expect(upload(stop.signal)).rejects.toMatchObject({ name: "AbortError" });
    // A part that was on its way is answered after it.
    const deletion = () => forwarder.forwarded.find(({ method }) => method === "DELETE");
    await eventually(() => expect(deletion()).toMatchObject({ status: 204 }));
    const { path } = deletion()!;
    const headers = { Authorization: `Bearer ${lobby.server.secretKey}` };
    const late = await fetch(`${lobby.server.url}${path}/1`, { method: "PUT", headers, body: "late" });
    expect(late.status).toBe(409);
  });

  test("into a room that does not exist is refused", async () => {
    const call = lobby.api.uploadAttachment({ roomId: "nowhere", userId, file: new File(["x"], "a.txt") });
    await expect(call).rejects.toMatchObject({ status: 404 });
  });
});

test("an attachment that does not exist has no link", async () => {
  const roomId = await lobby.newRoom([]);
  const call = lobby.api.getAttachment({ roomId, attachmentId: `at_${"n".repeat(21)}` });
  await expect(call).rejects.toBeInstanceOf(LiveblocksError);
  await expect(call).rejects.toMatchObject({ status: 404 });
});

test("the attachments of a room are deleted with it, and their links stop working", async () => {
  const roomId = await lobby.newRoom([]);
  const { id } = await lobby.api.uploadAttachment({ roomId, userId, file: new File(["text"], "a.txt") });
  const { url } = await lobby.api.getAttachment({ roomId, attachmentId: id });
  expect(await (await fetch(url)).text()).toBe("text");
  await lobby.api.deleteRoom(roomId);
  // A link to a bucket works until a job has deleted the file there.
  await eventually(async () => expect((await fetch(url)).status).toBe(404));
});
