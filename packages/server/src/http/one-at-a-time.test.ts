import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { expect, test, vi } from "vitest";
import { createOneAtATimeServer } from "./one-at-a-time.ts";

async function listen(waiting = 3) {
  const begun: string[] = [];
  const open: ServerResponse[] = [];
  const server = createOneAtATimeServer({}, waiting, ({ url }, response) => {
    begun.push(url!);
    open.push(response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const sockets: Socket[] = [];
  return {
    begun,
    open,
    answer: () => open.shift()!.end(`answer ${begun.length}`),
    async connect() {
      const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
      socket.on("error", () => {});
      sockets.push(socket);
      await once(socket, "connect");
      return socket;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

test("[HE41] requests that are sent together are handled one after another, and answered in order", async () => {
  await using server = await listen();
  const socket = await server.connect();
  let text = "";
  socket.on("data", (piece) => (text += String(piece)));
  socket.write(get("/a") + get("/b") + get("/c"));
  for (const path of ["/a", "/b", "/c"]) {
    await vi.waitUntil(() => server.begun.at(-1) === path);
    expect(server.open).toHaveLength(1);
    server.answer();
  }
  await vi.waitUntil(() => text.includes("answer 3"));
  expect([...text.matchAll(/answer \d/g)].map(String)).toEqual(["answer 1", "answer 2", "answer 3"]);
  // The connection goes on.
  socket.write(get("/d"));
  await vi.waitUntil(() => server.begun.at(-1) === "/d");
});

test("[HE41] a connection on which too many requests wait is ended, and others are not", async () => {
  await using server = await listen();
  const [flooding, other] = [await server.connect(), await server.connect()];
  const ended = once(flooding, "close");
  flooding.write(get("/flood").repeat(1_000));
  await ended;
  expect(server.begun).toEqual(["/flood"]);
  other.write(get("/other"));
  await vi.waitUntil(() => server.begun.at(-1) === "/other");
});

test("[HE41] what waits behind an answer whose connection has ended is not handled", async () => {
  await using server = await listen();
  const socket = await server.connect();
  socket.write(get("/a") + get("/b"));
  await vi.waitUntil(() => server.begun.length === 1);
  const [response] = server.open;
  socket.destroy();
  await once(response!, "close");
  expect(server.begun).toEqual(["/a"]);
});
