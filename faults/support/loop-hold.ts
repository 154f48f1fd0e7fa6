import type { ProbedServer } from "./probed-server.ts";
import { report } from "./report.ts";

/** The longest that anything from outside may hold the event loop. */
export const heldMs = 50;

/**
 * Measures within the server's process how long its event loop is held while something happens: in time of the
 * processor, which other processes on the machine do not lengthen.
 */
export async function loopHeldDuring(
  server: ProbedServer,
  name: string,
  happens: () => Promise<void>,
): Promise<number> {
  await server.read();
  await happens();
  const { loopMaxMs, loopMaxCpuMs, rss } = await server.read();
  report("loop", { attack: name, "held ms": loopMaxCpuMs, "by the clock ms": loopMaxMs, "rss MB": rss / 1e6 });
  return loopMaxCpuMs;
}
