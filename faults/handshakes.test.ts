import { once } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { spawnServer } from "@weft/testkit";
import type { ServerProcess } from "@weft/testkit";
import { expect, test } from "vitest";
import { converse, exchange, openWire, upgradeTo } from "./support/raw-http.ts";
import { openRawClient } from "./support/raw-client.ts";
import { call, createRoom, metric } from "./support/rest.ts";
import { arrival, until } from "./support/until.ts";

/** Request targets that no client sends, each of which a parser may read in its own way. */
const oddTargets = String.raw`
  // /// //// //x /\ http:// http://[ http://x:99999999/ //:99999999/x //[::1 //% * / /. /.. /../.. /% /%2 /%zz
  http: http:/ ws:// javascript: file:///etc/passwd
  /v7 /v8 /v9 /v08 /v8/ //v8 /v8// /V8 /v99999999999999999999 /v8? /v8?% /v8?&&=& /v8#roomId=r
  /v8?roomId /v8?roomId=%E0%A4%A /v8?roomId=%00 /v8?roomId=r&roomId=s /v8?roomId=r&version=%
  /v8?roomId=r&tok=% /v8?roomId=r&tok= /v8?tok=a.b.c&roomId=r /v8?roomId=r&pubkey=%00 /v8?roomId=r&pubkey=pk_
  http://localhost/v8?roomId=r http://user:pass@[::1]:0/v8?roomId=r //v8?roomId=r&pubkey=x
  /internal /internal/projects/%/inspect /internal/projects/%E0%A4%A/inspect?roomId=r
  /internal/projects/p/inspect /internal/projects/../inspect /internal/projects/p/inspect?roomId=%
`
  .split(/\s+/)
  .filter((target) => target !== "");

/** The server answers, has logged no errors, and a room can be entered. */
async function expectWell(server: ServerProcess): Promise<void> {
  expect((await call(server, "GET", "/health/live")).status).toBe(200);
  expect(server.errors).toBe("");
  using client = await openRawClient({ ...server, room: "r" });
  expect(client.open).toBe(true);
}

test("[S1] upgrades of odd request targets open no socket, and the server keeps working", async () => {
  await using server = await spawnServer();
  await createRoom(server, "r");
  const own = { Origin: server.url };
  for (const target of oddTargets) {
    for (const headers of [{}, own]) {
      const answer = await exchange(server.port, upgradeTo(target, headers));
      // A target other than a socket's is answered as a plain request, and a built site has a page for some of them.
      const refused = answer.status !== 101 || (answer.close !== undefined && answer.close >= 4_000);
      expect(refused, `${target} was answered ${answer.status}, ${answer.close}`).toBe(true);
    }
    await exchange(server.port, `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  }
  await expectWell(server);
});

test("[S1] a client that resets its connection anywhere in a handshake affects only that connection", async () => {
  await using server = await spawnServer();
  await createRoom(server, "r");
  const targets = [
    "/internal/projects/x/inspect",
    "/internal/projects/x/inspect?roomId=r",
    "/v8?roomId=r",
    `/v8?roomId=r&pubkey=${server.publicKey}`,
    "/v8",
    "//",
    "/v2/rooms",
  ];
  const origins: readonly Readonly<Record<string, string>>[] = [
    {},
    { Origin: server.url },
    { Origin: "https://elsewhere.example" },
  ];
  for (let round = 0; round < 8; round++) {
    for (const target of targets) {
      for (const headers of origins) {
        const wire = await openWire(server.port);
        wire.write(upgradeTo(target, headers));
        // Before the answer, as it comes, and some turns later.
        if (round % 2 === 1) await new Promise((resolve) => wire.once("data", resolve).once("close", resolve));
        for (let turns = round; turns > 0; turns--) await turn();
        wire.resetAndDestroy();
      }
    }
    expect((await call(server, "GET", "/health/live")).status).toBe(200);
  }
  await expectWell(server);
});

test("[S1] an uncaught error is logged and counted, and every room keeps working", async () => {
  const strayErrors = fileURLToPath(new URL("support/stray-errors.ts", import.meta.url));
  await using server = await spawnServer({ nodeArguments: ["--import", strayErrors] });
  await createRoom(server, "r");
  using client = await openRawClient({ ...server, room: "r" });
  process.kill(server.pid, "SIGUSR2");
  await until("both are counted", async () => (await metric(server, "weft_errors_contained_total")) === 2);
  expect(client.open).toBe(true);
  await client.ping();
  await until("both are logged", () => server.errors.includes("exception") && server.errors.includes("rejection"));
  expect(await server.stop()).toBe(0);
});

test("[R24] a log that cannot be written does not end the server", async () => {
  const toFullDisk = ["sh", "-c", 'exec "$@" 2>/dev/full', "sh"];
  await using server = await spawnServer({ wrapper: toFullDisk, env: { WEFT_LOG: "info" } });
  await createRoom(server, "r");
  for (let calls = 0; calls < 50; calls++) expect((await call(server, "GET", "/v2/rooms/r")).status).toBe(200);
  using client = await openRawClient({ ...server, room: "r" });
  await client.ping();
});

test("[S13] an upgrade to anything but a WebSocket is answered as a plain request", async () => {
  await using server = await spawnServer();
  await createRoom(server, "r");
  const key = { Authorization: `Bearer ${server.secretKey}` };
  const offers: readonly Readonly<Record<string, string>>[] = [
    { Upgrade: "h2c", Connection: "Upgrade, HTTP2-Settings", "HTTP2-Settings": "AAMAAABkAAQAoAAAAAIAAAAA" },
    { Upgrade: "TLS/1.3" },
    { Upgrade: "foo, h2c" },
    { Upgrade: "websocket" },
  ];
  for (const offer of offers) {
    const got = await exchange(server.port, upgradeTo("/v2/rooms/r", { ...offer, ...key }));
    expect(got.status, offer["Upgrade"]).toBe(200);
    // Its body is read, and the connection stays open.
    const body = JSON.stringify({ id: `made-${offer["Upgrade"]!.replaceAll(/\W/g, "-")}` });
    const post = upgradeTo("/v2/rooms", { ...offer, ...key, "Content-Length": String(body.length) });
    const requests = [post.replace("GET", "POST") + body, upgradeTo("/health/live", offer)];
    expect(await converse(server.port, requests), offer["Upgrade"]).toEqual([422, 200]);
  }
  // A socket path without an upgrade to a socket.
  expect((await exchange(server.port, upgradeTo("/v8?roomId=r", { Upgrade: "h2c" }))).status).toBe(426);
  await expectWell(server);
});

test("[S13] a request that names two hosts is refused", async () => {
  await using server = await spawnServer();
  await createRoom(server, "r");
  for (const target of ["/v2/rooms", "/health/live", `/v8?roomId=r&pubkey=${server.publicKey}`, "/"]) {
    const twoHosts = upgradeTo(target).replace("Host: localhost\r\n", "Host: localhost\r\nhost: elsewhere.example\r\n");
    expect((await exchange(server.port, twoHosts)).status, target).toBe(400);
  }
  await expectWell(server);
});

test("[S13] endless headers time out", async () => {
  await using server = await spawnServer({ limits: { restHeaderTimeoutMs: 5_000 } });
  await createRoom(server, "r");
  const beginnings = ["", "G", "GET / HTTP/1.1\r\n", upgradeTo("/v8?roomId=r").slice(0, -2)];
  const ends = beginnings.map(async (beginning) => {
    const wire = await openWire(server.port);
    const ended = once(wire.resume(), "close");
    wire.write(beginning);
    // Sends further headers repeatedly.
    const slowly = setInterval(() => beginning.includes("\n") && wire.write("X: y\r\n"), 100);
    await arrival("the end of the connection", ended);
    clearInterval(slowly);
  });
  await Promise.all(ends);
  await expectWell(server);
});

test("[S7] browsers are told not to guess the type of an answer", async () => {
  await using server = await spawnServer();
  const key = { Authorization: `Bearer ${server.secretKey}` };
  const requests = [
    upgradeTo("/v2/rooms", { ...key, Upgrade: "none" }),
    upgradeTo("/v2/rooms", { Upgrade: "none" }),
    upgradeTo("/health/live", { Upgrade: "none" }),
    upgradeTo("/metrics", { Upgrade: "none" }),
    upgradeTo("/internal/config", { Upgrade: "none" }),
    upgradeTo("/nothing", { Upgrade: "none" }),
    upgradeTo("/%", { Upgrade: "none" }),
    "NONSENSE\r\n\r\n",
  ];
  for (const request of requests)
    expect((await exchange(server.port, request)).headers["x-content-type-options"], request).toBe("nosniff");
});

test("[S13] a start with too few file descriptors is refused in one sentence", async () => {
  const limited = ["sh", "-c", 'ulimit -n 120; exec "$@"', "sh"];
  await expect(spawnServer({ wrapper: limited })).rejects.toThrow(/weft: This process may open only 120 files/);
});
