import { once } from "node:events";
import { connect } from "node:net";
import { startServer } from "@weft/testkit";
import { expect, test } from "vitest";

/** Requests that never end. */
const beginnings = {
  "a request whose headers do not end": "GET /health/ready HTTP/1.1\r\nHost: x\r\nX-Slow: ",
  "a request whose body does not end":
    "POST /v2/rooms HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
};

test.each(Object.entries(beginnings))(
  "[HE60] a server that stops does not wait for %s",
  async (_, text) => {
    const server = await startServer();
    const socket = connect(server.port, "127.0.0.1");
    await once(socket, "connect");
    socket.on("error", () => {});
    socket.resume();
    socket.write(text);
    const closed = once(socket, "close");
    const other = await fetch(`${server.url}/health/live`);
    expect(other.status).toBe(200);
    await server[Symbol.asyncDispose]();
    await closed;
  },
  30_000,
);
