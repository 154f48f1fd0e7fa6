/**
 * Packs `packages/create-weft` into `packages/create-weft/build` when one of its sources changed, and writes `create-weft.json`
 * beside it: the tarball's name, size and integrity. The server serves both below `/packages/`.
 *
 *   node scripts/build-create-weft.ts [--force]
 */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "./run-command.ts";
import { fingerprint, root } from "./sources.ts";

const source = join(root, "packages", "create-weft");
const output = join(source, "build");
const stamp = join(output, ".sources");

const sources = await fingerprint([
  source,
  import.meta.filename,
  join(root, "examples"),
  join(root, "package.json"),
  join(root, "package-lock.json"),
]);
if (!process.argv.includes("--force") && (await readFile(stamp, "utf8").catch(() => "")) === sources)
  console.log("create-weft    up to date");
else await build();

async function build(): Promise<void> {
  const startedAt = performance.now();
  await rm(output, { recursive: true, force: true });
  await mkdir(output);
  const templates = await runCommand(process.execPath, [join(source, "src", "build.ts")], source);
  // The templates are made above, so that npm prints its answer alone.
  const args = ["pack", "--json", "--ignore-scripts", "--loglevel=error", "--pack-destination", output];
  const { code, output: printed } = templates.code === 0 ? await runCommand("npm", args, source) : templates;
  if (code !== 0) {
    console.error(printed);
    console.error(`packages/create-weft could not be packed: code ${code}.`);
    process.exitCode = 1;
    return;
  }
  const [packed] = JSON.parse(printed) as readonly Record<
    "name" | "version" | "filename" | "size" | "integrity",
    unknown
  >[];
  const { name, version, filename, size, integrity } = packed!;
  const described = { name, version, path: `/packages/${String(filename)}`, size, integrity };
  await writeFile(join(output, "create-weft.json"), `${JSON.stringify(described, null, 2)}\n`);
  await writeFile(stamp, sources);
  console.log(`create-weft    built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}
