/**
 * Builds the examples whose sources changed since they were last built, each into its own `dist`.
 *
 *   node scripts/build-examples.ts [--force]
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
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
  const { code, output } = await run("npm", ["run", "build"], folder);
  if (code !== 0) {
    console.error(output);
    console.error(`${name} could not be built: "npm run build" in examples/${name} ended with code ${code}.`);
    process.exitCode = 1;
    return;
  }
  await writeFile(stamp, sources);
  console.log(`${name.padEnd(14)} built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

/** A hash of what lies in these files and folders, and where. */
async function fingerprint(paths: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const path of paths) {
    for (const file of await filesOf(path)) {
      // Sizes keep neighbours apart: no two trees give the same stream of bytes.
      const content = await readFile(file);
      hash.update(`${relative(root, file)}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest("hex");
}

async function filesOf(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => null);
  if (!entries) return [path];
  const found: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name === "dist" || entry.name === "node_modules") continue;
    found.push(...(await filesOf(join(path, entry.name))));
  }
  return found;
}

function run(command: string, args: readonly string[], cwd: string): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      // A test runner calls its own mode "test", and Vite would then bundle React for development.
      env: { ...process.env, NODE_ENV: "production" },
      // npm is a script on Windows, which only a shell can start.
      shell: process.platform === "win32",
    });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", (error) => resolve({ code: 1, output: error.message }));
    child.on("close", (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString("utf8") }));
  });
}

async function exists(path: string): Promise<boolean> {
  return (await readFile(path).catch(() => null)) !== null;
}
