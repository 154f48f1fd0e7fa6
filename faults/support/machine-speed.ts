import { once } from "node:events";
import { Worker } from "node:worker_threads";

/**
 * The time of the processor that the work of `reference-work.ts` took on the machine for which bounds of time are stated, while
 * it did little else: the least of many runs. It is measured anew when the work changes.
 */
const referenceMs = 8;

/**
 * How many times longer the processor takes for the same work than on the machine for which bounds of time are stated: at
 * least 1. A bound of processor time times this holds on slower machines, and on those that others keep busy.
 */
export async function slowness(): Promise<number> {
  const worker = new Worker(new URL("./reference-work.ts", import.meta.url), { execArgv: [] });
  const [leastMs] = (await once(worker, "message")) as [number];
  await worker.terminate();
  return Math.max(1, leastMs / referenceMs);
}
