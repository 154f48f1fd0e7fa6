/**
 * `npx node conformance/convergence/shrink.ts <seed> [steps] [faults] [strands] [beginning]`: finds a short script
 * that still fails, and keeps it under `regressions/`, where every run of the test begins.
 */
import { writeFile } from "node:fs/promises";
import { startServer } from "@weft/testkit";
import { play } from "./run.ts";
import type { Stage } from "./run.ts";
import type { Script, Step } from "./script.ts";
import { generateScript } from "./script.ts";

process.env["NODE_ENV"] = "production";
const [seed = 1, steps = 60, faults = 1, strands = 0, beginning = 0] = process.argv.slice(2).map(Number);
const valueBytes = 2_000;
/** Timing differs between runs: a script that fails is one that fails once in this many. */
const attempts = Number(process.env["ATTEMPTS"] ?? 3);

let thrown: Error | undefined;
process.on("uncaughtException", (cause) => (thrown ??= cause));

await using server = await startServer({
  limits: { liveValue: valueBytes, restRatePerSecond: 10_000, restRateBurst: 10_000 },
});
const stage: Stage = {
  url: () => server.url,
  port: server.port,
  secretKey: server.secretKey,
  valueBytes,
  patienceMs: 3_000,
};

async function failure(script: Script): Promise<Error | undefined> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    thrown = undefined;
    try {
      await play(script, stage);
    } catch (cause) {
      return thrown ?? (cause as Error);
    }
    if (thrown !== undefined) return thrown;
  }
  return undefined;
}

/** Leaves out ever smaller runs of steps, as long as what remains still fails. */
async function shrink(script: Script): Promise<Script> {
  let shortest = script;
  for (let size = Math.ceil(script.steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < shortest.steps.length;) {
      const kept: Step[] = shortest.steps.toSpliced(at, size);
      if ((await failure({ ...shortest, steps: kept })) === undefined) at += size;
      else shortest = { ...shortest, steps: kept };
    }
  }
  return shortest;
}

const script = generateScript(seed, {
  steps,
  faults: faults !== 0,
  strands: strands !== 0,
  beginning: beginning !== 0,
});
const first = await failure(script);
if (first === undefined) {
  console.log(`Seed ${seed} does not fail.`);
} else {
  const shortest = await shrink(script);
  process.env["WEFT_TRACE"] = "1";
  const last = await failure(shortest);
  console.log(JSON.stringify(shortest, undefined, 1));
  console.log((last ?? first).stack);
  const file = new URL(`../regressions/${seed}.json`, import.meta.url);
  if (process.env["KEEP"] !== undefined) await writeFile(file, `${JSON.stringify(shortest)}\n`);
}
