/**
 * Builds the examples whose sources changed since they were last built, each into its own `dist`.
 *
 *   node scripts/build-examples.ts [--force]
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "./run-command.ts";
import { fingerprint, root } from "./sources.ts";

const examples = join(root, "examples");
const force = process.argv.includes("--force");

for (const entry of await readdir(examples, { withFileTypes: true })) {
  if (entry.isDirectory() && entry.name !== "shared" && (await exists(join(examples, entry.name, "vite.config.ts"))))
    await refresh(entry.name);
  if (process.exitCode) break;
}

async function refresh(name: string): Promise<void> {
  const folder = join(examples, name);
  const stamp = join(folder, "dist", ".sources");
  // A dependency is a source too; the lockfile stands for all of them.
  const sources = await fingerprint([folder, join(examples, "shared"), join(root, "package-lock.json")]);
  if (!force && (await readFile(stamp, "utf8").catch(() => "")) === sources) {
    console.log(`${name.padEnd(14)} up to date`);
    return;
  }
  const startedAt = performance.now();
  const { code, output } = await runCommand("npm", ["run", "build"], folder);
  if (code !== 0) {
    console.error(output);
    console.error(`${name} could not be built: "npm run build" in examples/${name} ended with code ${code}.`);
    process.exitCode = 1;
    return;
  }
  await writeFile(stamp, sources);
  console.log(`${name.padEnd(14)} built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

async function exists(path: string): Promise<boolean> {
  return (await readFile(path).catch(() => null)) !== null;
}
