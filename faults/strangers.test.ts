import { spawnServer } from "@weft/testkit";
import type { ServerProcess } from "@weft/testkit";
import { expect, test } from "vitest";
import { openRawClient } from "./support/raw-client.ts";
import { createRoom, tokenFor } from "./support/rest.ts";

const file = `fl_${"a".repeat(21)}`;

async function uploadAs(server: ServerProcess, credential: string): Promise<readonly [number, unknown]> {
  const response = await fetch(`${server.url}/v2/c/rooms/open/storage/files/${file}/upload/a.txt`, {
    method: "PUT",
    headers: { authorization: `Bearer ${credential}`, "content-type": "application/octet-stream" },
    body: "hello",
  });
  return [response.status, ((await response.json()) as { error?: string }).error];
}

test("on a server that other machines reach, a visitor with the demo key makes no rooms and uploads no files", async () => {
  await using server = await spawnServer({ env: { WEFT_HOST: "0.0.0.0" } });
  await expect(openRawClient({ ...server, room: "a-new-room" })).rejects.toMatchObject({ code: 4001 });
  await createRoom(server, "open", { defaultAccesses: ["room:write"] });
  using visitor = await openRawClient({ ...server, room: "open" });
  expect(visitor.open).toBe(true);
  expect(await uploadAs(server, server.publicKey)).toEqual([403, "ANONYMOUS_UPLOADS_OFF"]);
  expect(await uploadAs(server, await tokenFor(server, "ada"))).toEqual([200, undefined]);
});

test("an operator may let anonymous visitors upload, up to the bytes and rooms of a project", async () => {
  const limits = { bytesPerProject: 4, roomsPerProject: 1 };
  await using server = await spawnServer({ env: { WEFT_ANONYMOUS_UPLOADS: "true" }, limits });
  await createRoom(server, "open", { defaultAccesses: ["room:write"] });
  expect(await uploadAs(server, server.publicKey)).toEqual([413, "PROJECT_FULL"]);
  await expect(createRoom(server, "another")).rejects.toThrow("PROJECT_FULL");
  // A client that would make a room by entering it is told to come back later, not to give up.
  await expect(openRawClient({ ...server, room: "another" })).rejects.toMatchObject({ code: 1013 });
});
