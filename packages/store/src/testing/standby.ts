import { execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, chmodSync, chownSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { queryDatabase } from "./postgres.ts";

/** A PostgreSQL server of its own, with a synchronous standby: what one acknowledges, the other has. */
export interface ReplicatedPostgres extends AsyncDisposable {
  /** Of the database, at the server that takes writes. */
  readonly url: string;
  /** From now on, the standby gets nothing more: the server acknowledges what it alone has, or waits. */
  holdStandby(): Promise<void>;
  /** Ends the server as a crash would, and promotes its standby. Answers when that takes writes. Once. */
  failOver(): Promise<void>;
}

/** Undefined where such servers can be started, or why they cannot. */
export function whyNoReplication(): string | undefined {
  if (programs() === undefined) return "there is no initdb; Debian has it in the package postgresql";
  if (process.getuid?.() === 0 && userIds() === undefined) return "PostgreSQL does not run as root, and has no user";
  return undefined;
}

/** The folder of the programs of the newest PostgreSQL here. */
function programs(): string | undefined {
  const folders = globSync("/usr/lib/postgresql/*/bin").filter((folder) => existsSync(join(folder, "initdb")));
  const release = (folder: string) => Number(folder.split("/")[4]);
  return folders.toSorted((one, other) => release(other) - release(one))[0];
}

function userIds(): { readonly uid: number; readonly gid: number } | undefined {
  const read = (flag: string) =>
    Number(execFileSync("id", [flag, "postgres"], { stdio: ["ignore", "pipe", "ignore"] }));
  try {
    return { uid: read("-u"), gid: read("-g") };
  } catch {
    return undefined;
  }
}

const startMs = 30_000;

interface StartedServer {
  readonly url: string;
  readonly process: ChildProcess;
}

/** Runs programs of PostgreSQL, and servers in a folder, until it is disposed of. */
function openServers(opening: AsyncDisposableStack, address = "127.0.0.1") {
  const folder = mkdtempSync(join(tmpdir(), "weft-postgres-"));
  opening.defer(() => rmSync(folder, { recursive: true, force: true }));
  const as = process.getuid?.() === 0 ? userIds() : undefined;
  const own = (path: string) => {
    chmodSync(path, 0o700);
    if (as !== undefined) chownSync(path, as.uid, as.gid);
  };
  own(folder);
  const bin = programs()!;
  return {
    folder,
    own,
    run: (name: string, args: readonly string[]) =>
      execFileSync(join(bin, name), args, { stdio: ["ignore", "ignore", "pipe"], cwd: folder, ...as }),
    initialize(data: string): void {
      this.run("initdb", ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"]);
      if (address !== "127.0.0.1") appendFileSync(join(data, "pg_hba.conf"), "host all all all trust\n");
    },
    async start(data: string): Promise<StartedServer> {
      const port = await freePort();
      const settings = [`port=${port}`, `listen_addresses=${address}`, `unix_socket_directories=${folder}`];
      const args = ["-D", data, ...settings.flatMap((setting) => ["-c", setting])];
      const server = spawn(join(bin, "postgres"), args, { stdio: "ignore", cwd: folder, ...as });
      opening.defer(() => end(server, "SIGQUIT"));
      const url = `postgres://postgres@${address}:${port}/postgres`;
      await until("PostgreSQL answers", server, () => queryDatabase(url, "select 1").then(() => true));
      return { url, process: server };
    },
  };
}

/** A PostgreSQL server of its own, which listens on this address alone, and lets in everyone who reaches it. */
export async function openOwnPostgres(address: string): Promise<AsyncDisposable & { readonly url: string }> {
  await using opening = new AsyncDisposableStack();
  const servers = openServers(opening, address);
  const data = join(servers.folder, "data");
  servers.initialize(data);
  const { url } = await servers.start(data);
  const opened = opening.move();
  return { url, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

export async function openReplicatedPostgres(): Promise<ReplicatedPostgres> {
  await using opening = new AsyncDisposableStack();
  const servers = openServers(opening);
  const { folder, own, run } = servers;
  const [first, second] = [join(folder, "first"), join(folder, "second")];
  servers.initialize(first);
  const primary = await servers.start(first);
  mkdirSync(second);
  own(second);
  run("pg_basebackup", ["-d", primary.url, "-D", second, "-R", "-X", "stream", "-c", "fast", "--no-sync"]);
  const standby = await servers.start(second);
  await queryDatabase(primary.url, "alter system set synchronous_standby_names = '*'");
  await queryDatabase(primary.url, "select pg_reload_conf()");
  await until("the standby is synchronous", standby.process, async () => {
    const [found] = await queryDatabase(primary.url, "select sync_state from pg_stat_replication");
    return found?.["sync_state"] === "sync";
  });
  let { url } = primary;
  let sender: number | undefined;
  const opened = opening.move();
  return {
    get url() {
      return url;
    },
    async holdStandby() {
      const [found] = await queryDatabase(primary.url, "select pid from pg_stat_replication");
      sender = Number(found!["pid"]);
      process.kill(sender, "SIGSTOP");
    },
    async failOver() {
      await end(primary.process, "SIGKILL");
      // It would end by itself, and may send what it has before.
      if (sender !== undefined) process.kill(sender, "SIGKILL");
      await queryDatabase(standby.url, "select pg_promote()");
      url = standby.url;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Ends a server at once. Its other processes notice that, and end, too. Only `SIGQUIT` lets it free shared memory. */
async function end(server: ChildProcess, signal: "SIGQUIT" | "SIGKILL"): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, "exit");
  server.kill(signal);
  await ended;
}

async function until(what: string, server: ChildProcess, holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + startMs;
  let cause: unknown;
  for (;;) {
    if (await holds().catch((error: unknown) => void (cause = error))) return;
    if (server.exitCode !== null || performance.now() > deadline) throw new Error(`${what}: never`, { cause });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
