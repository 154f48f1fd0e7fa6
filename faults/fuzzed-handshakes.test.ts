import { spawnServer } from "@weft/testkit";
import { expect, test } from "vitest";
import { exchange, upgradeTo } from "./support/raw-http.ts";
import { openRawClient } from "./support/raw-client.ts";
import { freshRandom, times } from "./support/random.ts";
import type { Random } from "./support/random.ts";
import { report } from "./support/report.ts";
import { call, createRoom, metric, tokenFor } from "./support/rest.ts";

const paths = ["/v8", "/v7", "/v9", "/", "//", "/v2/rooms", "/v2/rooms/r/storage", "/v2/c/rooms/r/storage", "/files/x"];
const inspector = "/internal/projects/demo/inspect";
const names = ["roomId", "tok", "pubkey", "version", "guid", "__proto__", "constructor", "%", "", "roomId[]"];
const values = [
  "r",
  "",
  "%00",
  "%",
  "%E0%A4%A",
  "é",
  "..",
  "a".repeat(2_000),
  "[object Object]",
  "1e999",
  "%2F%2F",
  "null",
];
const methods = [
  "GET",
  "GET",
  "GET",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "HEAD",
  "CONNECT",
  "TRACE",
  "QUERY",
  "get",
  "X",
];
const oddHeaders: readonly (readonly [string, string])[] = [
  ["Upgrade", "h2c"],
  ["Upgrade", "WebSocket"],
  ["Upgrade", ""],
  ["Connection", "close"],
  ["Connection", "keep-alive, upgrade"],
  ["Sec-WebSocket-Version", "8"],
  ["Sec-WebSocket-Version", "x"],
  ["Sec-WebSocket-Key", ""],
  ["Sec-WebSocket-Key", "short"],
  ["Sec-WebSocket-Protocol", ",,"],
  ["Sec-WebSocket-Extensions", "permessage-deflate; client_max_window_bits=99"],
  ["Sec-WebSocket-Extensions", '";='],
  ["Host", ""],
  ["Host", "[::1"],
  ["Host", "a b"],
  ["Origin", "null"],
  ["Origin", "http://["],
  ["Cookie", "a=b; __Host-weft.session_token=%; ;;="],
  ["Authorization", "Bearer"],
  ["Authorization", "Bearer sk_\u00ff"],
  ["Content-Length", "0"],
  ["Content-Length", "-1"],
  ["Transfer-Encoding", "chunked, x"],
  ["Expect", "100-continue"],
  ["X-Forwarded-For", ",, 1.2.3.4:80, unknown"],
];

function query(random: Random, credentials: readonly string[]): string {
  const parts = Array.from({ length: random.between(0, 4) }, () => `${random.pick(names)}=${random.pick(values)}`);
  if (random.chance(0.5)) parts.push(random.pick(credentials));
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

/** A malformed request: odd queries and headers, other methods, and altered bytes. */
function handshake(random: Random, credentials: readonly string[], origin: string): Buffer {
  const path = random.chance(0.3) ? inspector : random.pick(paths);
  const headers: Record<string, string> = random.chance(0.5) ? { Origin: origin } : {};
  for (let n = random.between(0, 2); n > 0; n--) {
    const [name, value] = random.pick(oddHeaders);
    headers[name] = value;
  }
  let text = upgradeTo(path + query(random, credentials), headers);
  if (random.chance(0.3)) text = text.replace("GET", random.pick(methods));
  const bytes = Buffer.from(text);
  if (random.chance(0.3))
    for (let n = random.between(1, 4); n > 0; n--) bytes[random.between(0, bytes.length - 1)] = random.between(0, 255);
  // Both line endings, so that the test does not wait for a request that was not understood.
  return random.chance(0.1) ? bytes : Buffer.concat([bytes, Buffer.from("\r\n\r\n")]);
}

test("[S1] no handshake, request line or header breaks the server or another room", async () => {
  const random = freshRandom();
  const most = times(2_000);
  const deadline = performance.now() + 20_000 * times(1);
  await using server = await spawnServer({
    limits: { restHeaderTimeoutMs: 5_000, restBodyTimeoutMs: 5_000, restUploadTimeoutMs: 6_000 },
  });
  await createRoom(server, "r");
  const token = await tokenFor(server, "ada");
  const credentials = [`roomId=r&pubkey=${server.publicKey}`, `roomId=r&tok=${token}`, `tok=${token.slice(0, -3)}`];
  using bystander = await openRawClient({ ...server, room: "r" });
  const statuses = new Map<number, number>();
  let sent = 0;
  const lane = async (own: Random) => {
    for (; sent < most && performance.now() < deadline; sent++) {
      const { status } = await exchange(server.port, handshake(own, credentials, server.url));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 6 }, () => lane(random.fork()))).catch((cause: unknown) => {
    throw new Error(`seed ${random.seed}; server: ${server.errors}`, { cause });
  });
  report("S1", {
    seed: random.seed,
    handshakes: sent,
    statuses: [...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, n]) => `${status}×${n}`)
      .join(" "),
  });
  expect(server.errors, `seed ${random.seed}`).toBe("");
  expect(await metric(server, "weft_errors_contained_total"), `seed ${random.seed}`).toBe(0);
  expect(statuses.get(500) ?? 0, `seed ${random.seed}`).toBe(0);
  expect(bystander.open).toBe(true);
  await bystander.ping();
  expect((await call(server, "GET", "/v2/rooms/r")).status).toBe(200);
});
