import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { connect } from "node:net";
import type { RoomRecord } from "@weft/collab";
import type { Limits } from "@weft/protocol";
import { createRecordingSocket, limitsWith } from "@weft/room/suites/fakes.ts";
import { openTestHost, testRoom as address } from "@weft/room/suites/test-host.ts";
import { pino } from "pino";
import { expect, test } from "vitest";
import { createErrorBoundary } from "../error-boundary.ts";
import { createSocketCounts } from "../socket/socket-admission.ts";
import { openInspector } from "./inspector.ts";
import { createWatchers } from "./watchers.ts";

const kB = 1_000;

/** An inspector behind a real port, and viewers who take only what the kernel takes for them. */
async function world(overrides: Partial<Limits> = {}) {
  const stack = new AsyncDisposableStack();
  const { host, edge, clock, store } = openTestHost();
  store.flushAtOnce();
  const limits = limitsWith(overrides);
  const log = pino({ level: "silent" });
  const inspector = stack.use(
    openInspector({
      host,
      rooms: { find: async () => ({ id: address.room }) as RoomRecord },
      watchers: createWatchers(50),
      clock,
      limits,
      log,
      boundary: createErrorBoundary({ log, contained() {} }),
      trustsProxy: () => false,
      counts: createSocketCounts(),
      documentBytes: async () => 0,
      admit: async () => address.project,
      isOwn: () => true,
    }),
  );
  const server = createServer();
  const wires: Socket[] = [];
  server.on("upgrade", (request, socket, head) => {
    wires.push(socket as Socket);
    inspector.upgrade(request, socket, head);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  stack.defer(() => void server.close());
  const { port } = server.address() as AddressInfo;

  /** Asks for a room, and then reads nothing. */
  const stall = async () => {
    const client = connect(port, "127.0.0.1");
    stack.defer(() => void client.destroy());
    client.on("error", () => {});
    client.write(
      `GET /internal/projects/p/inspect?roomId=r HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    );
    await once(client, "readable");
    client.pause();
    return client;
  };
  /** Storage of about so many bytes. */
  const fill = (bytes: number) => {
    const part = { liveblocksType: "LiveObject", data: { text: "x".repeat(100 * kB) } };
    const data = Object.fromEntries(Array.from({ length: bytes / (100 * kB) }, (_, n) => [`part${n}`, part]));
    return host.changeStorage(address, { kind: "initialise", document: { liveblocksType: "LiveObject", data } });
  };
  return {
    host,
    edge,
    clock,
    wires,
    stall,
    fill,
    /** What the server holds for those who do not read. */
    unsent: () => wires.reduce((sum, wire) => sum + (wire.destroyed ? 0 : wire.writableLength), 0),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

test("a viewer who reads nothing is cut off, and what waited for them is let go", async () => {
  const outputHard = 2_000 * kB;
  await using here = await world({ outputHard, outputSoft: 100 * kB });
  const { host, edge, clock, stall, unsent, wires } = here;
  await stall();
  await expect.poll(() => host.awake).toBe(1);
  const sender = createRecordingSocket();
  const session = await edge.enter(address, { scopes: ["*:write"], storage: "write", version: 8 }, sender);
  let most = 0;
  for (let n = 0; n < 60; n++) {
    await host.broadcast(address, { n, text: "x".repeat(900 * kB) });
    await clock.advance(20);
    most = Math.max(most, unsent());
  }
  session.leave();
  expect(most).toBeGreaterThan(outputHard);
  expect(most).toBeLessThan(outputHard + 2 * 900 * kB + 1_000);
  await clock.advance(2_000);
  await expect.poll(() => wires.every(({ destroyed }) => destroyed)).toBe(true);
});

test("rooms are shown to no more viewers at once than there is memory for", async () => {
  const inspectedUnsent = 12_000 * kB;
  const size = 8_000 * kB;
  await using here = await world({ inspectedUnsent, outputSoft: 100 * kB });
  const { host, stall, fill, unsent, wires, clock } = here;
  await fill(size);
  const viewers = 8;
  for (let n = 0; n < viewers; n++) await stall();
  await expect.poll(() => wires.every(({ bytesWritten }) => bytesWritten > 140)).toBe(true);
  await clock.advance(2_000);
  await expect.poll(() => wires.filter(({ destroyed }) => destroyed).length).toBeGreaterThan(0);
  // The last one to whom a room was shown may have found little room left.
  expect(unsent()).toBeLessThan(inspectedUnsent + size + 100 * kB);
  expect(wires.some(({ destroyed }) => !destroyed)).toBe(true);
  expect(host.awake).toBe(1);
});
