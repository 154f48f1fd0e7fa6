/**
 * `npm run pack`: packs the built server, site and examples into `packages/server/build/weft-server-<version>.tgz`, a package
 * that is installed without a checkout, and builds before what is not built yet. Folders keep their places, as the server
 * finds its pages by them. The server's dependencies are in its bundle, so that the package depends on Node.js alone.
 *
 *   node scripts/pack-server.ts [--force]
 */
import { createHash } from "node:crypto";
import { cp, glob, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { buildPackages } from "./build-packages.ts";
import { withProgress } from "./progress.ts";
import { runCommand } from "./run-command.ts";
import { fingerprint, root } from "./sources.ts";

const own = join(root, "packages", "server", "tarball");
const output = join(root, "packages", "server", "build");
const stamp = join(output, ".sources");

/** What a checkout notes of what it has built. */
const notes = new Set([".sources", ".checked"]);

type Manifest = Readonly<Record<string, unknown>>;
const readManifest = async (folder: string) =>
  JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Manifest;

const steps = ["./build-server.ts", "./build-examples.ts", "./build-create-weft.ts", "./build-site.ts"];
for (const step of steps) {
  await import(new URL(step, import.meta.url).href);
  if (process.exitCode !== undefined && process.exitCode !== 0) process.exit();
}

await buildPackages(false);

/** What was built. Each folder has a stamp that says from what. */
const built = [
  join("packages", "server", "dist"),
  join("packages", "create-weft", "build"),
  join("artifacts", "packages"),
  join("apps", "site", "build", "client"),
  ...(await Array.fromAsync(glob(join("examples", "*", "dist"), { cwd: root }))).sort(),
];

const sources = await describeSources();
if (!process.argv.includes("--force") && (await readFile(stamp, "utf8").catch(() => "")) === sources)
  console.log("package              up to date");
else await withProgress("package", pack);

async function describeSources(): Promise<string> {
  const hash = createHash("sha256");
  hash.update(await fingerprint([own, join(root, "deploy"), join(root, "LICENSE"), import.meta.filename]));
  for (const name of ["package.json", join("packages", "server", "package.json")])
    hash.update(await readFile(join(root, name)));
  for (const folder of built) hash.update(folder).update(await readFile(join(root, folder, ".sources")));
  return hash.digest("hex");
}

async function pack(): Promise<boolean> {
  await rm(output, { recursive: true, force: true });
  const folder = join(output, "package");
  await mkdir(folder, { recursive: true });
  for (const path of built)
    await cp(join(root, path), join(folder, path), {
      recursive: true,
      filter: (file) => !notes.has(basename(file)),
    });
  await cp(join(own, "weft.js"), join(folder, "bin", "weft.js"));
  await cp(join(own, "README.md"), join(folder, "README.md"));
  await cp(join(root, "LICENSE"), join(folder, "LICENSE"));
  await cp(join(root, "deploy"), join(folder, "deploy"), { recursive: true });
  const { description, dependencies, engines } = await readManifest(root);
  const { name, version, license } = await readManifest(join(root, "packages", "server"));
  const described = {
    name,
    version,
    description,
    license,
    type: "module",
    bin: { weft: "bin/weft.js" },
    dependencies,
    engines,
  };
  await writeFile(join(folder, "package.json"), `${JSON.stringify(described, null, 2)}\n`);
  const args = ["pack", "--json", "--ignore-scripts", "--loglevel=error", "--pack-destination", output];
  const { code, output: printed } = await runCommand("npm", args, folder);
  await rm(folder, { recursive: true, force: true });
  if (code !== 0) {
    console.error(printed);
    console.error(`The server could not be packed: code ${code}.`);
    process.exitCode = 1;
    return false;
  }
  await writeFile(stamp, sources);
  return true;
}
