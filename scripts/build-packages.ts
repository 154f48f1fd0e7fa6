/**
 * `npm run pack`, its first part: packs the packages of Weft's own client family into `artifacts/packages`, each as `<name>.tgz`, with
 * `packages.json` beside them: their versions, sizes and integrity. Code of packages that are not published is in them.
 *
 *   node scripts/build-packages.ts [--force]
 */
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { rolldown } from "rolldown";
import type { Plugin } from "rolldown";
import { dts } from "rolldown-plugin-dts";
import { preprocessCSS, resolveConfig } from "vite";
import { gzipOf } from "@weft/testkit/bundle";
import { sizeOf } from "./packed-sizes.ts";
import { entryName, faultsOfManifest, isStyleSheet, publishedManifest } from "./published-manifest.ts";
import type { SourceManifest } from "./published-manifest.ts";
import { published } from "./published-packages.ts";
import { runCommand } from "./run-command.ts";
import { fingerprint, root } from "./sources.ts";

/** Packages whose code is in those that are published. */
const internal = ["protocol", "crdt", "room", "document"];

/** Syntax of packages for browsers: that of the oldest in which they run (CS42). Packages for Node.js keep theirs. */
const onNodeAlone = ["@weft/node-prosemirror", "@weft/node-lexical", "@weft/emails", "@weft/testing"];
const targetOf = (name: string) => (onNodeAlone.includes(name) ? "esnext" : "es2022");

/** What one packed package is, as `packages.json` says it. */
export interface PackedPackage {
  readonly name: string;
  readonly version: string;
  /** Path on a server. */
  readonly path: string;
  readonly size: number;
  readonly integrity: string;
  /** Bytes that each entry adds to a page at once, with gzip and with the packages of the family that it imports. */
  readonly gzip: Readonly<Record<string, number>>;
}

/** What npm says of a tarball. */
interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly integrity: string;
  readonly files: readonly { readonly path: string }[];
}

/** Owner and name at GitHub, where a workflow builds what is published. */
const repository = process.env["GITHUB_REPOSITORY"];
const output = join(root, "artifacts", "packages");
/** The packages as they are installed. */
export const unpacked = join(root, "artifacts", "unpacked");
const stamp = join(output, ".sources");

export async function buildPackages(force: boolean): Promise<void> {
  const sources = await fingerprint([
    ...["build-packages.ts", "published-packages.ts", "published-manifest.ts", "packed-sizes.ts"].map((name) =>
      join(root, "scripts", name),
    ),
    join(root, "package-lock.json"),
    ...[...internal, ...published].map((name) => join(root, "packages", name)),
  ]);
  const wanted = `${sources} ${repository ?? ""}`;
  if (!force && (await readFile(stamp, "utf8").catch(() => "")) === wanted)
    return console.log("packages             up to date");
  const startedAt = performance.now();
  for (const folder of [output, unpacked]) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
  }
  /** What is built is packed while the next one is built, which needs its declarations alone. */
  const packing: Promise<PackedPackage>[] = [];
  for (const name of published) {
    const made = pack(await build(name));
    // Failures are those of `Promise.all` below.
    made.catch(() => {});
    packing.push(made);
  }
  const packed = await Promise.all(packing);
  await writeFile(join(output, "packages.json"), `${JSON.stringify(packed, null, 2)}\n`);
  await writeFile(stamp, wanted);
  console.log(`packages             built in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
}

/** A package as it is installed, in its folder. */
interface BuiltPackage {
  readonly name: string;
  readonly folder: string;
  readonly manifest: SourceManifest;
  readonly described: ReturnType<typeof publishedManifest>;
}

async function build(name: string): Promise<BuiltPackage> {
  const source = join(root, "packages", name);
  const manifest = JSON.parse(await readFile(join(source, "package.json"), "utf8")) as SourceManifest;
  const folder = join(unpacked, name);
  const imported = await buildCode(source, manifest, join(folder, "dist"));
  await buildStyles(source, manifest, join(folder, "dist"));
  await cp(join(source, "README.md"), join(folder, "README.md"));
  await cp(join(root, "LICENSE"), join(folder, "LICENSE"));
  const described = publishedManifest(manifest, await dependenciesOf(manifest, imported), repository);
  await writeFile(join(folder, "package.json"), `${JSON.stringify(described, null, 2)}\n`);
  return { name, folder, manifest, described };
}

async function pack({ name, folder, manifest, described }: BuiltPackage): Promise<PackedPackage> {
  const args = ["pack", "--json", "--ignore-scripts", "--loglevel=error", "--pack-destination", output];
  const { code, output: printed } = await runCommand("npm", args, folder);
  if (code !== 0) throw new Error(`@weft/${name} could not be packed: ${printed}`);
  const [made] = JSON.parse(printed) as readonly Packed[];
  const faults = faultsOfManifest(
    { ...described },
    {
      published: published.map((each) => `@weft/${each}`),
      files: made!.files.map(({ path }) => path),
      isRelease: repository !== undefined,
    },
  );
  if (faults.length > 0) throw new Error(`@weft/${name} cannot be published: ${faults.join(" ")}`);
  await rename(join(output, made!.filename), join(output, `${name}.tgz`));
  const gzip: Record<string, number> = {};
  for (const entry of Object.keys(manifest.exports)) {
    if (isStyleSheet(entry)) {
      gzip[entry] = gzipOf(await readFile(join(folder, "dist", entryName(entry)), "utf8"));
      continue;
    }
    const { first } = await sizeOf(`export * from "${manifest.name}${entry.slice(1)}";`, unpacked);
    gzip[entry] = first;
  }
  const { size, integrity } = made!;
  return { name: manifest.name, version: manifest.version, path: `/packages/${name}.tgz`, size, integrity, gzip };
}

function isPublished(dependency: string): boolean {
  return published.some((name) => dependency === `@weft/${name}` || dependency.startsWith(`@weft/${name}/`));
}

/** What is imported and not bundled: other packages of the family, and packages of others. */
function isExternal(id: string): boolean {
  return id.startsWith("node:") || (/^[@a-z]/.test(id) && !id.startsWith("@weft/")) || isPublished(id);
}

/** Answers the packages that the code imports, and those of the family that its types do. */
async function buildCode(source: string, manifest: SourceManifest, folder: string): Promise<ReadonlySet<string>> {
  const own = manifest.name;
  const input = Object.fromEntries(
    Object.entries(manifest.exports)
      .filter(([entry]) => !isStyleSheet(entry))
      .map(([entry, file]) => [entryName(entry), join(source, file)]),
  );
  const external = (id: string) => isExternal(id) && id !== own && !id.startsWith(`${own}/`);
  await using code = await rolldown({
    input,
    platform: "neutral",
    external,
    treeshake: true,
    tsconfig: false,
    transform: { target: targetOf(own) },
    onLog(level, log, print) {
      // Rolldown warns of every directive. Those of entries stay at the top, which `checkDirectives` holds.
      if (log.code !== "MODULE_LEVEL_DIRECTIVE") print(level, log);
    },
  });
  // A file for each module: bundlers of applications move modules between what a page loads first and what it loads later, but no
  // parts of them (CS41).
  const { output: chunks } = await code.write({
    dir: folder,
    format: "esm",
    preserveModules: true,
    preserveModulesRoot: join(source, "src"),
  });
  await checkDirectives(input, folder);
  // The compiler describes everything that it is given: here, what the entries import.
  // It has to lie above everything that is described.
  const tsconfig = join(root, `.tsconfig.${manifest.name.slice("@weft/".length)}.json`);
  const options = {
    declaration: true,
    noEmit: false,
    jsx: "react-jsx",
    paths: { ...(await internalPaths()), ...builtPaths(folder) },
  };
  const described = {
    extends: join(root, "tsconfig.base.json"),
    compilerOptions: options,
    files: Object.values(input),
  };
  await writeFile(tsconfig, JSON.stringify(described));
  // Types of messages are derived from their schemas, so that what they need of Zod's types is in ours; its code is not.
  const externalType = (id: string) => external(id) && !/^zod(\/|$)/.test(id);
  const plugins = [zodTypes, dts({ emitDtsOnly: true, tsconfig, logger: declarationLog })];
  await using types = await rolldown({
    input,
    external: externalType,
    plugins,
    checks: { pluginTimings: false },
    onLog(level, log, print) {
      // Translations of Zod's messages, which are no part of our types.
      if (!/zod\/v4\/locales\/\S+ uses CommonJS dts syntax/.test(log.message)) print(level, log);
    },
  });
  const chunkFileNames = "[name]-[hash].d.ts";
  const { output: declarations } = await types.write({ dir: folder, format: "esm", chunkFileNames });
  await rm(tsconfig);
  const files = new Set(chunks.map(({ fileName }) => fileName));
  const imports = (written: typeof chunks) =>
    written.flatMap((chunk) => (chunk.type === "chunk" ? [...chunk.imports, ...chunk.dynamicImports] : []));
  // Types of the family are found in the packages that export them, though no code may be.
  const ids = [...imports(chunks), ...imports(declarations).filter(isPublished)];
  return new Set(ids.filter((id) => !files.has(id) && !id.startsWith("node:")).map(packageOf));
}

/** Writes each style sheet with those that it imports in it. */
async function buildStyles(source: string, manifest: SourceManifest, folder: string): Promise<void> {
  const sheets = Object.entries(manifest.exports).filter(([entry]) => isStyleSheet(entry));
  if (sheets.length === 0) return;
  const mode = process.env["NODE_ENV"];
  const config = await resolveConfig({ root: source, configFile: false, logLevel: "error" }, "build");
  // Vite sets it for all that runs after this, if nothing has.
  if (mode === undefined) delete process.env["NODE_ENV"];
  for (const [entry, path] of sheets) {
    const file = join(source, path);
    const { code } = await preprocessCSS(await readFile(file, "utf8"), file, config);
    const built = join(folder, entryName(entry));
    await mkdir(dirname(built), { recursive: true });
    await writeFile(built, code);
    await writeFile(`${built}.d.ts`, "export {};\n");
  }
}

/** An entry that says "use client" says so when it is built, too: React Server Components look at its first line. */
async function checkDirectives(input: Readonly<Record<string, string>>, folder: string): Promise<void> {
  for (const [entry, file] of Object.entries(input)) {
    const [source, built] = await Promise.all([readFile(file, "utf8"), readFile(join(folder, `${entry}.js`), "utf8")]);
    const [directive] = /^"use \w+";\n/.exec(source) ?? [""];
    if (!built.startsWith(directive)) throw new Error(`${folder}/${entry}.js does not begin with ${directive.trim()}`);
  }
}

/** What the plugin for declarations says, without what is known: which compiler it found. */
const declarationLog = {
  ...console,
  info() {},
  warn(text: unknown) {
    if (!/TypeScript 7\.0 does not yet have a stable API/.test(String(text))) console.warn(text);
  },
};

/** Where the compiler finds the sources of packages that are not published. What it finds in `node_modules`, it does not describe. */
async function internalPaths(): Promise<Record<string, string[]>> {
  const paths: Record<string, string[]> = {};
  for (const name of internal) {
    const folder = join(root, "packages", name);
    const { exports } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as SourceManifest;
    for (const [entry, file] of Object.entries(exports)) paths[`@weft/${name}${entry.slice(1)}`] = [join(folder, file)];
  }
  return paths;
}

/** Packages of the family that were built before, as those who install them see them. */
function builtPaths(folder: string): Record<string, string[]> {
  const paths: Record<string, string[]> = {};
  for (const name of published) {
    const built = join(unpacked, name, "dist");
    if (built === folder || !existsSync(built)) continue;
    paths[`@weft/${name}`] = [join(built, "index.d.ts")];
    paths[`@weft/${name}/*`] = [join(built, "*.d.ts")];
  }
  return paths;
}

/** Zod's types for ES modules: the others cannot be bundled. */
const zodTypes: Plugin = {
  name: "zod-types",
  resolveId: (id) => (id === "zod" ? join(root, "node_modules", "zod", "index.d.ts") : undefined),
};

/** `lib0/encoding` is a part of `lib0`. */
function packageOf(id: string): string {
  return id
    .split("/")
    .slice(0, id.startsWith("@") ? 2 : 1)
    .join("/");
}

/** The version of each package that the code imports and that applications need not install by themselves. */
async function dependenciesOf(
  manifest: SourceManifest,
  imported: ReadonlySet<string>,
): Promise<Record<string, string>> {
  const { version, peerDependencies } = manifest;
  const dependencies: Record<string, string> = {};
  for (const dependency of [...imported].sort()) {
    if (peerDependencies?.[dependency] !== undefined) continue;
    if (isPublished(dependency)) dependencies[dependency] = version;
    else {
      const installed = await readFile(join(root, "node_modules", dependency, "package.json"), "utf8");
      dependencies[dependency] = `^${(JSON.parse(installed) as SourceManifest).version}`;
    }
  }
  return dependencies;
}

if (import.meta.main) await buildPackages(process.argv.includes("--force"));
