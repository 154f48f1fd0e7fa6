import type { ChildProcess } from "node:child_process";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Limits } from "@weft/protocol";
import { openTestData } from "@weft/testkit";
import type { TestData, TestDatabase } from "@weft/testkit";
import { freePort } from "@weft/testkit/free-port";
import type { LoadAnswer, LoadName, LoadResult, LoadSpec } from "./load/main.ts";

/** Servers run on the first core, load on the second; the bench itself sleeps meanwhile. */
const serverCore = "0";
const loadCore = "1";

const secretKey = "sk_bench_0123456789abcdef";
const publicKey = "pk_bench_0123456789abcdef";
const startWithinMs = 20_000;
const askAgainMs = 10;
const stopWithinMs = 15_000;
const loadWithinMs = 180_000;

/** A server in its own process, with its own data folder. */
export interface Server extends AsyncDisposable {
  readonly pid: number;
  readonly port: number;
  /** The data folder. */
  readonly data: string;
  /** From the last start of its process to its first answer. */
  readonly readyMs: number;
  /** Opens the server's inspector, if it is not open, and answers its address. */
  inspector(): Promise<string>;
  /** Ends the process and starts a new one on the same data. */
  restart(): Promise<void>;
  /** Ends the process, and starts a new one when the work on its data is done. */
  whileStopped(work: (data: TestData) => Promise<unknown>): Promise<void>;
  /** Kills the process, if it still runs, and starts a new one on the same data. */
  crash(): Promise<void>;
}

/** Our server, reached with its secret key. */
export interface WeftServer extends Server {
  call(method: string, path: string, body?: unknown): Promise<unknown>;
  readonly headers: Readonly<Record<string, string>>;
  /** Enters a room with the public key. */
  publicSocketUrl(room: string): string;
  /** Stops the server, has npm start one on the same data for as long as it is measured, and starts the server again. */
  startedByNpm<T>(measure: (started: Pick<Server, "pid" | "readyMs">) => Promise<T>): Promise<T>;
}

/** Resources that an interrupted bench must clean up. */
const live = new Set<ChildProcess>();
const folders = new Set<string>();
process.on("exit", () => {
  for (const child of live) child.kill("SIGKILL");
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

/** Whether processes can be bound to a core here. Without this, the figures are less precise. */
export function canPin(): boolean {
  try {
    execFileSync("taskset", ["-c", loadCore, "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
const pinned = canPin();
/** In front of a command of which several share the first core. */
export const onServerCore: readonly string[] = pinned ? ["taskset", "-c", serverCore] : [];

interface StartOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly program?: string;
  readonly folder?: string;
  readonly ipc?: boolean;
}

function start(core: string, args: readonly string[], options: StartOptions) {
  const { program = process.execPath } = options;
  const [command, ...rest] = pinned ? ["taskset", "-c", core, program, ...args] : [program, ...args];
  const child = spawn(command, rest, {
    cwd: options.folder,
    env: { PATH: process.env["PATH"], NODE_ENV: "production", ...options.env },
    stdio: options.ipc === true ? ["ignore", "inherit", "inherit", "ipc"] : ["ignore", "pipe", "pipe"],
  });
  live.add(child);
  child.once("exit", () => live.delete(child));
  return child;
}

/** Opens one of the servers in `references/`. */
export function openReference(name: string, database?: "postgres"): Promise<Server> {
  return openServer(join(import.meta.dirname, "references", `${name}.ts`), database, (port, data) => ({
    BENCH_PORT: String(port),
    BENCH_DATA: data.folder,
    ...(data.database === undefined ? {} : { BENCH_DATABASE: data.database }),
  }));
}

/** Opens our server as it is in a checkout. */
export async function openWeft(root: string, limits: Partial<Limits>, database?: "postgres"): Promise<WeftServer> {
  const envOf = (port: number, data: TestData): NodeJS.ProcessEnv => ({
    WEFT_PORT: String(port),
    WEFT_HOST: "127.0.0.1",
    WEFT_DATA: data.folder,
    ...(data.database === undefined ? {} : { WEFT_DATABASE: data.database }),
    WEFT_DEMO_SECRET_KEY: secretKey,
    WEFT_DEMO_PUBLIC_KEY: publicKey,
    WEFT_LOG: "warn",
    WEFT_LIMITS: JSON.stringify({ ...benchLimits, ...limits }),
  });
  const server = await openServer(weftEntry(root), database, envOf);
  const headers = { authorization: `Bearer ${secretKey}` };
  return Object.assign(server, {
    headers,
    async call(method: string, path: string, body?: unknown) {
      const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
      return text === "" ? undefined : (JSON.parse(text) as unknown);
    },
    publicSocketUrl: (room: string) =>
      `ws://127.0.0.1:${server.port}/v8?roomId=${encodeURIComponent(room)}&pubkey=${publicKey}&version=3.24.2`,
    async startedByNpm<T>(measure: (started: Pick<Server, "pid" | "readyMs">) => Promise<T>): Promise<T> {
      // `npm start` builds what is missing, which must not be measured.
      execFileSync("npm", ["run", "build"], { cwd: root, stdio: "pipe" });
      const measured = Promise.withResolvers<T>();
      await server.whileStopped(async (data) =>
        measured.resolve(await withNpmStart(root, { port: server.port, env: envOf(server.port, data) }, measure)),
      );
      return measured.promise;
    },
  });
}

async function withNpmStart<T>(
  root: string,
  { port, env }: { readonly port: number; readonly env: NodeJS.ProcessEnv },
  measure: (started: Pick<Server, "pid" | "readyMs">) => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  const child = start(serverCore, ["start"], {
    program: "npm",
    folder: root,
    env: { npm_config_update_notifier: "false", ...env },
  });
  const said = listenTo(child);
  try {
    await untilAnswering(port, child, said);
    return await measure({ readyMs: performance.now() - startedAt, pid: lastDescendant(child.pid!) });
  } finally {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
      process.kill(lastDescendant(child.pid!), "SIGTERM");
      await ended;
    }
  }
}

/** npm runs a shell, which runs the server. */
function lastDescendant(pid: number): number {
  const [first] = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").trim().split(" ");
  return first === undefined || first === "" ? pid : lastDescendant(Number(first));
}

/** The last output of a process. */
function listenTo(child: ChildProcess): () => string {
  let said = "";
  const listen = (piece: Buffer) => (said = (said + piece.toString()).slice(-20_000));
  child.stdout!.on("data", listen);
  child.stderr!.on("data", listen);
  return () => said;
}

/** What `npm start` runs in a checkout: the bundle, or the sources where the checkout is of before it had one. */
export function weftEntry(root: string): string {
  const bundle = join(root, "packages", "server", "dist", "main.js");
  return existsSync(bundle) ? bundle : join(root, "packages", "server", "src", "main.ts");
}

/**
 * Bundles the server of a checkout, where it has that script.
 * @throws when there is no server to measure.
 */
export function prepareWeft(root: string): void {
  const script = join(root, "scripts", "build-server.ts");
  if (existsSync(script)) execFileSync(process.execPath, [script], { cwd: root, stdio: "pipe" });
  if (!existsSync(weftEntry(root))) throw new Error(`There is no server at ${weftEntry(root)}.`);
}

/** All load comes from one address, one project and few users, faster than any person: only those bounds are lifted. */
export const benchLimits = {
  connectionsPerRoom: 1_000,
  connectionsPerUserInRoom: 1_000,
  connectionsPerAddress: 100_000,
  connectionsPerProject: 100_000,
  unauthenticatedPerAddress: 100_000,
  messagesPerSecond: 1_000_000,
  messagesBurst: 1_000_000,
  bytesPerSecond: 1_000_000_000,
  bytesBurst: 1_000_000_000,
  opsPerSecond: 1_000_000,
  opsBurst: 1_000_000,
  restRatePerSecond: 1_000_000,
  restRateBurst: 1_000_000,
  restUserRatePerSecond: 1_000_000,
  restUserRateBurst: 1_000_000,
  storageChildren: 500_000,
  storageNodes: 1_000_000,
  storageBytes: 200 * 1_024 * 1_024,
} satisfies Partial<Limits>;

async function openServer(
  entry: string,
  database: TestDatabase = "sqlite",
  env: (port: number, data: TestData) => NodeJS.ProcessEnv,
): Promise<Server> {
  const data = await openTestData(database);
  folders.add(data.folder);
  const removeData = async () => {
    await data[Symbol.asyncDispose]();
    folders.delete(data.folder);
  };
  const port = await freePort();
  let child: ChildProcess;
  let said = () => "";
  let inspectorAt: string | undefined;
  let readyMs = 0;
  const up = async () => {
    inspectorAt = undefined;
    const startedAt = performance.now();
    // The inspector stays closed until a signal opens it. The flag only makes it choose a free port.
    child = start(serverCore, ["--inspect-port=0", entry], { env: env(port, data) });
    said = listenTo(child);
    await untilAnswering(port, child, said);
    readyMs = performance.now() - startedAt;
  };
  const down = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    child.kill("SIGTERM");
    const cutOff = setTimeout(() => child.kill("SIGKILL"), stopWithinMs);
    await ended;
    clearTimeout(cutOff);
  };
  try {
    await up();
  } catch (cause) {
    await down();
    await removeData();
    throw cause;
  }
  return {
    get pid() {
      return child.pid!;
    },
    port,
    data: data.folder,
    get readyMs() {
      return readyMs;
    },
    async inspector() {
      if (inspectorAt !== undefined) return inspectorAt;
      child.kill("SIGUSR1");
      const deadline = Date.now() + 5_000;
      for (;;) {
        const found = /Debugger listening on (ws:\S+)/.exec(said())?.[1];
        if (found !== undefined) return (inspectorAt = found);
        if (Date.now() > deadline) throw new Error(`the inspector did not open:\n${said()}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async restart() {
      await down();
      await up();
    },
    async whileStopped(work) {
      await down();
      await work({ folder: data.folder, ...(data.database === undefined ? {} : { database: data.database }) });
      await up();
    },
    async crash() {
      const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
      if (child.kill("SIGKILL")) await ended;
      await up();
    },
    async [Symbol.asyncDispose]() {
      await down();
      await removeData();
    },
  };
}

/** Any answer to HTTP means that it listens: a plain WebSocket server says 426. */
async function untilAnswering(port: number, child: ChildProcess, said: () => string): Promise<void> {
  const deadline = Date.now() + startWithinMs;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`a server ended at its start:\n${said()}`);
    try {
      await (await fetch(`http://127.0.0.1:${port}/`)).arrayBuffer();
      return;
    } catch (cause) {
      if (Date.now() > deadline) throw new Error(`a server does not answer:\n${said()}`, { cause });
      await new Promise((resolve) => setTimeout(resolve, askAgainMs));
    }
  }
}

/** Runs one load in a process of its own on the other core. */
export async function runLoad<N extends LoadName>(name: N, spec: LoadSpec<N>): Promise<LoadResult<N>> {
  const child = start(loadCore, [join(import.meta.dirname, "load", "main.ts")], { env: {}, ipc: true });
  const cutOff = setTimeout(() => child.kill("SIGKILL"), loadWithinMs);
  try {
    const answer = await new Promise<LoadAnswer>((resolve, reject) => {
      child.once("message", (message) => resolve(message as LoadAnswer));
      child.once("error", reject);
      // Not its exit: its last output may still arrive after that.
      child.once("disconnect", () => reject(new Error(`the load ${name} ended without an answer`)));
      child.send({ name, spec });
    });
    if ("failure" in answer) throw new Error(`load ${name}: ${answer.failure}`);
    return answer.result as LoadResult<N>;
  } finally {
    clearTimeout(cutOff);
    child.kill("SIGKILL");
  }
}
