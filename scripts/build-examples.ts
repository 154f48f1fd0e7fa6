/**
 * Builds the examples whose sources changed since they were last built, each into its own `dist`.
 *
 *   node scripts/build-examples.ts [--force]
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { compressAll } from "./compress.ts";
import { ownPackagesOf } from "./own-packages.ts";
import { filesOf, fingerprint, root } from "./sources.ts";

const examples = join(root, "examples");
const force = process.argv.includes("--force");

for (const entry of await readdir(examples, { withFileTypes: true })) {
  if (entry.isDirectory() && (await exists(join(examples, entry.name, "vite.config.ts")))) await refresh(entry.name);
  if (process.exitCode) break;
}

async function refresh(name: string): Promise<void> {
  const folder = join(examples, name);
  const stamp = join(folder, "dist", ".sources");
  // A dependency is a source too; the lockfile stands for all of them.
  const dependencies = [join(root, "package-lock.json"), ...(await ownPackagesOf(folder))];
  const sources = await fingerprint([folder, join(examples, "shared"), ...dependencies]);
  if (!force && (await readFile(stamp, "utf8").catch(() => "")) === sources) {
    console.log(`${name.padEnd(20)} up to date`);
    return;
  }
  const startedAt = performance.now();
  // Loaded only when there is something to build. One process builds all of them, so its tools are loaded once.
  const { build } = await import("vite");
  const mode = process.env["NODE_ENV"];
  // A test runner calls its own mode "test", and Vite would then bundle React for development.
  process.env["NODE_ENV"] = "production";
  try {
    await build({ root: folder, logLevel: "error" });
  } catch (error) {
    console.error(error);
    console.error(`examples/${name} could not be built.`);
    process.exitCode = 1;
    return;
  } finally {
    if (mode === undefined) delete process.env["NODE_ENV"];
    else process.env["NODE_ENV"] = mode;
  }
  await compressAll(await filesOf(join(folder, "dist")));
  await writeFile(stamp, sources);
  console.log(`${name.padEnd(20)} built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

async function exists(path: string): Promise<boolean> {
  return (await readFile(path).catch(() => null)) !== null;
}
