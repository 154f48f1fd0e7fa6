/**
 * Bundles the worker threads for tests that otherwise run from the sources. A worker shares no loaded module with the
 * thread that starts it: from the sources, it would strip types and resolve hundreds of files anew, and a test that opens
 * a store would spend most of its time there.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "rolldown";
import type { TestProject } from "vitest/node";
import { copyDataOfWorkers, findWorkers, startsWorkers, withBundledWorkers } from "./workers.ts";

const variable = "WEFT_TEST_WORKERS";

/** Vitest keeps transformed modules between runs, so that the folder, which belongs to one run, is named when they run. */
export const workersFromBundles: Plugin & { readonly enforce: "pre" } = {
  name: "workers-from-bundles",
  // Before types are stripped, which moves the code to where the pattern does not find it.
  enforce: "pre",
  transform: {
    filter: startsWorkers,
    // Nothing but a name changes, so the map of the source stays as it is.
    handler: (code) => ({ code: withBundledWorkers(code, `process.env["${variable}"]`), map: null }),
  },
};

/** To be named as `globalSetup`. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "weft-workers-"));
  process.env[variable] = pathToFileURL(`${folder}/`).href;
  await bundle(folder);
  project.onTestsRerun(() => bundle(folder));
  return () => rm(folder, { recursive: true, force: true });
}

async function bundle(folder: string): Promise<void> {
  const { rolldown } = await import("rolldown");
  await using workers = await rolldown({
    input: await findWorkers(),
    tsconfig: false,
    platform: "node",
    logLevel: "warn",
  });
  await workers.write({ dir: folder, format: "esm", sourcemap: true, chunkFileNames: "[name]-[hash].js" });
  await copyDataOfWorkers(folder);
}
