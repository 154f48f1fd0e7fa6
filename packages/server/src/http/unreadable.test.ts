import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import type { Limits } from "@weft/protocol";
import { expect, test, vi } from "vitest";
import { openTestEdge } from "../testing/test-edge.ts";
import type { TestEdge } from "../testing/test-edge.ts";

async function connectTo(edge: TestEdge): Promise<Socket> {
  if (!edge.app.server.listening) await edge.app.listen({ host: "127.0.0.1", port: 0 });
  const socket = connect((edge.app.server.address() as AddressInfo).port, "127.0.0.1");
  // It is ended by either side.
  socket.on("error", () => undefined);
  return socket;
}

/** The status of the first answer to these bytes. */
async function statusOf(edge: TestEdge, bytes: string): Promise<number> {
  const socket = await connectTo(edge);
  socket.setEncoding("utf8").write(bytes);
  const answer = await new Promise<string>((resolve) => socket.once("data", resolve));
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d+) /.exec(answer)?.[1]);
}

const lines = (...head: readonly string[]) => `${head.join("\r\n")}\r\n\r\n`;

test("[HE17] a request that names two hosts is refused", async () => {
  await using edge = await openTestEdge();
  expect(await statusOf(edge, lines("GET /health/live HTTP/1.1", "Host: a"))).toBe(200);
  expect(await statusOf(edge, lines("GET /health/live HTTP/1.1", "Host: a", "hOST: b"))).toBe(400);
  expect(await statusOf(edge, lines("GET /health/live HTTP/1.1", "Host: a", "Host: a"))).toBe(400);
});

test("[HE17] who asks for another protocol is answered in this one", async () => {
  await using edge = await openTestEdge();
  for (const upgrade of ["h2c", "TLS/1.0", "websockets", ""])
    expect([
      upgrade,
      await statusOf(
        edge,
        lines(
          "GET /v2/rooms HTTP/1.1",
          "Host: a",
          `Authorization: Bearer ${edge.secretKey}`,
          "Connection: Upgrade",
          `Upgrade: ${upgrade}`,
        ),
      ),
    ]).toEqual([upgrade, 200]);
  // A socket, at a path that has none.
  const key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==";
  const asked = ["Host: a", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", key];
  expect(await statusOf(edge, lines("GET /health/live HTTP/1.1", ...asked))).toBe(200);
});

const upload = `/v2/rooms/r/storage/files/fl_${"a".repeat(21)}/upload/a.txt`;

async function openUploads(limits: Partial<Limits>) {
  const edge = await openTestEdge({ limits });
  await edge.services.rooms.create(edge.project.id, "r", { defaultAccesses: [] });
  const put = async (bytes = 10) => (await edge.call("PUT", upload, Buffer.alloc(bytes, "x"))).status;
  const begin = async (announced: number, sent: string) => {
    const socket = await connectTo(edge);
    const key = `Authorization: Bearer ${edge.secretKey}`;
    const request = once(edge.app.server, "request") as Promise<[IncomingMessage]>;
    socket.write(lines(`PUT ${upload} HTTP/1.1`, "Host: a", key, `Content-Length: ${announced}`) + sent);
    const [incoming] = await request;
    // From here on its body is read.
    await vi.waitUntil(() => incoming.listenerCount("data") > 0, { timeout: 10_000 });
    return socket;
  };
  return { edge, put, begin };
}

test("[HE18] memory that holds a part of a file is freed when its sender goes away", async () => {
  const { edge, put, begin } = await openUploads({ unreadInputPerCaller: 13 });
  await using _ = edge;
  const socket = await begin(13, "half");
  await vi.waitUntil(async () => (await put()) === 503, { timeout: 10_000 });
  socket.destroy();
  await vi.waitUntil(async () => (await put()) === 200, { timeout: 10_000 });
});

test("[HE18] uploads that are announced, and of which nothing arrives, take no memory from others", async () => {
  const { edge, put, begin } = await openUploads({ unreadInput: 20_000_000, unreadInputPerCaller: 10_000_000 });
  await using _ = edge;
  const idle = [];
  for (let n = 0; n < 40; n++) idle.push(await begin(5_000_000, "x"));
  expect(await put(5_000_000)).toBe(200);
  for (const socket of idle) socket.destroy();
});

test("[HE43] an upload that stalls is ended", async () => {
  const { edge, begin } = await openUploads({ unreadInputStalledMs: 1 });
  await using _ = edge;
  const socket = await begin(1_000, "x");
  await once(socket.resume(), "close");
});

test("[HE43] bodies of JSON that are not finished count too, and close neither other callers nor other projects", async () => {
  await using edge = await openTestEdge({ limits: { unreadInputPerCaller: 100_000 } });
  const other = await edge.openProject();
  const socket = await connectTo(edge);
  const key = `Authorization: Bearer ${edge.secretKey}`;
  socket.write(lines("POST /v2/rooms HTTP/1.1", "Host: a", key, "Content-Length: 200000") + "x".repeat(90_000));
  const body = JSON.stringify({ id: "r", defaultAccesses: [], metadata: { a: "x".repeat(30_000) } });
  const post = async (project: Pick<TestEdge, "call">) => (await project.call("POST", "/v2/rooms", body)).status;
  await vi.waitUntil(async () => (await post(edge)) === 503, { timeout: 10_000 });
  expect(await post(other)).toBe(422);
  // Small bodies pass.
  expect((await edge.call("POST", "/v2/rooms", { id: "small", defaultAccesses: [] })).status).toBe(200);
  socket.destroy();
  await vi.waitUntil(async () => (await post(edge)) === 422, { timeout: 10_000 });
});

test("a body that is not as long as it says is refused", async () => {
  await using edge = await openTestEdge();
  const headers = { authorization: `Bearer ${edge.secretKey}`, "content-length": "3" };
  const { statusCode } = await edge.app.inject({ method: "POST", url: "/v2/rooms", headers, payload: "{}" });
  expect(statusCode).toBe(400);
});
