/**
 * `npm run cluster`: three nodes of a cluster on this machine, and a balancer in front of them, for development and to try a
 * cluster out. It builds what is missing, as `npm start` does.
 *
 *     http://localhost:7070 ─► balancer, by turns ─┬─► node-1, http://localhost:7071 ─┐
 *                                                  ├─► node-2, http://localhost:7072 ─┼─► PostgreSQL, NATS, a bucket
 *                                                  └─► node-3, http://localhost:7073 ─┘
 *
 *   npm run cluster -- [--no-build]
 *
 * The settings are those of a server. PostgreSQL and NATS are on this machine unless WEFT_DATABASE and WEFT_NATS name others;
 * without WEFT_BLOBS, this process has a bucket.
 */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { StartRefused, clusterOf, databaseOf, readConfig } from "@weft/server";
import { openBalancer } from "@weft/testkit/balancer";
import { openLocalBucket } from "@weft/testkit/bucket";
import { buildAll } from "./build-all.ts";
import { checkDatabase, checkNats, describeNeed, ownDatabase } from "./cluster-needs.ts";
import { createNodes } from "./cluster-nodes.ts";
import type { LocalNodes } from "./cluster-nodes.ts";
import { root } from "./sources.ts";

type Environment = Record<string, string | undefined>;

const names = ["node-1", "node-2", "node-3"];
const defaults = {
  WEFT_DATABASE: `postgres://postgres@127.0.0.1:5432/${ownDatabase}`,
  WEFT_NATS: "nats://127.0.0.1:4222",
  WEFT_LOG: "warn",
  WEFT_DEMO_SECRET_KEY: "sk_dev_weft_demo_secret_key",
  WEFT_DEMO_PUBLIC_KEY: "pk_dev_weft_demo_public_key",
} as const;
/** Ctrl+C may arrive twice: from the terminal, and from a parent process that passes it on. */
const oneSignalMs = 1_000;
const server = join(root, "packages", "server", "dist", "main.js");

const { values } = parseArgs({ options: { "no-build": { type: "boolean", default: false } } });
try {
  await run();
} catch (cause) {
  if (!(cause instanceof StartRefused)) throw cause;
  console.error(cause.message);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const given: Environment = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ""));
  if (given["WEFT_HOST"] !== undefined)
    throw new StartRefused("npm run cluster listens on this machine alone: unset WEFT_HOST.");
  const settings: Environment = { ...defaults, ...given };
  const folder = resolve(root, given["WEFT_DATA"] ?? ".weft", "cluster");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  settings["WEFT_MASTER_KEY"] ??= await readMasterKey(join(folder, "master.key"));
  await using parts = new AsyncDisposableStack();
  if (settings["WEFT_BLOBS"] === undefined) {
    const bucket = parts.use(await openLocalBucket({ folder: join(folder, "files"), direct: false }));
    Object.assign(settings, bucket.env);
  }
  const config = readConfig(settings);
  const nats = clusterOf(config)!;
  const missing = await Promise.all([checkDatabase(databaseOf(config)), checkNats(nats)]);
  const needs = missing.filter((need) => need !== undefined);
  if (needs.length > 0) throw new StartRefused(["The cluster cannot start.", ...needs.map(describeNeed)].join("\n\n"));
  if (!values["no-build"] && !(await buildAll())) return;

  const [port, ...ports] = await portsFrom(config.port);
  settings["WEFT_PUBLIC_URL"] ??= `http://localhost:${port}`;
  const nodes = createNodes(
    names.map((name, index) => {
      const own = { WEFT_PORT: String(ports[index]), WEFT_NODE_NAME: name, WEFT_DATA: join(folder, name) };
      return { name, port: ports[index]!, env: { ...settings, ...own } };
    }),
    { command: [process.execPath, server], print: (text) => console.log(text) },
  );
  // No node outlives this process, however it ends.
  process.on("exit", () => nodes.kill());
  const stopped = followSignals(nodes);
  parts.use(
    await openBalancer({ port: port!, served: () => nodes.ready() }).catch((cause: NodeJS.ErrnoException) => {
      throw new StartRefused(
        `The balancer cannot listen on port ${port} (${cause.code}): set WEFT_PORT to another one.`,
      );
    }),
  );
  print(`starting ${names.join(", ")} …`);
  try {
    const isUp = await Promise.race([nodes.start().then(() => true), stopped.then(() => false)]);
    if (isUp) console.log(announcement(settings, nodes));
  } catch (cause) {
    await nodes.stop();
    throw new StartRefused((cause as Error).message, { cause });
  }
  await stopped;
  print("stopping: each node finishes work in progress and closes its connections …");
  if (await nodes.stop()) print("stopped");
  else process.exitCode = 1;
}

function print(text: string): void {
  console.log(`cluster              ${text}`);
}

/** The key of all nodes, kept for the next start: the database can be opened with this key alone. */
async function readMasterKey(file: string): Promise<string> {
  const made = randomBytes(32).toString("base64");
  await writeFile(file, made, { flag: "wx", mode: 0o600 }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== "EEXIST") throw cause;
  });
  return readFile(file, "utf8");
}

/** This port and the next ones, for the balancer and each node; free ones for 0. */
async function portsFrom(port: number): Promise<number[]> {
  if (port !== 0) return [port, ...names.map((_, index) => port + 1 + index)];
  const probes = await Promise.all(
    [undefined, ...names].map(async () => {
      const probe = createServer().listen(0, "127.0.0.1");
      await once(probe, "listening");
      return probe;
    }),
  );
  const ports = probes.map((probe) => (probe.address() as AddressInfo).port);
  for (const probe of probes) probe.close();
  return ports;
}

/** Settles at the first signal. A later one ends the nodes at once. */
function followSignals(nodes: LocalNodes): Promise<void> {
  const stopped = Promise.withResolvers<void>();
  let firstAt: number | undefined;
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => {
      firstAt ??= performance.now();
      if (performance.now() - firstAt > oneSignalMs) nodes.kill();
      stopped.resolve();
    });
  return stopped.promise;
}

function announcement(settings: Environment, { all }: LocalNodes): string {
  const lines = [
    "",
    `  A cluster of ${all.length} nodes is running at ${settings["WEFT_PUBLIC_URL"]}`,
    "",
    ...all.map(({ name, url, pid }) => `  ${name.padEnd(14)} ${url}  process ${pid}`),
    "",
    "  Demo project",
    `    public key   ${settings["WEFT_DEMO_PUBLIC_KEY"]}`,
    `    secret key   ${settings["WEFT_DEMO_SECRET_KEY"]}`,
    "",
    `  Ctrl+C stops all nodes. To see one fail: kill -9 ${all[0]?.pid}`,
    "",
  ];
  return lines.join("\n");
}
