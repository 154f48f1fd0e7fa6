/**
 * What one client, key, copilot, provider, crawled site or identity provider can send holds the event loop for no longer
 * than 50 ms, on a machine as fast as the one for which `slowness` is 1. Each attack is a row: add yours.
 */
import type { Limits } from "@weft/protocol";
import { expect, test } from "vitest";
import { leastLoopHold } from "./support/loop-hold.ts";
import { MiB, spawnProbedServer } from "./support/probed-server.ts";
import type { ProbedServer } from "./support/probed-server.ts";
import { openRawClient } from "./support/raw-client.ts";
import type { RawClient } from "./support/raw-client.ts";
import { openWire } from "./support/raw-http.ts";
import { openUnreadWires, partOfFrame, requestOf } from "./support/raw-requests.ts";
import { call, createRoom, live, tokenFor } from "./support/rest.ts";
import { arrival } from "./support/until.ts";

interface Attack {
  readonly name: string;
  readonly limits?: Partial<Limits>;
  /** What is there before. It is not measured. */
  readonly before?: (server: ProbedServer) => Promise<void>;
  readonly attack: (server: ProbedServer) => Promise<void>;
}

const keyOf = ({ secretKey }: ProbedServer) => ({ Authorization: `Bearer ${secretKey}` });

/** The server has handled everything that was sent before this is answered. */
async function settled(server: ProbedServer): Promise<void> {
  for (let n = 0; n < 3; n++) await (await fetch(`${server.url}/health/live`)).text();
}

/** Sends requests one after another on several connections, and reads every answer. */
async function converse(server: ProbedServer, request: string, connections: number, times: number): Promise<void> {
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const wire = await openWire(server.port);
      for (let n = 0; n < times && !wire.destroyed; n++) {
        const answered = new Promise<void>((resolve) => {
          wire.once("data", () => resolve());
          wire.once("close", () => resolve());
        });
        wire.write(request);
        await arrival("an answer", answered);
      }
      wire.destroy();
    }),
  );
}

const blanks = " ".repeat(15_000);
/** Headers that parsers of many servers take long for. */
const hostileHeaders: readonly (readonly [string, string])[] = [
  ["Accept-Encoding", `a${blanks}b`],
  ["Accept-Encoding", `br;${blanks}q=0`],
  ["Accept-Encoding", "a,".repeat(7_500)],
  ["Accept", `text/html${blanks}x`],
  ["Authorization", `Bearer ${blanks}x y`],
  ["Content-Type", `application/json;${blanks}a`],
  ["Cookie", `a=${"b;".repeat(7_000)}`],
  ["Cookie", `a${blanks}=b`],
  ["Range", `bytes=${"0-1,".repeat(3_500)}`],
  ["If-None-Match", '"a",'.repeat(3_500)],
  ["If-None-Match", `"a${blanks}`],
  ["X-Forwarded-For", "1.1.1.1,".repeat(1_800)],
  ["X-Forwarded-For", `1.1.1.1${blanks},1`],
  ["Forwarded", `for=${'"'.repeat(14_000)}`],
  ["Origin", `http://${"a.".repeat(7_000)}`],
  ["Accept-Language", "en;q=0.1,".repeat(1_500)],
];
const paths = [
  "/",
  "/sign-in",
  "/docs",
  "/llms-full.txt",
  "/v2/rooms",
  "/v2/c/inbox-notifications",
  "/files/fl_x",
  "/mcp",
];

async function manyCalls(server: ProbedServer, room: string) {
  for (let n = 0; n < 20; n++) {
    const { status } = await call(server, "GET", `/v2/rooms/${room}`);
    expect(status).toBe(200);
  }
}

const attacks: readonly Attack[] = [
  ...paths.map((path): Attack => {
    const requests = hostileHeaders.map(([name, value]) => requestOf("GET", path, { [name]: value }));
    return {
      name: `[A5] hostile headers to ${path}`,
      before: (server) => converse(server, requestOf("GET", path), 1, 20),
      async attack(server) {
        for (const request of requests) await converse(server, request, 4, 2);
      },
    };
  }),
  {
    name: "[A2] pipelined requests for a long text, unread",
    before: (server) => converse(server, requestOf("GET", "/v2/openapi.json"), 1, 20),
    async attack(server) {
      for (const path of ["/llms-full.txt", "/v2/openapi.json"]) {
        using _ = await openUnreadWires(server.port, 10, requestOf("GET", path).repeat(1_400));
        await settled(server);
      }
    },
  },
  {
    name: "[A2] requests for a long text on many connections, unread",
    before: (server) => converse(server, requestOf("GET", "/v2/openapi.json"), 1, 20),
    async attack(server) {
      for (const path of ["/llms-full.txt", "/v2/openapi.json"]) {
        using _ = await openUnreadWires(server.port, 100, requestOf("GET", path));
        await settled(server);
      }
    },
  },
  {
    name: "[A6] unread answers of one key",
    async before(server) {
      const items = Array.from({ length: 40 }, (_, n) => [`b${n}`, live.object({ text: "x".repeat(100_000) })]);
      await createRoom(server, "r", { storage: live.object(Object.fromEntries(items)) });
      for (let n = 0; n < 5; n++) await call(server, "GET", "/v2/rooms/r/storage");
    },
    async attack(server) {
      using _ = await openUnreadWires(server.port, 60, requestOf("GET", "/v2/rooms/r/storage", keyOf(server)));
      await settled(server);
    },
  },
  {
    name: "[A7] uploads that are announced and do not arrive",
    before: (server) => createRoom(server, "r"),
    async attack(server) {
      const path = `/v2/rooms/r/storage/files/fl_${"a".repeat(21)}/upload/a.txt`;
      const head = requestOf("PUT", path, { ...keyOf(server), "Content-Length": 5 * MiB });
      using _ = await openUnreadWires(server.port, 60, head);
      await settled(server);
      await manyCalls(server, "r");
    },
  },
  {
    name: "[A26] bodies of JSON that are not finished",
    before: (server) => createRoom(server, "r"),
    async attack(server) {
      const head = requestOf(
        "POST",
        "/v2/rooms",
        { ...keyOf(server), "Content-Length": 9.5 * MiB },
        "x".repeat(9 * MiB),
      );
      using _ = await openUnreadWires(server.port, 30, head);
      await settled(server);
      await manyCalls(server, "r");
    },
  },
  {
    name: "[A26] frames that are not finished",
    before: (server) => createRoom(server, "r"),
    async attack(server) {
      const clients: RawClient[] = [];
      try {
        for (let n = 0; n < 20; n++) {
          const token = await tokenFor(server, "greedy");
          clients.push(await openRawClient({ url: server.url, room: "r", token }));
        }
        const part = partOfFrame(16 * MiB - 1, 14 * MiB);
        for (const client of clients) client.wire.write(part);
        await Promise.any(clients.map(({ closed }) => closed));
        await settled(server);
        await manyCalls(server, "r");
      } finally {
        for (const client of clients) client.cut();
      }
    },
  },
  {
    name: "[B1] a burst of calls, each on a connection of its own",
    limits: { restRatePerSecond: 10_000, restRateBurst: 10_000 },
    async before(server) {
      await createRoom(server, "r");
      await manyCalls(server, "r");
    },
    async attack(server) {
      const request = requestOf("GET", "/v2/rooms/r", { ...keyOf(server), Connection: "close" });
      await converse(server, request, 350, 1);
    },
  },
];

test.for(attacks)("the event loop is held for at most 50 ms by: $name", async ({ name, limits, before, attack }) => {
  await using server = await spawnProbedServer({ limits: { connectionsPerUserInRoom: 100, ...limits } });
  await before?.(server);
  const { heldMs, mostMs } = await leastLoopHold(server, name, () => attack(server));
  expect(heldMs).toBeLessThanOrEqual(mostMs);
});
