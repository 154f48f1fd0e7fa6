// Preloaded into a server's process (see probed-server.ts). On SIGUSR2 it collects garbage and writes what is left, and how
// long the event loop was held since the last time, as one line to stderr.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";
import type { Reading } from "./probed-server.ts";

const resolutionMs = 5;

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  let used = threadCpuMs();
  let loopMaxCpuMs = 0;
  const look = () => {
    const now = threadCpuMs();
    loopMaxCpuMs = Math.max(loopMaxCpuMs, now - used);
    used = now;
  };
  setInterval(look, resolutionMs).unref();
  process.on("SIGUSR2", () => {
    look();
    const loopMaxMs = delay.max / 1e6;
    globalThis.gc?.();
    globalThis.gc?.();
    const { rss, heapUsed, external } = process.memoryUsage();
    const resources: Record<string, number> = {};
    for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1;
    const reading: Reading = { rss, heap: heapUsed + external, resources, loopMaxMs, loopMaxCpuMs };
    process.stderr.write(`probe ${JSON.stringify(reading)}\n`);
    delay.reset();
    loopMaxCpuMs = 0;
    used = threadCpuMs();
  });
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
