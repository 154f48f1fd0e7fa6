import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { testServer, temporaryDatabase } from "./postgres.ts";

/** Undefined when PgBouncer is installed, or why it cannot be used. */
export function whyNoPgBouncer(): string | undefined {
  const { error } = spawnSync("pgbouncer", ["--version"]);
  return error && `pgbouncer cannot be started (${error.message}); Debian has it as a package of this name`;
}

export interface Pooler extends AsyncDisposable {
  /** A database of its own, reached through the pooler, and past it. */
  database(): Promise<AsyncDisposable & { readonly url: string; readonly direct: string }>;
}

/**
 * A pooler that gives each transaction another connection of PostgreSQL. Debian 12 has PgBouncer 1.18, which knows nothing of
 * prepared statements. It starts with the first database.
 */
export function createPooler(): Pooler {
  let running: Promise<AsyncDisposable & { readonly port: number }> | undefined;
  return {
    async database() {
      const { port } = await (running ??= startPgBouncer());
      const database = await temporaryDatabase();
      const url = new URL(database.url);
      url.hostname = "127.0.0.1";
      url.port = String(port);
      return { ...database, url: url.href, direct: database.url };
    },
    [Symbol.asyncDispose]: async () => (await running)?.[Symbol.asyncDispose](),
  };
}

async function startPgBouncer() {
  await using starting = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "weft-pgbouncer-"));
  starting.defer(() => rmSync(folder, { recursive: true }));
  // PgBouncer does not run as root, and reads its settings as the user that it becomes.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const settings = join(folder, "pgbouncer.ini");
  writeFileSync(settings, settingsFor(port));
  const asUser = process.getuid?.() === 0 ? ["--user", "nobody"] : [];
  const server = spawn("pgbouncer", ["--quiet", ...asUser, settings], { stdio: ["ignore", "ignore", "inherit"] });
  starting.defer(async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill("SIGKILL");
    await once(server, "exit");
  });
  const until = performance.now() + startMs;
  while (!(await accepts(port))) {
    if (server.exitCode !== null || performance.now() > until) throw new Error("PgBouncer does not start.");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const started = starting.move();
  return { port, [Symbol.asyncDispose]: () => started.disposeAsync() };
}

const startMs = 10_000;

function settingsFor(port: number): string {
  const { hostname, port: serverPort, username, password } = new URL(testServer);
  const login = [
    `host=${hostname} port=${serverPort || "5432"} user=${decodeURIComponent(username)}`,
    ...(password === "" ? [] : [`password=${decodeURIComponent(password)}`]),
  ];
  return `[databases]
* = ${login.join(" ")}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 200
default_pool_size = 8
`;
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
