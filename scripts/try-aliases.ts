/**
 * Tries every example that was written for the official packages with Weft's own in their place: a copy in which the names are
 * aliased in package.json, without a changed line of source, is type-checked, built, and used by two people in a browser. Folders
 * are laid out as npm does it: the aliased packages, and beside them those that they depend upon under their own names.
 *
 *   node scripts/try-aliases.ts [--examples=flowchart] [--journeys=examples | --journeys=none] [--keep]
 */
import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildPackages } from "./build-packages.ts";
import { officialTwins } from "./published-packages.ts";
import { filesOf, made, root } from "./sources.ts";

/** The packages that are aliased: those of which there is an official one. */
const aliased: readonly string[] = officialTwins;

/** Examples, each with the file of e2e that has its journeys. In `examples`, their titles begin with its name. */
const journeys: Readonly<Record<string, string>> = {
  flowchart: "examples",
  "notification-centre": "notification-centre",
};

interface Outcome {
  readonly types: string;
  readonly build: string;
  browser: string;
}

/** What is read of Vitest's report. */
interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly title: string }[];
  }[];
}

const { values: options } = parseArgs({
  options: { examples: { type: "string" }, journeys: { type: "string" }, keep: { type: "boolean", default: false } },
});

await buildPackages(false);
const folder = await mkdtemp(join(tmpdir(), "weft-aliases-"));
try {
  if (!(await tryAll())) process.exitCode = 1;
} finally {
  if (options.keep) console.log(`Kept: ${folder}`);
  else await rm(folder, { recursive: true, force: true });
}

async function tryAll(): Promise<boolean> {
  const names = await qualifying();
  const chosen = options.examples === undefined ? names : names.filter((name) => listed(options.examples!, name));
  await layOut(chosen);
  const outcomes = new Map<string, Outcome>();
  const mode = process.env["NODE_ENV"];
  process.env["NODE_ENV"] = "production";
  for (const name of chosen) {
    const types = typesOf(name);
    const build = await buildOf(name);
    outcomes.set(name, { types, build, browser: "-" });
    console.log(`${name.padEnd(20)} types: ${types}, build: ${build}`);
  }
  if (mode === undefined) delete process.env["NODE_ENV"];
  else process.env["NODE_ENV"] = mode;
  const built = [...outcomes.values()].every(({ build }) => build === "ok");
  if (built) await drive(chosen, outcomes);
  console.table(Object.fromEntries(outcomes));
  const runs = [...outcomes.values()].map((each) =>
    Object.values(each).every((found) => found === "ok" || found === "-"),
  );
  const passed = runs.filter(Boolean).length;
  // As scripts/test.ts counts, so that CI can add them up.
  console.log(`${passed} passed, ${runs.length - passed} failed`);
  return built && passed === runs.length;
}

function listed(list: string, name: string): boolean {
  return list.split(",").includes(name);
}

/** Examples that import no official package but those that are aliased. Says which are left out, and why. */
async function qualifying(): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(join(root, "examples"), { withFileTypes: true })) {
    const own = join(root, "examples", entry.name);
    if (!entry.isDirectory() || entry.name === "shared") continue;
    const packages = await officialPackagesIn(own);
    const others = packages.filter((name) => !aliased.includes(name));
    if (packages.length === 0) console.log(`${entry.name.padEnd(20)} left out: imports no official package`);
    else if (others.length > 0) {
      const imports = others.map((name) => `@liveblocks/${name}`).join(", ");
      console.log(`${entry.name.padEnd(20)} left out: imports ${imports}, which cannot be aliased`);
    } else found.push(entry.name);
  }
  return found;
}

async function officialPackagesIn(own: string): Promise<string[]> {
  const names = new Set<string>();
  for (const file of await filesOf(own)) {
    if (!/\.(tsx?|vue|svelte|m?js|css)$/.test(file)) continue;
    for (const [, name] of (await readFile(file, "utf8")).matchAll(/["']@liveblocks\/([a-z-]+)/g)) names.add(name!);
  }
  return [...names].sort();
}

/** Copies the examples, with the installed packages of this repository and the aliases beside them. */
async function layOut(names: readonly string[]): Promise<void> {
  for (const name of [...names, "shared"]) {
    const own = join(folder, "examples", name);
    const filter = (file: string) => !made.has(file.slice(file.lastIndexOf("/") + 1));
    await cp(join(root, "examples", name), own, { recursive: true, filter });
    await alias(join(own, "package.json"));
  }
  await cp(join(root, "tsconfig.base.json"), join(folder, "tsconfig.base.json"));
  const installed = join(folder, "node_modules");
  await mkdir(join(installed, "@liveblocks"), { recursive: true });
  await mkdir(join(installed, "@weft"));
  for (const entry of await readdir(join(root, "node_modules")))
    if (!entry.startsWith(".") && entry !== "@liveblocks" && entry !== "@weft")
      await symlink(join(root, "node_modules", entry), join(installed, entry));
  await symlink(join(folder, "examples", "shared"), join(installed, "@weft", "example-shared"));
  for (const name of aliased)
    for (const scope of ["@liveblocks", "@weft"])
      await cp(join(root, "artifacts", "unpacked", name), join(installed, scope, name), { recursive: true });
}

/** What a developer edits: the names in package.json, and nothing else. */
async function alias(file: string): Promise<void> {
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replaceAll(/"@liveblocks\/([a-z-]+)": "[^"]+"/g, `"@liveblocks/$1": "npm:@weft/$1"`));
}

function typesOf(name: string): string {
  const own = join(folder, "examples", name);
  if (!existsSync(join(own, "tsconfig.json"))) return "ok";
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  const { status, stdout } = spawnSync(process.execPath, [compiler, "-p", own], { cwd: folder, encoding: "utf8" });
  if (status === 0) return "ok";
  console.error(stdout);
  return "fails";
}

async function buildOf(name: string): Promise<string> {
  const { build } = await import("vite");
  try {
    await build({ root: join(folder, "examples", name), logLevel: "error" });
    return "ok";
  } catch (error) {
    console.error(error);
    return "fails";
  }
}

/** Serves what was built as the server of a release does, and runs the journeys that visit it. */
async function drive(names: readonly string[], outcomes: ReadonlyMap<string, Outcome>): Promise<void> {
  if (options.journeys === "none") return;
  await import("./build-server.ts");
  // A server finds its pages by its place.
  const server = join("packages", "server", "dist");
  await cp(join(root, server), join(folder, server), { recursive: true });
  for (const [name, file] of Object.entries(journeys)) {
    if (!names.includes(name) || (options.journeys !== undefined && !listed(options.journeys, file))) continue;
    const failed = failedTestsOf(file, name);
    outcomes.get(name)!.browser = failed.length === 0 ? "ok" : failed.join("; ");
  }
}

/** Runs the journeys of an example in a file of e2e, and answers the titles of those that failed. */
function failedTestsOf(file: string, name: string): string[] {
  const report = join(folder, `${file}.json`);
  const runner = join(root, "node_modules", "vitest", "vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const titles = file === "examples" ? ["-t", `^${name}:`] : [];
  const run = [runner, "run", "--config=e2e/aliased.config.ts", `${file}.test.ts`, ...reporters, ...titles];
  const env = { ...process.env, WEFT_TEST_ENTRY: join(folder, "packages", "server", "dist", "main.js") };
  const { status } = spawnSync(process.execPath, run, { cwd: root, stdio: "inherit", env });
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as Report;
  const failed = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter((test) => test.status === "failed").map(({ title }) => title),
  );
  if (status !== 0 && failed.length === 0) throw new Error(`The journeys in e2e/${file}.test.ts could not be run.`);
  return failed;
}
