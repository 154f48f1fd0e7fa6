/** Everything that a server runs and serves: itself, the site with its examples, and the packages of the client family. */
import { readBuildState } from "./build-state.ts";

const steps = ["./build-server.ts", "./build-examples.ts", "./build-create-weft.ts", "./build-site.ts"];
const hasFailed = () => process.exitCode !== undefined && process.exitCode !== 0;

/** Builds what has changed since it was last built. False if a step has failed, which it has printed. */
export async function buildAll(): Promise<boolean> {
  const state = readBuildState();
  if (state.isUnchanged) return true;
  for (const step of steps) {
    await import(new URL(step, import.meta.url).href);
    if (hasFailed()) return false;
  }
  // Its tools are loaded only when there may be something to pack.
  const { buildPackages } = await import("./build-packages.ts");
  await buildPackages(false);
  state.isBuilt();
  return true;
}
