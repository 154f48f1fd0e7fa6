import { spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { connect } from "@nats-io/transport-node";

/** The NATS server that tests share. They tell their clusters apart by name. */
export const sharedNats = process.env["WEFT_TEST_NATS"] ?? "nats://127.0.0.1:4222";

/** Undefined when the shared NATS server answers, or why it does not. @throws in CI, which must have one */
export async function whyNoNats(): Promise<string | undefined> {
  try {
    const { host } = new URL(sharedNats);
    const connection = await connect({ servers: host, reconnect: false, maxReconnectAttempts: 0, timeout: 2_000 });
    await connection.close();
    return undefined;
  } catch (error) {
    const reason = `no NATS server answers at 127.0.0.1:4222 or WEFT_TEST_NATS (${error instanceof Error ? error.message : String(error)})`;
    if (process.env["CI"]) throw new Error(`Tests of NATS must run in CI, and ${reason}.`, { cause: error });
    return reason;
  }
}

/** Undefined when there is a program `nats-server`, or why there is none. */
export function whyNoNatsServer(): string | undefined {
  return program() === undefined ? "there is no program nats-server in PATH or in /usr/sbin" : undefined;
}

function program(): string | undefined {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/usr/local/bin"];
  return folders
    .map((folder) => join(folder, "nats-server"))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** A NATS server of one test, which it may stop and start again. */
export interface NatsServer extends AsyncDisposable {
  /** Of 127.0.0.1, or the address that was asked for. */
  readonly port: number;
  readonly folder: string;
  start(): Promise<void>;
  /** Takes this configuration in the place of the one that it has. */
  reload(configuration: string): void;
  /** Resolves when its log has this text. */
  logged(text: string): Promise<void>;
  /** As a machine that loses power: connections end without a word. */
  kill(): Promise<void>;
}

export interface NatsPlace {
  /** The address to listen on, by default 127.0.0.1. */
  readonly address?: string;
  /** Command and arguments in front of the program. */
  readonly wrapper?: readonly string[];
}

/**
 * Starts a server with these lines in its configuration. `{folder}` in them is a folder of its own, into which `prepare` may
 * write files.
 */
export async function openNatsServer(
  configuration = "",
  prepare?: (folder: string) => Promise<void>,
  { address = "127.0.0.1", wrapper = [] }: NatsPlace = {},
): Promise<NatsServer> {
  const folder = mkdtempSync(join(tmpdir(), "weft-nats-"));
  await prepare?.(folder);
  const port = await freePort();
  const file = join(folder, "nats.conf");
  const configure = (text: string) =>
    writeFileSync(file, `listen: "${address}:${port}"\n${text.replaceAll("{folder}", folder)}\n`);
  configure(configuration);
  let hangUp = (): void => {};
  let end = async (): Promise<void> => {};
  let log = "";
  const readers = new Set<() => void>();
  const logged = (text: string) =>
    new Promise<void>((resolve) => {
      const read = () => {
        if (log.includes(text)) resolve();
      };
      readers.add(read);
      read();
    });
  const server: NatsServer = {
    port,
    folder,
    async start() {
      const [command, ...args] = [...wrapper, program()!, "-c", file];
      const child = spawn(command, args, { stdio: ["ignore", "ignore", "pipe"] });
      const ended = new Promise<void>((resolve) => void child.once("exit", () => resolve()));
      hangUp = () => void child.kill("SIGHUP");
      const kill = () => void child.kill("SIGKILL");
      // A test that fails in its time may not get to dispose of it.
      process.once("exit", kill);
      end = async () => {
        process.off("exit", kill);
        kill();
        await ended;
      };
      log = "";
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        log += text;
        for (const read of readers) read();
      });
      const failed = ended.then(() => Promise.reject(new Error(`The NATS server ended: ${log}`)));
      await Promise.race([logged("Server is ready"), failed]);
    },
    reload(text) {
      configure(text);
      hangUp();
    },
    logged,
    kill: () => end(),
    async [Symbol.asyncDispose]() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    await server.start();
  } catch (error) {
    await server[Symbol.asyncDispose]();
    throw error;
  }
  return server;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
