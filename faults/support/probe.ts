// Preloaded into a server's process (see probed-server.ts). On SIGUSR2 it collects garbage and writes what is left, and how
// long the event loop was held since the last time, as one line to stderr.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";
import type { Reading } from "./probed-server.ts";

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  process.on("SIGUSR2", () => {
    const loopMaxMs = delay.max / 1e6;
    globalThis.gc?.();
    globalThis.gc?.();
    const { rss, heapUsed, external } = process.memoryUsage();
    const resources: Record<string, number> = {};
    for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1;
    process.stderr.write(
      `probe ${JSON.stringify({ rss, heap: heapUsed + external, resources, loopMaxMs } satisfies Reading)}\n`,
    );
    delay.reset();
  });
}
