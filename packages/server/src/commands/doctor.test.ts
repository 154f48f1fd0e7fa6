import { execFile } from "node:child_process";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { connect, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { openNatsServer, whyNoNatsServer } from "@weft/cluster/suites/nats-server.ts";
import { limits } from "@weft/protocol";
import { openStore } from "@weft/store";
import type { DatabaseReport } from "@weft/store";
import { temporaryDatabase, whyNoPostgres } from "@weft/store/testing/postgres";
import { openLocalBucket } from "@weft/testkit/bucket";
import { openMailServer } from "@weft/testkit/mail-server";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../config.ts";
import { openServer } from "../server.ts";
import type { Server } from "../server.ts";
import { describeCheck } from "./check.ts";
import type { Check } from "./check.ts";
import { checkSharedDatabase } from "./doctor-cluster.ts";
import { examine, nearestName } from "./doctor.ts";
import type { DoctorOptions } from "./doctor.ts";

const noPostgres = await whyNoPostgres();
if (noPostgres !== undefined) console.log(`weft doctor is not tested with PostgreSQL: ${noPostgres}.`);

const noNats = whyNoNatsServer();
if (noNats !== undefined) console.log(`weft doctor is not tested with NATS: ${noNats}.`);

const publicKey = "pk_doctor_test_key";
let folder: string;
let server: Server;
let address: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-doctor-"));
  const env = { WEFT_PORT: "0", WEFT_DATA: join(folder, "served"), WEFT_DEMO_PUBLIC_KEY: publicKey };
  server = await openServer(readConfig(env), pino({ level: "silent" }));
  address = `http://localhost:${server.port}`;
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function checksOf(env: DoctorOptions["env"], options: Partial<DoctorOptions> = {}): Promise<Check[]> {
  return Array.fromAsync(examine({ env: { WEFT_DATA: join(folder, "data"), ...env }, idleMs: 0, ...options }));
}

/** What was found under a name. */
async function found(name: string, env: DoctorOptions["env"], options: Partial<DoctorOptions> = {}) {
  return (await checksOf(env, options)).filter((check) => check.name === name);
}

/** A proxy in front of the server. */
async function openProxy(behaviour: {
  readonly answer?: (request: IncomingMessage, response: ServerResponse) => void;
  readonly upgrades: "forwarded" | "stripped" | "closed when idle";
}) {
  const sockets = new Set<{ destroy(): void }>();
  const proxy = createServer((request, response) => {
    if (behaviour.answer !== undefined) return behaviour.answer(request, response);
    void fetch(new URL(request.url ?? "/", address)).then(async (answer) => {
      const date = answer.headers.get("date");
      // The server answers as if it had been given the proxy's address as its own.
      const text = (await answer.text()).replaceAll("http://localhost:0", origin);
      response.writeHead(answer.status, date === null ? {} : { Date: date }).end(text);
    });
  });
  proxy.on("connection", (socket) => sockets.add(socket));
  if (behaviour.upgrades !== "stripped")
    proxy.on("upgrade", (request, client) => {
      const upstream = connect(server.port, "127.0.0.1", () => {
        const headers = request.rawHeaders.flatMap((name, at, all) =>
          at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : [],
        );
        upstream.write(`GET ${request.url} HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n`);
        upstream.pipe(client).pipe(upstream);
        if (behaviour.upgrades === "closed when idle") (client as Socket).setTimeout(50, () => client.destroy());
      });
      sockets.add(upstream);
      for (const socket of [upstream, client]) socket.on("error", () => client.destroy());
    });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const origin = `http://localhost:${(proxy.address() as AddressInfo).port}`;
  return {
    origin,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        proxy.close(() => resolve());
      }),
  };
}

test("where nothing is wrong, no check says so, and the folder is as it was", async () => {
  const data = await mkdtemp(join(folder, "clean-"));
  await using mail = await openMailServer();
  await using proxy = await openProxy({ upgrades: "forwarded" });
  const env = {
    WEFT_DATA: data,
    WEFT_SMTP: `smtp://127.0.0.1:${mail.port}`,
    WEFT_MAIL_FROM: "weft@weft.test",
    WEFT_SERVICE_HOST: "10.96.0.12",
    WEFT_PORT: "tcp://10.96.0.12:7070",
  };
  const checks = await checksOf(env, { url: proxy.origin });
  expect(checks.filter(({ result }) => result === "wrong")).toEqual([]);
  expect(checks.filter(({ result }) => result === "ok").map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "settings",
      "data folder",
      "database",
      "mail",
      "files",
      "running server",
      "clocks",
      "sockets",
    ]),
  );
  expect(await readdir(data)).toEqual([]);
});

test("every misspelled variable is named with the setting that was probably meant, and every value that cannot be used", async () => {
  const env = {
    WEFT_PUBLIC_ULR: "https://weft.test",
    WEFT_PORT: "many",
    WEFT_SIGN_UP: "closed",
    WEFT_SOMETHING_ELSE: "1",
  };
  const wrong = await found("settings", env);
  expect(wrong.map(({ result, advice }) => [result, advice])).toEqual([
    ["wrong", "Did you mean WEFT_PUBLIC_URL?"],
    ["wrong", "Remove WEFT_SOMETHING_ELSE."],
    ["wrong", "Correct the value of WEFT_PORT."],
    ["wrong", "Correct the value of WEFT_SIGN_UP."],
  ]);
  expect(nearestName("WEFT_DATABSE", ["WEFT_DATA", "WEFT_DATABASE"])).toBe("WEFT_DATABASE");
});

test("settings that do not go together are named", async () => {
  expect(await found("settings", { WEFT_TRUST_PROXY: "1" })).toMatchObject([
    { result: "wrong", says: expect.stringContaining("WEFT_TRUST_PROXY needs WEFT_PUBLIC_URL") as unknown },
  ]);
  expect(await found("settings", { WEFT_BLOBS: "s3:http://127.0.0.1:9/bucket" })).toMatchObject([
    { result: "wrong", says: expect.stringContaining("WEFT_BLOBS_ACCESS_KEY") as unknown },
  ]);
});

test("a folder that cannot be written is named, with the setting that names another", async () => {
  const file = join(folder, "a-file");
  await writeFile(file, "");
  for (const [data, says] of [
    [file, `${file} cannot be written (ENOTDIR).`],
    [join(file, "below"), `${file} cannot be written (ENOTDIR), so ${join(file, "below")} cannot be created.`],
  ] as const)
    expect(await found("data folder", { WEFT_DATA: data })).toMatchObject([
      { result: "wrong", says, advice: expect.stringContaining("WEFT_DATA") as unknown },
    ]);
  expect(await found("files", { WEFT_BLOBS: `folder:${file}` })).toMatchObject([{ result: "wrong" }]);
  expect(await found("copies", { WEFT_BACKUP_TO: `folder:${file}` })).toMatchObject([{ result: "wrong" }]);
});

test.runIf(process.platform === "linux")("a folder on a read-only file system is named", async () => {
  expect(await found("data folder", { WEFT_DATA: "/proc/weft" })).toMatchObject([
    {
      result: "wrong",
      says: expect.stringMatching(/^\/proc cannot be written \(E\w+\), so \/proc\/weft cannot/) as unknown,
    },
  ]);
});

test("a disk with less space than uploads need is named", async () => {
  const env = { WEFT_LIMITS: JSON.stringify({ storageFileFreeFloor: 2 ** 52 }) };
  expect(await found("data folder", env)).toMatchObject([
    { result: "wrong", says: expect.stringContaining("uploads are refused") as unknown },
  ]);
});

test("a database that a server is using can be looked at; a file of another application is named", async () => {
  expect(await found("database", { WEFT_DATA: join(folder, "served") })).toMatchObject([
    { result: "ok", says: expect.stringMatching(/can be read, with schema version \d+\.$/) as unknown },
  ]);
  const other = join(folder, "other.db");
  await writeFile(other, "not a database".repeat(1_000));
  expect(await found("database", { WEFT_DATABASE: `sqlite:${other}` })).toMatchObject([{ result: "wrong" }]);
});

test("a database that a newer release has written is named, and is not changed by looking at it", async () => {
  const data = await mkdtemp(join(folder, "newer-"));
  const path = join(data, "weft.db");
  await (await openStore(`sqlite:${path}`))[Symbol.asyncDispose]();
  expect(await found("database", { WEFT_DATA: data })).toMatchObject([{ result: "ok" }]);
  {
    using database = new DatabaseSync(path);
    database.exec("update meta set value = '1000000' where key like 'schema%'");
  }
  const before = await readFile(path);
  expect(await found("database", { WEFT_DATA: data })).toMatchObject([
    { result: "wrong", says: expect.stringContaining("schema version 1000000") as unknown },
  ]);
  expect((await readFile(path)).equals(before)).toBe(true);
  {
    using database = new DatabaseSync(path);
    database.exec("update meta set value = '1' where key = 'schema_readable_from'");
  }
  expect(await found("database", { WEFT_DATA: data })).toMatchObject([
    { result: "ok", says: expect.stringContaining("of a newer release, which this one can use") as unknown },
  ]);
});

test("a database server that does not answer is named, without its password", async () => {
  const [check] = await found("database", { WEFT_DATABASE: "postgres://weft:hidden-word@127.0.0.1:9/weft" });
  expect(check).toMatchObject({ result: "wrong", says: "PostgreSQL does not accept connections." });
  expect(JSON.stringify(check)).not.toContain("hidden-word");
});

test.skipIf(noPostgres !== undefined)("a database server tells its version and its clock", async () => {
  await using database = await temporaryDatabase();
  const checks = await checksOf({ WEFT_DATABASE: database.url });
  expect(checks.filter(({ name }) => name === "database" || name === "clocks")).toMatchObject([
    { result: "ok", says: expect.stringMatching(/^PostgreSQL \d+.* answers, with schema version \d+\.$/) as unknown },
    { result: "ok", says: "The clock of the database agrees with this machine's." },
  ]);
});

/** Settings of a node, apart from its NATS servers. */
async function openNodeSettings(stack: AsyncDisposableStack) {
  const bucket = stack.use(await openLocalBucket({ folder: await mkdtemp(join(folder, "bucket-")) }));
  const database = stack.use(await temporaryDatabase());
  const masterKey = Buffer.alloc(32, 1).toString("base64");
  return { ...bucket.env, WEFT_DATABASE: database.url, WEFT_MASTER_KEY: masterKey, WEFT_NODE_NAME: "node-1" };
}

test.skipIf((noPostgres ?? noNats) !== undefined)(
  "the settings of a node are checked with what it shares: each NATS server, the bucket and the database",
  async () => {
    await using stack = new AsyncDisposableStack();
    const env = await openNodeSettings(stack);
    await using nats = await openNatsServer();
    const checks = await checksOf({ ...env, WEFT_NATS: `nats://127.0.0.1:${nats.port}` });
    expect(checks.filter(({ result }) => result === "wrong")).toEqual([]);
    const says = (name: string) => checks.filter((check) => check.name === name).map((check) => check.says);
    expect(says("node")).toEqual(["Operators see this node as node-1."]);
    expect(says("nats")).toEqual([
      expect.stringMatching(
        new RegExp(`^NATS [\\d.]+ answers at 127.0.0.1:${nats.port} and passes messages on, of up to 1048576 bytes.$`),
      ),
    ]);
    expect(says("standby")).toEqual([expect.stringMatching(/^A commit waits for/)]);
    expect(says("pooler")).toEqual([]);
    expect(says("files")).toEqual([expect.stringContaining("An object was written")]);
  },
);

test.skipIf((noPostgres ?? noNats) !== undefined)(
  "a NATS server that nodes cannot use is named with what to change, and without its password",
  async () => {
    await using stack = new AsyncDisposableStack();
    const env = await openNodeSettings(stack);
    await using small = await openNatsServer("max_payload: 100KB");
    await using guarded = await openNatsServer('authorization: { user: "weft", password: "right" }');
    await using denying = await openNatsServer(
      'authorization: { users: [{ user: "weft", password: "right", permissions: { publish: "other.>" } }] }',
    );
    for (const [servers, says, advice] of [
      [`nats://127.0.0.1:${small.port}`, "takes messages of up to 102400 bytes", "max_payload"],
      [`nats://weft:mistaken@127.0.0.1:${guarded.port}`, "cannot be used", "user and password in WEFT_NATS"],
      [`tls://weft:right@127.0.0.1:${guarded.port}`, "cannot be used", "WEFT_NATS_CA"],
      [`nats://weft:right@127.0.0.1:${denying.port}`, "Permissions Violation", "publish and to subscribe to weft.>"],
      ["nats://127.0.0.1:9", "127.0.0.1:9 cannot be used", "Check its address"],
      ["nats://a:b@127.0.0.1:9,nats://127.0.0.1:9", "need the same scheme, user and password", "Correct WEFT_NATS."],
    ] as const) {
      const checks = await found("nats", { ...env, WEFT_NATS: servers });
      expect(checks).toMatchObject([
        {
          result: "wrong",
          says: expect.stringContaining(says) as unknown,
          advice: expect.stringContaining(advice) as unknown,
        },
      ]);
      expect(JSON.stringify(checks)).not.toContain("mistaken");
    }
  },
);

test("what a cluster cannot be made of is said once, as the server says it", async () => {
  const nats = { WEFT_NATS: "nats://127.0.0.1:9" };
  for (const [env, says] of [
    [nats, "share a PostgreSQL database: set WEFT_DATABASE"],
    [{ ...nats, WEFT_DATABASE: "postgres://127.0.0.1:9/weft" }, "set WEFT_BLOBS to a bucket"],
    [{ WEFT_NODE_NAME: "node-1" }, "need WEFT_NATS"],
    [
      { ...nats, WEFT_DATABASE: "postgres://127.0.0.1:9/weft", WEFT_BLOBS: "s3:http://127.0.0.1:9/b" },
      "WEFT_BLOBS_ACCESS_KEY",
    ],
  ] as const)
    expect(await found("settings", env)).toMatchObject([
      { result: "wrong", says: expect.stringContaining(says) as unknown },
    ]);
});

test("operators of a cluster read whether a commit waits for a standby", () => {
  const database = { says: "It answers." };
  const says = (report: DatabaseReport, isNode: boolean) =>
    Array.from(checkSharedDatabase(report, { isNode }), (check) => check.says);
  expect(says({ ...database, waitsFor: "ANY 1 (a, b)" }, true)).toEqual(["A commit waits for standbys: ANY 1 (a, b)."]);
  expect(says(database, true)).toEqual([expect.stringContaining("waits for no standby")]);
  expect(says(database, false)).toEqual([]);
});

test.skipIf(noPostgres !== undefined)("a pooler in front of the database is recognized", async () => {
  await using database = await temporaryDatabase();
  await using pooler = await openPooler(database.url);
  expect(await found("pooler", { WEFT_DATABASE: database.url })).toEqual([]);
  expect(await found("pooler", { WEFT_DATABASE: pooler.url })).toMatchObject([
    { result: "warning", advice: expect.stringContaining("session mode") as unknown },
  ]);
  await using stack = new AsyncDisposableStack();
  const node = { ...(await openNodeSettings(stack)), WEFT_DATABASE: pooler.url, WEFT_NATS: "nats://127.0.0.1:9" };
  expect(await found("pooler", node)).toMatchObject([
    { result: "ok", says: expect.stringContaining("may be in transaction mode") as unknown },
  ]);
});

/** In front of a database, as far as a client sees a pooler: it has a number of its own for each connection. */
async function openPooler(database: string) {
  const upstream = new URL(database);
  const sockets = new Set<Socket>();
  const pooler = createTcpServer((client) => {
    const behind = connect(Number(upstream.port || 5432), upstream.hostname);
    client.pipe(behind);
    // Messages before the first question fit into one chunk: authentication, parameters, and the key of the connection.
    behind.once("data", (first) => {
      const key = first.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]));
      if (key !== -1) first.writeInt32BE(first.readInt32BE(key + 5) ^ 1, key + 5);
      client.write(first);
      behind.pipe(client);
    });
    for (const socket of [client, behind]) {
      sockets.add(socket);
      socket.on("error", () => client.destroy());
    }
  });
  await new Promise<void>((resolve) => pooler.listen(0, "127.0.0.1", resolve));
  const url = new URL(database);
  url.host = `127.0.0.1:${(pooler.address() as AddressInfo).port}`;
  return {
    url: url.href,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        pooler.close(() => resolve());
      }),
  };
}

test("a mail server at a wrong port, or that refuses the password, is named", async () => {
  const from = { WEFT_MAIL_FROM: "weft@weft.test" };
  expect(await found("mail", { WEFT_SMTP: "smtp://127.0.0.1:9", ...from })).toMatchObject([
    { result: "wrong", says: expect.stringContaining("127.0.0.1:9 cannot be used") as unknown },
  ]);
  await using mail = await openMailServer({ account: { user: "weft", password: "right" } });
  const [check] = await found("mail", { WEFT_SMTP: `smtp://weft:mistaken@127.0.0.1:${mail.port}`, ...from });
  expect(check).toMatchObject({ result: "wrong" });
  expect(JSON.stringify(check)).not.toContain("mistaken");
});

test("a bucket that does not answer is named", async () => {
  const key = { WEFT_BLOBS_ACCESS_KEY: "a", WEFT_BLOBS_SECRET_KEY: "b" };
  expect(await found("files", { WEFT_BLOBS: "s3:http://127.0.0.1:9/bucket", ...key })).toMatchObject([
    { result: "wrong", says: expect.stringContaining("http://127.0.0.1:9/bucket") as unknown },
  ]);
});

test("a server behind a proxy whose headers are not trusted is noticed, and so is one without a public address", async () => {
  expect(await found("proxy headers", { WEFT_PUBLIC_URL: "https://weft.invalid" })).toMatchObject([
    { result: "warning", advice: expect.stringContaining("WEFT_TRUST_PROXY") as unknown },
  ]);
  const trusted = { WEFT_PUBLIC_URL: "https://weft.invalid", WEFT_TRUST_PROXY: "1" };
  expect(await found("proxy headers", trusted)).toEqual([]);
  expect(await found("public address", { WEFT_HOST: "0.0.0.0" })).toMatchObject([{ result: "warning" }]);
  expect(await found("public address", { WEFT_PUBLIC_URL: "http://weft.invalid" })).toMatchObject([
    { result: "warning" },
  ]);
});

test("an address at which nothing answers is wrong if it was given, and may be that of a server that is not started yet", async () => {
  let gone: string;
  {
    await using proxy = await openProxy({ upgrades: "stripped" });
    gone = proxy.origin;
  }
  expect(await found("running server", {}, { url: gone })).toMatchObject([
    { result: "wrong", says: expect.stringContaining("ECONNREFUSED") as unknown },
  ]);
  expect(await found("running server", { WEFT_PUBLIC_URL: gone })).toMatchObject([{ result: "skipped" }]);
});

test("a server that has another public address than the one it is reached at is named", async () => {
  const url = address.replace("localhost", "127.0.0.1");
  expect(await found("running server", {}, { url })).toMatchObject([
    { result: "wrong", advice: `Set its WEFT_PUBLIC_URL to ${url}.` },
  ]);
});

test("a proxy that reaches no server, redirects, or has a clock that is an hour off is named", async () => {
  await using broken = await openProxy({
    upgrades: "stripped",
    answer: (_, response) => response.writeHead(502).end(),
  });
  expect(await found("running server", {}, { url: broken.origin })).toMatchObject([
    { result: "wrong", says: `${broken.origin} answers 502, and not as Weft does.` },
  ]);
  await using moved = await openProxy({
    upgrades: "stripped",
    answer: (_, response) => response.writeHead(308, { Location: "https://elsewhere.test/" }).end(),
  });
  expect(await found("running server", {}, { url: moved.origin })).toMatchObject([
    { result: "wrong", says: `${moved.origin} redirects to https://elsewhere.test/.` },
  ]);
  await using late = await openProxy({
    upgrades: "stripped",
    answer: (_, response) => {
      const date = new Date(Date.now() - 3_600_000).toUTCString();
      response.writeHead(200, { Date: date }).end(JSON.stringify({ servers: [{ url: late.origin }] }));
    },
  });
  expect(await found("clocks", {}, { url: late.origin })).toMatchObject([
    { result: "wrong", says: expect.stringMatching(/ (?:3599|3600|3601) seconds behind/) as unknown },
  ]);
});

test("a proxy that strips Upgrade is named, and one that forwards it is not", async () => {
  await using stripping = await openProxy({ upgrades: "stripped" });
  expect(await found("sockets", {}, { url: stripping.origin })).toMatchObject([
    { result: "wrong", advice: expect.stringContaining("Upgrade") as unknown },
  ]);
  await using forwarding = await openProxy({ upgrades: "forwarded" });
  expect(await found("sockets", {}, { url: forwarding.origin })).toMatchObject([{ result: "ok" }]);
});

test("a proxy that closes idle connections is named, with the time it took and the time it may not be below", async () => {
  await using impatient = await openProxy({ upgrades: "closed when idle" });
  const progress: string[] = [];
  const onProgress = (text: string) => void progress.push(text);
  const held = { url: impatient.origin, publicKey, idleMs: 2 * limits.heartbeatMs, onProgress };
  const [check] = await found("idle time-out", {}, held);
  expect(check).toMatchObject({
    result: "wrong",
    advice: expect.stringContaining(`${limits.heartbeatMs / 1_000} seconds`) as unknown,
  });
  expect(progress).toEqual(["holding a connection without traffic for 60.0 seconds …"]);
  // Each of them has another name for it.
  for (const fix of [
    "\nnginx: proxy_read_timeout 120s",
    "\nHAProxy: timeout tunnel",
    "\nAWS ALB: idle_timeout",
    "\nTraefik: ",
  ])
    expect(check!.advice).toContain(fix);
  expect(describeCheck(check!).split("\n").slice(1)).toEqual(
    check!.advice!.split("\n").map((line) => " ".repeat(26) + line),
  );
  // Too short to say that it is well, and a key that is not accepted.
  expect(await found("idle time-out", {}, { url: address, publicKey, idleMs: 1 })).toMatchObject([
    { result: "skipped" },
  ]);
  const unknown = { url: address, publicKey: "pk_unknown_key", idleMs: 60_000 };
  expect(await found("idle time-out", {}, unknown)).toMatchObject([
    { result: "skipped", says: expect.stringContaining("4001") as unknown },
  ]);
});

test("the command prints a line for each check, or JSON, and exits with 1 if something is wrong", async () => {
  const main = fileURLToPath(new URL("../main.ts", import.meta.url));
  const run = (args: readonly string[], env: Record<string, string>) =>
    promisify(execFile)(process.execPath, [main, "doctor", ...args], {
      env: { PATH: process.env["PATH"], WEFT_DATA: join(folder, "data"), ...env },
    });
  const { stdout } = await run([], {});
  expect(stdout).toMatch(/^ok +settings /);
  const failed = (await run(["--json"], { WEFT_PROT: "1" }).catch((cause: unknown) => cause)) as {
    readonly code: number;
    readonly stdout: string;
  };
  expect(failed.code).toBe(1);
  const [first] = JSON.parse(failed.stdout) as Check[];
  expect(first).toMatchObject({ name: "settings", result: "wrong", advice: "Did you mean WEFT_PORT?" });
  expect(describeCheck(first!)).toBe(
    'wrong    settings         WEFT_PROT is not a setting of this server; run "weft --help" to see those it has.\n' +
      `${" ".repeat(26)}Did you mean WEFT_PORT?`,
  );
});
