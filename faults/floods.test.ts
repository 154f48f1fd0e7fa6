import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { spawnServer } from "@weft/testkit";
import type { ServerProcess } from "@weft/testkit";
import { expect, test } from "vitest";
import { openWire } from "./support/raw-http.ts";
import { openRawClient } from "./support/raw-client.ts";
import { report } from "./support/report.ts";
import { createRoom, live, readStorage, tokenFor } from "./support/rest.ts";
import { arrival, until } from "./support/until.ts";

/** How often each status was returned, and whether every refusal had a `Retry-After`. */
async function flood(server: ServerProcess, path: string, authorization: string, calls: number) {
  const statuses: Record<number, number> = {};
  let unexplained = 0;
  let left = calls;
  const worker = async () => {
    while (left-- > 0) {
      const response = await fetch(server.url + path, { headers: { authorization } });
      await response.arrayBuffer();
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      if (response.status === 429 && !(Number(response.headers.get("retry-after")) > 0)) unexplained++;
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  return { statuses, unexplained };
}

test("[S13] floods of guessed keys and of one user's calls are refused, and calls with the right key are answered", async () => {
  // Small bursts, and rates that a machine of any speed exceeds: the test checks who is refused, not how often.
  await using server = await spawnServer({
    limits: { restAddressRatePerSecond: 1, restAddressRateBurst: 20, restUserRatePerSecond: 1, restUserRateBurst: 20 },
  });
  await createRoom(server, "r", { storage: live.object({ kept: true }) });
  const token = await tokenFor(server, "ada");
  const stopped = new AbortController();
  let honest = 0;
  const working = (async () => {
    for (; !stopped.signal.aborted; honest++) expect(await readStorage(server, "r")).toEqual({ kept: true });
  })();
  const guesses = await flood(server, "/v2/rooms", "Bearer sk_test_a_key_that_nobody_has", 400);
  const calls = await flood(server, "/v2/c/rooms/r/storage", `Bearer ${token}`, 400);
  const before = honest;
  await until("another honest call is answered", () => honest > before);
  stopped.abort();
  await working;
  report("S13", {
    "honest calls": honest,
    guesses: JSON.stringify(guesses.statuses),
    calls: JSON.stringify(calls.statuses),
  });
  for (const { statuses, unexplained } of [guesses, calls]) {
    expect(statuses[429]).toBeGreaterThan(200);
    expect(unexplained).toBe(0);
    expect(Object.keys(statuses).filter((status) => status >= "500")).toEqual([]);
  }
});

test("[S13] a project over its rate is told when to retry, and its sockets stay open", async () => {
  await using server = await spawnServer({ limits: { restRatePerSecond: 1, restRateBurst: 20 } });
  await createRoom(server, "r");
  using client = await openRawClient({ ...server, room: "r" });
  const { statuses, unexplained } = await flood(server, "/v2/rooms/r", `Bearer ${server.secretKey}`, 200);
  await client.ping();
  expect(statuses[429]).toBeGreaterThan(100);
  expect(unexplained).toBe(0);
  expect(client.open).toBe(true);
});

/** A TCP connection that sends only this. */
function mumble(port: number, words: string): { readonly socket: Socket; readonly ended: Promise<void> } {
  const socket = connect(port, "127.0.0.1", () => socket.write(words));
  socket.on("error", () => {});
  // Read, so that an answer and the end are noticed.
  socket.resume();
  return { socket, ended: new Promise((resolve) => socket.once("close", () => resolve())) };
}

test("[S14] connections that never finish their request are closed, and others are served meanwhile", async () => {
  await using server = await spawnServer({
    limits: { restHeaderTimeoutMs: 5_000, restBodyTimeoutMs: 5_000, restUploadTimeoutMs: 6_000 },
  });
  await createRoom(server, "r", { storage: live.object({ kept: true }) });
  using client = await openRawClient({ ...server, room: "r" });
  const beginnings = [
    "G",
    "GET /v2/rooms HTTP/1.1\r\n",
    "GET /v2/rooms HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
    `POST /v2/rooms HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${server.secretKey}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    "GET /v8?roomId=r HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n",
  ];
  const half = Array.from({ length: 200 }, (_, n) => mumble(server.port, beginnings[n % beginnings.length]!));
  expect(await readStorage(server, "r")).toEqual({ kept: true });
  await client.ping();
  await arrival("the end of every half-open connection", Promise.all(half.map(({ ended }) => ended)));
  await client.ping();
  expect(await readStorage(server, "r")).toEqual({ kept: true });
});

test("[S14] sockets without a credential are closed, and the sockets of one address are limited", async () => {
  await using server = await spawnServer({ limits: { connectionsPerAddress: 10 } });
  await createRoom(server, "r");
  for (const room of ["r", "other"])
    await expect(openRawClient({ url: server.url, room })).rejects.toMatchObject({ code: 4001 });
  const clients = [];
  try {
    for (let n = 0; n < 10; n++) clients.push(await openRawClient({ ...server, room: "r" }));
    await expect(openRawClient({ ...server, room: "r" })).rejects.toMatchObject({ code: 1013 });
    for (const client of clients) await client.ping();
    clients.pop()!.cut();
    // The place is free as soon as the server has noticed.
    const again = await until("a place is free", () => openRawClient({ ...server, room: "r" }).catch(() => undefined));
    clients.push(again);
    await again.ping();
  } finally {
    for (const client of clients) client[Symbol.dispose]();
  }
});

/** Longer than any test, so that open connections stay open. */
const never = 280_000;

/** TCP connections, and which of them the server has ended. */
async function openWires(port: number, count: number) {
  const wires: Socket[] = [];
  const ended = new Set<Socket>();
  for (let n = 0; n < count; n++) {
    const wire = await openWire(port);
    wire.resume().once("close", () => ended.add(wire));
    wires.push(wire);
  }
  return {
    wires,
    ended,
    [Symbol.dispose]() {
      for (const wire of wires) wire.destroy();
    },
  };
}

test("[S14] the silent connections of one address are limited, and further ones are closed", async () => {
  const perAddress = 10;
  await using server = await spawnServer({
    limits: { unauthenticatedPerAddress: perAddress, restHeaderTimeoutMs: never },
  });
  await createRoom(server, "r");
  using client = await openRawClient({ ...server, room: "r" });
  // Connections on which something was asked do not count: the call above left one open.
  using silent = await openWires(server.port, 3 * perAddress);
  await until("those beyond are ended", () => silent.ended.size === 2 * perAddress);
  await client.ping();
  // A released place is given to the next connection.
  const [left] = silent.wires.filter((wire) => !silent.ended.has(wire));
  const gone = once(left!, "close");
  left!.destroy();
  await arrival("the end of the connection", gone);
  await until("another client is let in", async () => {
    const attempt = openRawClient({ ...server, room: "r" }).catch(() => undefined);
    using another = await attempt;
    return another !== undefined;
  });
  expect(silent.ended.size).toBe(2 * perAddress + 1);
});
