import { once } from "node:events";
import { connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";
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

test("[HE18] memory that was kept for a file is given back when its sender goes away", async () => {
  await using edge = await openTestEdge({ limits: { restUploading: 10 } });
  await edge.services.rooms.create(edge.project.id, "r", { defaultAccesses: [] });
  const upload = `/v2/rooms/r/storage/files/fl_${"a".repeat(21)}/upload/a.txt`;
  const put = async () => (await edge.call("PUT", upload, Buffer.alloc(10, "x"))).status;
  // From here on its key is known: of two calls, the one that comes first is also admitted first.
  await edge.call("GET", "/v2/rooms/r");
  const socket = await connectTo(edge);
  const head = [`PUT ${upload} HTTP/1.1`, "Host: a", `Authorization: Bearer ${edge.secretKey}`, "Content-Length: 10"];
  socket.write(`${lines(...head)}half`);
  await once(edge.app.server, "request");
  await vi.waitUntil(async () => (await put()) === 503, { timeout: 10_000 });
  socket.destroy();
  await vi.waitUntil(async () => (await put()) === 200, { timeout: 10_000 });
});
