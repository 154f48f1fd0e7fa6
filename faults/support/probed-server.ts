import { fileURLToPath } from "node:url";
import { spawnServer } from "@weft/testkit";
import type { ServerProcess, ServerProcessOptions } from "@weft/testkit";
import { until } from "./until.ts";

/** The memory and handles of a server's process after a garbage collection. */
export interface Reading {
  /** Bytes that the process has from the operating system. */
  readonly rss: number;
  /** Bytes of live objects and of the buffers outside the heap that they hold. */
  readonly heap: number;
  /** Active handles and requests by kind: timers, sockets, workers. */
  readonly resources: Readonly<Record<string, number>>;
  /** The longest that the event loop was held since the reading before, without the reading itself. */
  readonly loopMaxMs: number;
  /** The same in time of the processor, which other processes on the machine do not lengthen. */
  readonly loopMaxCpuMs: number;
}

/** Ten times what the event loop may be held for: who holds it longer does not work slowly, but in a way that does not end. */
export const loopHungMs = 2_000;

export interface ProbedServer extends ServerProcess {
  read(): Promise<Reading>;
}

/** A server in a process of its own, whose memory and event loop can be looked at. */
export async function spawnProbedServer(options: ServerProcessOptions = {}): Promise<ProbedServer> {
  const probe = fileURLToPath(new URL("probe.ts", import.meta.url));
  const nodeArguments = ["--expose-gc", "--import", probe, ...(options.nodeArguments ?? [])];
  const server = await spawnServer({ ...options, nodeArguments });
  const readings = () => server.errors.split("\n").filter((line) => line.startsWith("probe ") && line.endsWith("}"));
  return Object.assign(server, {
    async read() {
      const before = readings().length;
      process.kill(server.pid, "SIGUSR2");
      const line = await until("a reading", () => readings()[before]);
      return JSON.parse(line.slice("probe ".length)) as Reading;
    },
  });
}

export const MiB = 1_024 * 1_024;
