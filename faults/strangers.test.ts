import { spawnServer, startServer } from "@weft/testkit";
import type { TestServer } from "@weft/testkit";
import { expect, test } from "vitest";
import { openRawClient } from "./support/raw-client.ts";
import { createRoom, tokenFor } from "./support/rest.ts";

const file = `fl_${"a".repeat(21)}`;

async function uploadAs(server: TestServer, credential: string): Promise<readonly [number, unknown]> {
  const response = await fetch(`${server.url}/v2/c/rooms/open/storage/files/${file}/upload/a.txt`, {
    method: "PUT",
    headers: { authorization: `Bearer ${credential}`, "content-type": "application/octet-stream" },
    body: "hello",
  });
  return [response.status, ((await response.json()) as { error?: string }).error];
}

const reached = {
  "on every address": { WEFT_HOST: "0.0.0.0" },
  "behind a proxy on the same machine": { WEFT_PUBLIC_URL: "https://weft.example" },
} as const;

test.for(Object.entries(reached))(
  "on a server that is reached %s, strangers with the demo key cannot create rooms or upload files",
  async ([, env]) => {
    await using server = await startServer({ env });
    await expect(openRawClient({ ...server, room: "a-new-room" })).rejects.toMatchObject({ code: 4001 });
    await createRoom(server, "open", { defaultAccesses: ["room:write"] });
    using visitor = await openRawClient({ ...server, room: "open" });
    expect(visitor.open).toBe(true);
    expect(await uploadAs(server, server.publicKey)).toEqual([403, "ANONYMOUS_UPLOADS_OFF"]);
    expect(await uploadAs(server, await tokenFor(server, "ada"))).toEqual([200, undefined]);
  },
);

test("an operator may let anonymous visitors upload, up to the bytes and rooms of a project", async () => {
  const limits = { bytesPerProject: 4, roomsPerProject: 1 };
  await using server = await spawnServer({ env: { WEFT_ANONYMOUS_UPLOADS: "true" }, limits });
  await createRoom(server, "open", { defaultAccesses: ["room:write"] });
  expect(await uploadAs(server, server.publicKey)).toEqual([413, "PROJECT_FULL"]);
  await expect(createRoom(server, "another")).rejects.toThrow("PROJECT_FULL");
  // A client that would create a room by entering it is asked to retry later, not to stop.
  await expect(openRawClient({ ...server, room: "another" })).rejects.toMatchObject({ code: 1013 });
});

test("once a proxy has forwarded a request, strangers with the demo key cannot create rooms or upload files", async () => {
  await using server = await spawnServer();
  using before = await openRawClient({ ...server, room: "before" });
  expect(before.open).toBe(true);
  await createRoom(server, "open", { defaultAccesses: ["room:write"] });
  expect(await uploadAs(server, server.publicKey)).toEqual([200, undefined]);
  await fetch(`${server.url}/health/live`, { headers: { "x-forwarded-for": "203.0.113.8" } });
  expect(await uploadAs(server, server.publicKey)).toEqual([403, "ANONYMOUS_UPLOADS_OFF"]);
  // The project is changed behind the answer.
  const refused = async (attempt: number) => {
    const joined = openRawClient({ ...server, room: `after-${attempt}` });
    return joined.then(
      (client) => (client[Symbol.dispose](), "admitted"),
      (error: { readonly code?: number }) => error.code,
    );
  };
  let attempt = 0;
  await expect.poll(() => refused(attempt++)).toBe(4001);
});

test("[WR2] the demo project holds no more than its own total", async () => {
  await using server = await spawnServer({ limits: { roomsInDemo: 2, bytesInDemo: 4 } });
  await createRoom(server, "open", { defaultAccesses: ["room:write"] });
  expect(await uploadAs(server, server.publicKey)).toEqual([413, "PROJECT_FULL"]);
  await createRoom(server, "another");
  await expect(createRoom(server, "third")).rejects.toThrow("PROJECT_FULL");
});
