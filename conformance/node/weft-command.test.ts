/** The commands of `weft` that talk to a running server, as processes of their own. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Lson } from "@liveblocks/client";
import { LiveList } from "@liveblocks/client";
import { Liveblocks } from "@liveblocks/node";
import { openTestData, startServer } from "@weft/testkit";
import { addWebhook } from "@weft/testkit/webhook-receiver";
import { expect, onTestFinished, test } from "vitest";
import { openLobby } from "../support/lobby.ts";

const main = fileURLToPath(new URL("../../packages/server/dist/main.js", import.meta.url));

async function weft(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const run = promisify(execFile)(process.execPath, [main, ...args], { env: { PATH: process.env["PATH"], ...env } });
  return run.then(
    ({ stdout }) => ({ code: 0, stdout, stderr: "" }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  );
}

test("weft inspect prints the room, its connected users and its Storage", async () => {
  await using lobby = await openLobby();
  const { url, secretKey } = lobby.server;
  const roomId = await lobby.newRoom();
  const token = await lobby.accessToken("ada", { [roomId]: ["room:write"] }, { name: "Ada" });
  const { room } = lobby.enter(roomId, {
    auth: () => Promise.resolve({ token }),
    storage: () => ({ todos: new LiveList<Lson>(["write"]) }),
  });
  await room.getStorage();
  await expect.poll(() => lobby.api.getStorageDocument(roomId, "json")).toEqual({ todos: ["write"] });

  const { code, stdout } = await weft(["inspect", roomId, "--url", url], { WEFT_SECRET_KEY: secretKey });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    room: { id: roomId, type: "room" },
    activeUsers: [{ id: "ada", info: { name: "Ada" } }],
    storage: { todos: ["write"] },
  });
});

test("weft inspect says why it can't print a room", async () => {
  await using lobby = await openLobby();
  const { url, secretKey } = lobby.server;
  const inspect = (...args: readonly string[]) => weft(["inspect", ...args]);
  expect(await inspect("r", "--url", url)).toMatchObject({ code: 1, stderr: expect.stringContaining("secret key") });
  expect(await inspect("r", "--url", url, "--secret-key", secretKey)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Room not found."),
  });
  expect(await inspect("r", "--url", "nowhere", "--secret-key", secretKey)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("not the address of a server"),
  });
});

test("weft listen prints the webhooks of a server, verified", async () => {
  const data = await openTestData();
  onTestFinished(() => data[Symbol.asyncDispose]());
  // The server has to run once before its demo project can get an endpoint.
  await (await startServer({ data, outbound: "any" }))[Symbol.asyncDispose]();
  // The secret is known once the endpoint exists, and the endpoint's address once the command listens.
  const port = 20_000 + (process.pid % 20_000);
  const { webhook } = await addWebhook(data, { url: `http://localhost:${port}`, subscribedEvents: ["roomCreated"] });
  const secret = webhook.secret!.value;
  const child = spawn(process.execPath, [main, "listen", "--port", String(port), "--secret", secret], {
    env: { PATH: process.env["PATH"] },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  expect((await lines.next()).value).toContain(`http://localhost:${port}`);

  await using server = await startServer({ data, outbound: "any" });
  const api = new Liveblocks({ baseUrl: server.url, secret: server.secretKey });
  await api.createRoom("planning", { defaultAccesses: [] });
  expect((await lines.next()).value).toMatch(/ roomCreated \S+$/);
  expect((await lines.next()).value).toContain('"roomId":"planning"');
});
