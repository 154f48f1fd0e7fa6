import { execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Limits } from "@weft/protocol";
import type { Clock } from "@weft/room";
import type { Server } from "@weft/server";
import { openServer, readConfig, systemClock } from "@weft/server";
import { pino } from "pino";
import { openTestData } from "./data.ts";
import type { TestData, TestDatabase } from "./data.ts";

/** Keys of the demo project of every test server. */
export const testKeys = {
  secretKey: "sk_test_weft_demo_secret_key",
  publicKey: "pk_test_weft_demo_public_key",
} as const;

export interface TestServerOptions {
  /** Other values for single limits. */
  readonly limits?: Partial<Limits>;
  /** Data to continue with; by default the server has its own, which is deleted with it. */
  readonly data?: TestData;
  /** The database of a server with its own data; by default the one that `WEFT_TEST_DATABASE` names. */
  readonly database?: TestDatabase;
  readonly port?: number;
  /** Which addresses it calls; as of any server unless given. */
  readonly outbound?: "https" | "public" | "any";
  /** Further settings, by the names of their environment variables. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface TestServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly secretKey: string;
  readonly publicKey: string;
}

/** Limits under which many clients of one test can live on one address. */
const roomy: Partial<Limits> = {
  connectionsPerAddress: 100_000,
  unauthenticatedPerAddress: 100_000,
  restAddressRatePerSecond: 100_000,
  restAddressRateBurst: 100_000,
  pageRatePerSecond: 100_000,
  pageRateBurst: 100_000,
};

function environment(options: TestServerOptions, data: TestData): Record<string, string> {
  return {
    WEFT_PORT: String(options.port ?? 0),
    WEFT_DATA: data.folder,
    ...(data.database === undefined ? {} : { WEFT_DATABASE: data.database }),
    ...(options.outbound === undefined ? {} : { WEFT_OUTBOUND: options.outbound }),
    WEFT_LOG: "error",
    WEFT_DEMO_SECRET_KEY: testKeys.secretKey,
    WEFT_DEMO_PUBLIC_KEY: testKeys.publicKey,
    WEFT_LIMITS: JSON.stringify({ ...roomy, ...options.limits }),
    ...options.env,
  };
}

export interface OwnServerOptions extends TestServerOptions {
  /** Takes the place of letting others go first: work that is done in turns goes on when this settles. */
  readonly yieldToEventLoop?: Clock["yieldToEventLoop"];
}

/** A whole server inside this process, on a free port of the loopback address: one process, even where tests ask for nodes. */
export async function startOneServer(options: OwnServerOptions = {}): Promise<TestServer> {
  await using stack = new AsyncDisposableStack();
  const data = options.data ?? stack.use(await openTestData(options.database));
  const clock: Clock =
    options.yieldToEventLoop === undefined
      ? systemClock
      : { ...systemClock, yieldToEventLoop: options.yieldToEventLoop };
  const server: Server = stack.use(
    await openServer(readConfig(environment(options, data)), pino({ level: "error" }), clock),
  );
  const held = stack.move();
  return {
    url: `http://127.0.0.1:${server.port}`,
    port: server.port,
    ...testKeys,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

export interface ServerProcess extends TestServer {
  readonly pid: number;
  readonly data: TestData;
  /** What it has written to stderr so far. */
  readonly errors: string;
  /** Its exit code, once it has ended; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Ends it as a crash would, and waits until it is gone. */
  kill(): Promise<void>;
  /** Asks it to stop, and waits until it has: answers its exit code. */
  stop(): Promise<number | null>;
}

const bundle = fileURLToPath(new URL("../../server/dist/main.js", import.meta.url));

/** Bundles the server as `npm start` does, if its sources changed since it was last bundled: once before a suite. */
export function bundleServer(): void {
  const script = fileURLToPath(new URL("../../../scripts/build-server.ts", import.meta.url));
  execFileSync(process.execPath, [script], { stdio: "inherit" });
}

export interface ServerProcessOptions extends TestServerOptions {
  /** Command and arguments in front of `node`, such as a tracer. */
  readonly wrapper?: readonly string[];
  readonly nodeArguments?: readonly string[];
  /** The bundle's first file; by default of the one that `bundleServer` made. */
  readonly entry?: string;
}

/**
 * A server in a process of its own, that can be killed, from the bundle that `bundleServer` made: it starts in a third of
 * the time that the sources take. Data that it was given outlives it.
 */
export async function spawnServer(options: ServerProcessOptions = {}): Promise<ServerProcess> {
  await using stack = new AsyncDisposableStack();
  const data = options.data ?? stack.use(await openTestData(options.database));
  const [command, ...args] = [
    ...(options.wrapper ?? []),
    process.execPath,
    ...(options.nodeArguments ?? []),
    options.entry ?? bundle,
  ];
  const child = spawn(command, args, {
    env: { PATH: process.env["PATH"], ...environment(options, data) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const url = await listening(child, () => errors);
  const ended = new Promise<number | null>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode);
    else child.once("exit", (code) => resolve(code));
  });
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  stack.defer(async () => void (await end("SIGKILL")));
  const held = stack.move();
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid!,
    data,
    ended,
    ...testKeys,
    get errors() {
      return errors;
    },
    kill: async () => void (await end("SIGKILL")),
    stop: () => end("SIGTERM"),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** Waits for the announcement, and reads the address from it. */
function listening(child: ChildProcess, errors: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    let out = "";
    child.stdout!.setEncoding("utf8").on("data", (text: string) => {
      out += text;
      const found = /running at (http:\/\/\S+)/.exec(out);
      if (found !== null) resolve(found[1]!.replace("localhost", "127.0.0.1"));
    });
    child.once("error", reject);
    child.once("exit", (code) =>
      reject(new Error(`The server ended with ${code} before it listened:\n${out}${errors()}`)),
    );
  });
}
