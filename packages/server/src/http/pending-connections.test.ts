import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { expect, test } from "vitest";
import { watchPendingConnections } from "./pending-connections.ts";

const limits = { unauthenticatedPerAddress: 2, pendingConnectionMs: 20, pendingConnectionsPerAddress: 5 };

async function open({ isProxy = false, ...overrides }: { isProxy?: boolean } & Partial<typeof limits> = {}) {
  const time = { now: 0 };
  const server = createServer((_request, response) => response.end("fine"));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) =>
    socket.end(error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? "HTTP/1.1 408 Request Timeout\r\n\r\n" : "other"),
  );
  const endSpare = watchPendingConnections(server, {
    limits: { ...limits, ...overrides },
    isProxy: () => isProxy,
    now: () => time.now,
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  return {
    time,
    endSpare,
    async connect(count: number, text = "") {
      const opened: Socket[] = [];
      for (let n = 0; n < count; n++) {
        const accepted = once(server, "connection");
        const socket = connect({ port, host: "127.0.0.1" });
        socket.on("error", () => {});
        await Promise.all([once(socket, "connect"), accepted]);
        if (text !== "") socket.write(text);
        opened.push(socket);
      }
      sockets.push(...opened);
      return opened;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}

const read = async (socket: Socket) => {
  let text = "";
  for await (const piece of socket) text += String(piece);
  return text;
};
const ended = async (sockets: readonly Socket[]) => {
  const gone = await Promise.all(sockets.map((socket) => read(socket).then(() => socket)));
  return gone.length;
};

test("[HE44] connections of a burst are left alone until their request has had time to arrive", async () => {
  await using edge = await open({ pendingConnectionsPerAddress: 50 });
  const burst = await edge.connect(20);
  // Sweeps pass, but no time.
  await new Promise((resolve) => setTimeout(resolve, 2 * limits.pendingConnectionMs));
  for (const socket of burst) socket.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  for (const text of await Promise.all(burst.map(read))) expect(text).toContain("fine");
});

test("[HE44] of connections that stay pending, a network keeps a few, and the oldest beyond are ended", async () => {
  await using edge = await open();
  const old = await edge.connect(3);
  edge.time.now = 15;
  const young = await edge.connect(2);
  edge.time.now = 20;
  expect(await ended(old.slice(0, 1))).toBe(1);
  expect([...old.slice(1), ...young].map(({ readyState }) => readyState)).toEqual(Array(4).fill("open"));
  edge.time.now = 100;
  expect(await ended(old.slice(1))).toBe(2);
  expect(young.map(({ readyState }) => readyState)).toEqual(["open", "open"]);
});

test("[HE44] a connection that is ended in the middle of its headers gets an answer", async () => {
  await using edge = await open();
  const slow = await edge.connect(3, "GET / HTTP/1.1\r\nHost: ");
  edge.time.now = 100;
  expect(await read(slow[0]!)).toContain("408 Request Timeout");
});

test("[HE44] however new they are, a network has so many pending connections and no more", async () => {
  await using edge = await open();
  const flood = await edge.connect(7);
  expect(await ended(flood.slice(0, 2))).toBe(2);
  flood[6]!.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  expect(await read(flood[6]!)).toContain("fine");
});

test("connections of a proxy are not counted, and end with the server like others", async () => {
  await using edge = await open({ isProxy: true });
  const all = await edge.connect(10);
  edge.time.now = 100;
  await new Promise((resolve) => setTimeout(resolve, 2 * limits.pendingConnectionMs));
  expect(all.every(({ readyState }) => readyState === "open")).toBe(true);
  edge.endSpare();
  expect(await ended(all)).toBe(10);
});
