import type { Room } from "@liveblocks/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import type { Lobby } from "../support/lobby.ts";
import { openLobby } from "../support/lobby.ts";

const MiB = 1_024 * 1_024;

let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());

const newFile = (size: number) => new File([new Uint8Array(size).fill(7)], "a b/ü.txt", { type: "text/html" });

/** Enters a room as a user who may do this in it. */
async function enter(roomId: string, userId: string, ...scopes: readonly string[]): Promise<Room> {
  const auth = async () => ({ token: await lobby.accessToken(userId, { [roomId]: scopes }) });
  const { room } = lobby.enter(roomId, { auth });
  await eventually(() => expect(room.getStatus()).toBe("connected"));
  return room;
}

test.each([
  ["in one call", 3],
  ["in parts", 11 * MiB],
])("a client uploads an attachment %s, and reads it by its link", async (_, size) => {
  const roomId = await lobby.newRoom([]);
  const room = await enter(roomId, "ada", "*:write");
  const local = room.prepareAttachment(newFile(size));
  const attachment = await room.uploadAttachment(local);
  expect(attachment).toEqual({ type: "attachment", id: local.id, name: "a b/ü.txt", size, mimeType: "text/plain" });
  expect(await room.uploadAttachment(local).catch((error: unknown) => error)).toEqual(
    // In parts, it is started anew.
    size > 5 * MiB ? expect.objectContaining({ status: 409 }) : attachment,
  );
  const answer = await fetch(await room.getAttachmentUrl(local.id));
  expect(answer.headers.get("content-type")).toBe("text/plain");
  expect((await answer.arrayBuffer()).byteLength).toBe(size);
});

test("an attachment without a comment can be read only by the user who uploaded it", async () => {
  const roomId = await lobby.newRoom([]);
  const [ada, again, ben] = await Promise.all([
    enter(roomId, "ada", "*:write"),
    enter(roomId, "ada", "*:read"),
    enter(roomId, "ben", "*:write"),
  ]);
  const { id } = await ada.uploadAttachment(ada.prepareAttachment(newFile(3)));
  const missing = `at_${"n".repeat(21)}`;
  const [known, unknown] = await Promise.allSettled([id, missing].map((one) => again.getAttachmentUrl(one)));
  expect(known).toEqual({ status: "fulfilled", value: expect.stringMatching(/^http/) });
  expect(unknown?.status).toBe("rejected");
  await expect(ben.getAttachmentUrl(id)).rejects.toThrow();
});

test("a user who may only read comments cannot upload attachments, and neither can a user without an id", async () => {
  const roomId = await lobby.newRoom([]);
  await lobby.api.updateRoom(roomId, { usersAccesses: { ada: ["*:write", "comments:read"] as never } });
  const { room } = lobby.enter(roomId, { auth: async () => ({ token: await lobby.idToken("ada") }) });
  const { room: open } = lobby.enter(await lobby.newRoom());
  for (const refusing of [room, open]) {
    await eventually(() => expect(refusing.getStatus()).toBe("connected"));
    const upload = refusing.uploadAttachment(refusing.prepareAttachment(newFile(3)));
    await expect(upload).rejects.toMatchObject({ status: 403 });
  }
});
