import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

export interface RunningApp extends AsyncDisposable {
  readonly url: string;
  /** What it has printed so far. */
  readonly output: string;
}

const repository = join(import.meta.dirname, "..", "..", "..");

interface NextCommand {
  readonly command: "start" | "dev";
  /** The folder of the application. */
  readonly app: string;
  /** Where Next.js is installed: by default in this repository. */
  readonly modules?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a Next.js application on a free port of the loopback address, until it is disposed of. */
export async function startNext({ command, app, modules = repository, env }: NextCommand): Promise<RunningApp> {
  const next = join(modules, "node_modules", "next", "dist", "bin", "next");
  const { NODE_ENV: _, VITEST: __, ...inherited } = process.env;
  const server = spawn(process.execPath, [next, command, app, "--hostname", "127.0.0.1", "--port", "0"], {
    env: { ...inherited, NEXT_TELEMETRY_DISABLED: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(server, "exit");
  let output = "";
  const { promise: listening, resolve, reject } = Promise.withResolvers<string>();
  const read = (chunk: unknown) => {
    output += String(chunk);
    const url = /http:\/\/127\.0\.0\.1:\d+/u.exec(output)?.[0];
    if (url !== undefined && output.includes("Ready in")) resolve(url);
  };
  server.stdout.on("data", read);
  server.stderr.on("data", read);
  void ended.then(() => reject(new Error(`Next.js ended: ${output}`)));
  return {
    url: await listening,
    get output() {
      return output;
    },
    async [Symbol.asyncDispose]() {
      server.kill();
      await ended;
    },
  };
}
