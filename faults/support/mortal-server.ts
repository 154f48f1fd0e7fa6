import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnServer } from "@weft/testkit";
import type { ServerProcess, ServerProcessOptions } from "@weft/testkit";

/** A server that dies and comes back: another process each time, on the same data and the same port. */
export interface MortalServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly publicKey: string;
  readonly secretKey: string;
  readonly data: string;
  /** The process that runs now, or ran last. */
  readonly process: ServerProcess;
  /** Starts the next process, when the last has ended. */
  restart(): Promise<void>;
}

type ProcessOptions = Omit<ServerProcessOptions, "data" | "port">;

/** @param options what each process is started with; asked anew every time */
export async function openMortalServer(options: (data: string) => ProcessOptions): Promise<MortalServer> {
  const data = await mkdtemp(join(tmpdir(), "weft-fault-"));
  let current = await spawnServer({ ...options(data), data });
  const { port, url, publicKey, secretKey } = current;
  return {
    url,
    port,
    publicKey,
    secretKey,
    data,
    get process() {
      return current;
    },
    async restart() {
      await current.ended;
      current = await spawnServer({ ...options(data), data, port });
    },
    async [Symbol.asyncDispose]() {
      await current[Symbol.asyncDispose]();
      await rm(data, { recursive: true, force: true });
    },
  };
}
