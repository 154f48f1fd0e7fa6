import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Limits } from "@weft/protocol";
import { createManualClock, limitsWith } from "@weft/room/suites/fakes.ts";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { createErrorBoundary } from "../error-boundary.ts";
import { BoundedSocket } from "./bounded-socket.ts";
import { createSocketCounts, openSocketAdmission } from "./socket-admission.ts";
import type { SocketAdmission } from "./socket-admission.ts";

/** Two kinds of sockets behind a real port, at `/rooms` and `/chats`. The query says when a credential expires. */
async function world(changed: Partial<Limits> = {}) {
  const stack = new AsyncDisposableStack();
  const clock = createManualClock();
  const limits = limitsWith(changed);
  const log = pino({ level: "silent" });
  const contained = vi.fn<() => void>();
  const boundary = createErrorBoundary({ log, contained });
  const counts = createSocketCounts();
  const verifying = { until: Promise.resolve() };
  const open = (name: string): SocketAdmission<BoundedSocket> => {
    const admission: SocketAdmission<BoundedSocket> = openSocketAdmission(
      {
        name,
        open(ws, wire, address) {
          const socket = new BoundedSocket(ws, wire, address, { clock, limits, boundary });
          socket.left = () => admission.left(socket);
          return socket;
        },
        async admit(socket, request) {
          await verifying.until;
          const expiresInMs = new URL(request.url!, "http://localhost").searchParams.get("expiresInMs");
          if (expiresInMs !== null) socket.expiresAt = clock.now() + Number(expiresInMs);
          socket.send("served");
        },
      },
      {},
      { counts, clock, limits, log, boundary, trustsProxy: () => false },
    );
    return stack.use(admission);
  };
  const kinds = { rooms: open("rooms"), chats: open("chats") };
  const server = createServer();
  server.on("upgrade", (request, socket, head) => {
    const kind = request.url!.startsWith("/rooms") ? kinds.rooms : kinds.chats;
    kind.upgrade(request, socket, head);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  stack.defer(() => void server.close());
  const { port } = server.address() as AddressInfo;

  function connect(target: string) {
    const client = new WebSocket(`ws://127.0.0.1:${port}/${target}`);
    stack.defer(() => client.terminate());
    client.on("error", () => {});
    const closed = once(client, "close").then(([code]) => code as number);
    return { client, opened: once(client, "open"), served: once(client, "message"), closed };
  }
  return {
    kinds,
    counts,
    clock,
    contained,
    verifying,
    connect,
    /** A socket that is served. */
    async join(target: string) {
      const socket = connect(target);
      await socket.served;
      return socket;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

test("[SE2] an address has a bounded number of sockets over all kinds, and a place is free once one of them is closed", async () => {
  await using here = await world({ connectionsPerAddress: 2 });
  const room = await here.join("rooms");
  const chat = await here.join("chats");
  expect(await here.connect("rooms").closed).toBe(1013);
  expect(await here.connect("chats").closed).toBe(1013);
  room.client.close();
  await expect.poll(() => here.kinds.rooms.sockets.size).toBe(0);
  const next = await here.join("chats");
  expect(await here.connect("rooms").closed).toBe(1013);
  for (const { client } of [chat, next]) expect(client.readyState).toBe(WebSocket.OPEN);
});

test("[SE2] sockets whose credential is not verified are bounded over all kinds, and closed in time", async () => {
  await using here = await world({ unauthenticatedPerAddress: 2, unauthenticatedSocketMs: 5_000 });
  const verified = Promise.withResolvers<void>();
  here.verifying.until = verified.promise;
  const waiting = [here.connect("rooms"), here.connect("chats")];
  await Promise.all(waiting.map(({ opened }) => opened));
  expect(await here.connect("rooms").closed).toBe(1013);
  await here.clock.advance(5_000);
  expect(await Promise.all(waiting.map(({ closed }) => closed))).toEqual([1013, 1013]);
  verified.resolve();
  await here.join("chats");
  expect(here.counts).toEqual({ open: new Map([["127.0.0.1", 1]]), unverified: new Map() });
});

test.each(["rooms", "chats"])(
  "[SE3] a socket of %s is closed with 4109 a second after its token has expired",
  async (kind) => {
    await using here = await world();
    const socket = await here.join(`${kind}?expiresInMs=10000`);
    const lasting = await here.join(kind);
    await here.clock.advance(10_999);
    expect(socket.client.readyState).toBe(WebSocket.OPEN);
    await here.clock.advance(1);
    expect(await socket.closed).toBe(4109);
    expect(lasting.client.readyState).toBe(WebSocket.OPEN);
  },
);

test("[SE12] a check that fails closes its socket with 1011, and no other", async () => {
  await using here = await world();
  const broken = await here.join("rooms");
  const sound = await here.join("rooms");
  const [first] = here.kinds.rooms.sockets;
  first!.sweep = () => {
    throw new Error("broken");
  };
  await here.clock.advance(1_000);
  expect(await broken.closed).toBe(1011);
  expect(here.contained).toHaveBeenCalledTimes(1);
  expect(sound.client.readyState).toBe(WebSocket.OPEN);
});

test("[SE1] a server that stops closes the sockets of each kind with 1012, and counts none", async () => {
  await using here = await world();
  const sockets = [await here.join("rooms"), await here.join("chats")];
  for (const kind of Object.values(here.kinds)) await kind[Symbol.asyncDispose]();
  expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([1012, 1012]);
  expect(here.counts.open.size).toBe(0);
});
