import { slowness } from "./machine-speed.ts";
import type { ProbedServer } from "./probed-server.ts";
import { report } from "./report.ts";

/** The longest that anything from outside may hold the event loop, on the machine for which bounds of time are stated. */
export const heldMs = 50;

const rounds = 5;

export interface Hold {
  /** The longest that the event loop was held, in the best of several rounds. */
  readonly heldMs: number;
  /** What it may be on this machine, as fast as it is now. */
  readonly mostMs: number;
}

/**
 * How long the event loop of a server is held while something happens. What is slow once, such as code that is compiled, is
 * not what an attacker repeats: the best of up to five rounds counts. The speed of a shared machine changes within a second,
 * so it is measured before and after each round, and the slower of the two counts.
 */
export async function leastLoopHold(server: ProbedServer, name: string, happens: () => Promise<void>): Promise<Hold> {
  let before = await slowness();
  let best: Hold | undefined;
  for (let round = 0; round < rounds && (best === undefined || best.heldMs > best.mostMs); round++) {
    const held = await loopHeldDuring(server, name, happens);
    const after = await slowness();
    const mostMs = heldMs * Math.max(before, after);
    if (best === undefined || held / mostMs < best.heldMs / best.mostMs) best = { heldMs: held, mostMs };
    before = after;
  }
  report("loop", { attack: name, "held ms": best!.heldMs, "at most ms": best!.mostMs });
  return best!;
}

/**
 * Measures within the server's process how long its event loop is held while something happens: in time of the
 * processor, which other processes on the machine do not lengthen.
 */
async function loopHeldDuring(server: ProbedServer, name: string, happens: () => Promise<void>): Promise<number> {
  await server.read();
  await happens();
  const { loopMaxMs, loopMaxCpuMs, rss } = await server.read();
  report("loop", { attack: name, "held ms": loopMaxCpuMs, "by the clock ms": loopMaxMs, "rss MB": rss / 1e6 });
  return loopMaxCpuMs;
}
