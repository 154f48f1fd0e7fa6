/**
 * The share test: for each budget that owners share (`budgets`), one greedy owner takes all that it can, while the
 * requests of another are measured. What the other waits for grows by no more than two times.
 */
import { setTimeout as after } from "node:timers/promises";
import type { Limits, budgets } from "@weft/protocol";
import { expect, test } from "vitest";
import { heldMs } from "./support/loop-hold.ts";
import { MiB, spawnProbedServer } from "./support/probed-server.ts";
import type { ProbedServer } from "./support/probed-server.ts";
import { times } from "./support/random.ts";
import { openRawClient } from "./support/raw-client.ts";
import type { RawClient } from "./support/raw-client.ts";
import { openWire } from "./support/raw-http.ts";
import { openUnreadWires, partOfFrame, requestOf } from "./support/raw-requests.ts";
import { percentile, report } from "./support/report.ts";
import { call, createRoom, live, tokenFor } from "./support/rest.ts";
import { until } from "./support/until.ts";

/** How one owner takes all that it can of a budget, until what it returns is disposed. */
interface Greed {
  readonly limits?: Partial<Limits>;
  readonly take: (server: ProbedServer) => Promise<AsyncDisposable>;
  /** The greedy owner is refused more. */
  readonly refused: (server: ProbedServer) => Promise<boolean>;
}

type Name = keyof typeof budgets;

const greedyRoom = "greedy";

/** The status of a call in the name of the greedy user. */
async function statusAs(
  server: ProbedServer,
  user: string,
  path: string,
  init: Omit<RequestInit, "headers"> & { readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<number> {
  const response = await fetch(server.url + path, {
    ...init,
    headers: { authorization: `Bearer ${await tokenFor(server, user)}`, ...init.headers },
  });
  await response.arrayBuffer();
  return response.status;
}

/**
 * Does something again and again until it is disposed, with pauses: the greedy owner and the measured one share this
 * process, and one that never waits would be measured itself.
 */
function again(act: () => Promise<unknown>, pauseMs: number, atOnce = 4): AsyncDisposable {
  const stopped = new AbortController();
  const running = Array.from({ length: atOnce }, async () => {
    while (!stopped.signal.aborted) {
      await act().catch(() => {});
      await after(pauseMs);
    }
  });
  return {
    async [Symbol.asyncDispose]() {
      stopped.abort();
      await Promise.all(running);
    },
  };
}

async function openClients(server: ProbedServer, count: number): Promise<readonly RawClient[]> {
  const token = await tokenFor(server, "greedy");
  const clients: RawClient[] = [];
  for (let n = 0; n < count; n++) clients.push(await openRawClient({ url: server.url, room: greedyRoom, token }));
  return clients;
}

const cutAll = (clients: readonly RawClient[]): AsyncDisposable => ({
  async [Symbol.asyncDispose]() {
    for (const client of clients) client.cut();
  },
});

const asAsync = (held: Disposable): AsyncDisposable => ({
  async [Symbol.asyncDispose]() {
    held[Symbol.dispose]();
  },
});

/** Budgets without a row here are taken in another test, which is named. */
const greed: Readonly<Record<Name, Greed | string>> = {
  unreadAnswers: {
    limits: { restUnsentPerCaller: 8 * MiB, restUserRatePerSecond: 1_000, restUserRateBurst: 1_000 },
    async take(server) {
      const token = await tokenFor(server, "greedy");
      const request = requestOf("GET", `/v2/c/rooms/${greedyRoom}/storage`, { Authorization: `Bearer ${token}` });
      return asAsync(await openUnreadWires(server.port, 60, request));
    },
    refused: async (server) => (await statusAs(server, "greedy", `/v2/c/rooms/${greedyRoom}/storage`)) === 429,
  },
  unreadInput: {
    limits: { unreadInputPerCaller: 32 * MiB, connectionsPerUserInRoom: 1_000 },
    async take(server) {
      const clients = await openClients(server, 10);
      for (const client of clients) client.wire.write(partOfFrame(16 * MiB - 1, 10 * MiB));
      await Promise.any(clients.map(({ closed }) => closed));
      return cutAll(clients);
    },
    refused: async (server) => {
      const path = `/v2/c/rooms/${greedyRoom}/storage/files/fl_${"a".repeat(21)}/upload/a.txt`;
      const headers = { "content-type": "application/octet-stream" };
      return (await statusAs(server, "greedy", path, { method: "PUT", headers, body: Buffer.alloc(5 * MiB) })) === 503;
    },
  },
  pipelinedRequests: {
    async take(server) {
      const requests = requestOf("GET", "/v2/openapi.json").repeat(1_400);
      return again(
        async () => {
          const wire = await openWire(server.port);
          const ended = new Promise((resolve) => wire.once("close", resolve));
          wire.write(requests);
          await ended;
        },
        100,
        1,
      );
    },
    refused: async (server) => {
      const wire = await openWire(server.port);
      const ended = new Promise<boolean>((resolve) => wire.once("close", () => resolve(true)));
      wire.resume().write(requestOf("GET", "/v2/openapi.json").repeat(1_400));
      return ended;
    },
  },
  pendingConnections: {
    limits: { unauthenticatedPerAddress: 100, pendingConnectionsPerAddress: 200 },
    take: async (server) => asAsync(await openUnreadWires(server.port, 300, "GET /v2/rooms HTTP/1.1\r\n")),
    refused: async (server) => {
      const wire = await openWire(server.port);
      const answered = new Promise<boolean>((resolve) =>
        wire.once("data", (data) => resolve(/ 408 /.test(String(data)))),
      );
      wire.write("GET /v2/rooms HTTP/1.1\r\n");
      return answered;
    },
  },
  pages: {
    limits: { pageRatePerSecond: 50, pageRateBurst: 50 },
    take: async (server) => again(async () => (await fetch(`${server.url}/no-such-page`)).text(), 20),
    refused: async (server) => (await fetch(`${server.url}/no-such-page`)).status === 429,
  },
  calls: {
    async take(server) {
      const headers = { authorization: `Bearer ${await tokenFor(server, "greedy")}` };
      const path = `${server.url}/v2/c/rooms/honest/storage`;
      return again(async () => (await fetch(path, { headers })).arrayBuffer(), 20);
    },
    refused: async (server) => (await statusAs(server, "greedy", `/v2/c/rooms/honest/storage`)) === 429,
  },
  connections: {
    limits: { connectionsPerUserInRoom: 20 },
    take: async (server) => cutAll(await openClients(server, 20)),
    refused: (server) =>
      openClients(server, 1).then(
        () => false,
        () => true,
      ),
  },
  unreadFrames: "slow-and-silent.test.ts",
  inspectedFrames: "inspector.test.ts of the server",
  openDocuments: "document-questions.test.ts",
  answers: "answers.test.ts",
  outboundRequests: "outbound.test.ts of the server",
  webhookAttempts: "webhooks.test.ts",
  storedBytes: "strangers.test.ts",
};

async function latencies(server: ProbedServer, count: number): Promise<number[]> {
  const taken: number[] = [];
  for (let n = 0; n < count; n++) {
    const startedAt = performance.now();
    const { status } = await call(server, "GET", "/v2/rooms/honest");
    taken.push(performance.now() - startedAt);
    expect(status).toBe(200);
  }
  return taken;
}

const rows = Object.entries(greed).flatMap(([name, row]) => (typeof row === "string" ? [] : [{ name, ...row }]));

test.for(rows)("one owner who takes all it can of $name leaves others theirs", async (row) => {
  const { name, limits, take, refused } = row;
  await using server = await spawnProbedServer({
    limits: { restRatePerSecond: 100_000, restRateBurst: 100_000, ...limits },
  });
  await createRoom(server, "honest");
  const items = Array.from({ length: 80 }, (_, n) => [`b${n}`, live.object({ text: "x".repeat(100_000) })]);
  await createRoom(server, greedyRoom, { storage: live.object(Object.fromEntries(items)) });
  const count = times(200);
  await latencies(server, 200);
  const quiet = await latencies(server, count);
  await using _ = await take(server);
  await until("the greedy owner is refused", () => refused(server));
  const during = await latencies(server, count);
  const [before, greedy] = [percentile(quiet, 0.99), percentile(during, 0.99)];
  report("share", { budget: name, "quiet p99 ms": before, "p99 ms": greedy });
  expect(greedy).toBeLessThanOrEqual(2 * before + heldMs);
});
