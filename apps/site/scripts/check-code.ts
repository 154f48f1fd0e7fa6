/**
 * Type-checks the code of the documentation: every TypeScript and TSX block, as shown, against the installed packages.
 * Blocks of a page may import each other by their file names; one that `continues` is read as the end of the block
 * before it, and a `fragment` is left out. On a page that switches between Weft's own packages and the official ones, every block
 * is checked with both, but for those of Weft's own alone. Weft's own packages are checked as they are packed, by
 * `scripts/build-packages.ts`: reading their sources again for every page would take many minutes.
 *
 *   node scripts/check-code.ts [part of a route]
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Code } from "mdast";
import { visit } from "unist-util-visit";
import { readPages } from "../app/docs/catalogue/read-pages.ts";
import type { DocPage } from "../app/docs/catalogue/page.ts";
import { parseCodeMeta } from "../app/docs/mdx/code-meta.ts";
import { families, familyNames, hasSwitch, officialForm } from "../app/docs/mdx/package-families.ts";
import type { Family } from "../app/docs/mdx/package-families.ts";
import { parseMdx } from "../app/docs/mdx/parse.ts";
import { withDefaults } from "../app/docs/mdx/placeholders.ts";

const site = fileURLToPath(new URL("../", import.meta.url));
const folder = join(site, ".react-router", "docs-code");
const packed = join(site, "../../artifacts/unpacked");
if (!existsSync(packed)) throw new Error("Pack the packages first: npx node scripts/build-packages.ts.");
const wanted = process.argv[2] ?? "";

/** A page with the samples of one family of packages. */
interface Edition {
  readonly page: DocPage;
  readonly family: Family | undefined;
}

interface Block {
  readonly edition: Edition;
  file: string;
  text: string;
  /** Begins with code of one family of packages: what other code continues is before it. */
  readonly isOwn: boolean;
  /** The line of the page on which its text begins. */
  readonly line: number;
}

/** Blocks that are checked together. */
interface Unit {
  readonly blocks: Block[];
}

const pages = [...readPages().values()].filter(({ route }) => route.includes(wanted));
const editions = pages.flatMap((page): Edition[] =>
  hasSwitch(page.body) ? families.map((family) => ({ page, family })) : [{ page, family: undefined }],
);
const blocksByEdition = new Map(editions.map((edition) => [edition, blocksOf(edition)]));
const all = [...blocksByEdition.values()].flat();
const absent = new Set(all.flatMap(({ text }) => importsOf(text)).filter((name) => !isInstalled(name)));

// A block is valid on its own, with its imports, or in its place, after all previous blocks of the page.
const alone = await faultsOf(all.map((block) => unitAlone(block)));
const doubtful = new Set([...alone.keys()].map(({ edition }) => edition));
const inPlace = await faultsOf([...doubtful].flatMap((edition) => unitsInPlace(edition)));
const faults = [...alone].filter(([block]) => inPlace.has(block)).flatMap(([, texts]) => texts);

for (const fault of faults) console.error(fault);
if (absent.size > 0) console.log(`Not installed, so taken as they come: ${[...absent].toSorted().join(", ")}.`);
console.log(`${all.length} blocks, ${faults.length} faults.`);
if (faults.length > 0) process.exitCode = 1;

/** The errors of blocks, by unit. */
async function faultsOf(units: readonly Unit[]): Promise<Map<Block, string[]>> {
  await rm(folder, { recursive: true, force: true });
  await installPacked();
  const shims = [...absent].map((name) => `declare module ${JSON.stringify(name)};`);
  await write(join(folder, "shims", "absent.d.ts"), ['declare module "*.css";', ...shims, ""].join("\n"));
  const shared = new Map<boolean, string[]>();
  const projects: string[] = [];
  for (const [index, { blocks }] of units.entries()) {
    const place = join(folder, String(index));
    for (const { file, text } of blocks)
      await write(join(place, file), isModule(text) ? text : `${text}\nexport {};\n`);
    const guesses = isGuess({ blocks });
    if (blocks.some(({ text }) => text.includes("declare global")))
      projects.push(await project(join(place, "tsconfig.json"), ["./**/*"], guesses));
    else shared.set(guesses, [...(shared.get(guesses) ?? []), `./${index}/**/*`]);
  }
  for (const [guesses, include] of shared)
    projects.push(await project(join(folder, `tsconfig.${guesses ? "guesses" : "strict"}.json`), include, guesses));

  const found = new Map<Block, string[]>();
  if (projects.length === 0) return found;
  const output = await compile(projects);
  for (const [, file, line, column, text] of output.matchAll(/^(.+?)\((\d+),(\d+)\): error (.+)$/gm)) {
    const [index, ...rest] = relative(folder, join(site, file!)).split("/");
    const block = units[Number(index)]?.blocks.find((candidate) => candidate.file === rest.join("/"));
    if (block === undefined) throw new Error(`${file}(${line},${column}): ${text}`);
    if (isGuess(units[Number(index)]!) && !/^TS(1\d{3}|2304|2305|2552|2724):/.test(text!)) continue;
    const { page, family } = block.edition;
    const where = page.file === undefined ? page.route : relative(site, page.file);
    const form = family === undefined ? "" : ` with ${familyNames[family]}`;
    const fault = `${where}:${block.line + Number(line) - 1}:${column} (${block.file}${form}): ${text}`;
    found.set(block, [...new Set([...(found.get(block) ?? []), fault])]);
  }
  return found;
}

/** Makes the packed packages those that the code imports, and that import each other. */
async function installPacked(): Promise<void> {
  const scope = join(folder, "node_modules", "@weft");
  await mkdir(scope, { recursive: true });
  for (const name of await readdir(packed)) await symlink(join(packed, name), join(scope, name));
}

/**
 * Whether a unit imports packages that are not installed. Such units are checked only for syntax and undeclared names.
 */
function isGuess({ blocks }: Unit): boolean {
  return blocks.some(({ text }) => importsOf(text).some((name) => absent.has(name)));
}

function blocksOf(edition: Edition): Block[] {
  const { page, family } = edition;
  const blocks: Block[] = [];
  visit(parseMdx(page.body), "code", (node: Code) => {
    if (node.lang !== "ts" && node.lang !== "tsx") return;
    const { file, continues, fragment, own } = parseCodeMeta(node.meta ?? "");
    if (fragment || (own && family === "liveblocks")) return;
    const written = withDefaults(node.value).replaceAll(/^.*\[!code --\].*$/gm, "");
    const text = family === "liveblocks" ? officialForm(written) : written;
    const last = own ? blocks.at(-1) : blocks.findLast(({ isOwn }) => !isOwn);
    if (continues && last !== undefined) {
      last.text += `\n${text}`;
      if (node.lang === "tsx") last.file = last.file.replace(/\.ts$/, ".tsx");
      return;
    }
    const name = fileName(file, node.lang, blocks.length + 1);
    blocks.push({ edition, file: name, text, isOwn: own, line: page.bodyLine + node.position!.start.line });
  });
  return blocks;
}

/** The block with those of its page that it imports, and with the page's types for the whole app. */
function unitAlone(block: Block): Unit {
  const chosen = new Map([[block.file, block]]);
  const others = blocksByEdition.get(block.edition)!;
  const queue = [block];
  for (const { file, text } of queue) {
    for (const [, path] of text.matchAll(/from\s+["'](\.[^"']*)["']/g)) {
      const target = join(dirname(file), path!).replace(/\.(js|ts|tsx)$/, "");
      const found = others.findLast((other) => other.file.replace(/\.tsx?$/, "") === target);
      if (found === undefined || chosen.has(found.file)) continue;
      chosen.set(found.file, found);
      queue.push(found);
    }
  }
  return { blocks: [...chosen.values()] };
}

/** The blocks of a page in groups in which neither file names nor types of the global `Liveblocks` collide. */
function unitsInPlace(edition: Edition): Unit[] {
  const units: Unit[] = [];
  let unit: Unit = { blocks: [] };
  for (const block of blocksByEdition.get(edition)!) {
    const kept = unit.blocks.filter((other) => other.file !== block.file && !collide(other.text, block.text));
    if (kept.length < unit.blocks.length) {
      units.push(unit);
      // A block that is shown again replaces the earlier one; the rest of the page remains.
      unit = { blocks: kept };
    }
    unit.blocks.push(block);
  }
  return [...units, unit];
}

function fileName(file: string | undefined, language: string, count: number): string {
  if (file === undefined) return `block-${count}.${language}`;
  return /\.tsx?$/.test(file) ? file.replaceAll(/\[|\]/g, "_") : `${file}.${language}`;
}

/** Whether two blocks declare the same member of the global `Liveblocks`. */
function collide(a: string, b: string): boolean {
  const members = (text: string) =>
    text.includes("declare global")
      ? ["Presence", "Storage", "UserMeta", "RoomEvent"].filter((name) =>
          new RegExp(`^\\s+${name}\\s*:`, "m").test(text),
        )
      : [];
  return members(a).some((name) => members(b).includes(name));
}

function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*["']([^"'.][^"']*)["']/g)].map(([, name]) => name!);
}

function isInstalled(name: string): boolean {
  if (name.startsWith("node:") || builtinModules.includes(name)) return true;
  const root = name
    .split("/")
    .slice(0, name.startsWith("@") ? 2 : 1)
    .join("/");
  return [site, join(site, "../../")].some((place) => {
    const found = join(place, "node_modules", root);
    // A package with its own older SDK is older than the pages assume.
    return existsSync(join(found, "package.json")) && !existsSync(join(found, "node_modules/@liveblocks"));
  });
}

function isModule(text: string): boolean {
  return /^\s*(import|export)\s/m.test(text);
}

async function project(config: string, include: readonly string[], guesses: boolean): Promise<string> {
  const compilerOptions = {
    strict: true,
    noImplicitAny: !guesses,
    noEmit: true,
    skipLibCheck: true,
    target: "es2024",
    lib: ["es2024", "dom", "dom.iterable", "esnext.disposable", "esnext.iterator"],
    module: "esnext",
    moduleResolution: "bundler",
    preserveSymlinks: true,
    jsx: "react-jsx",
    allowImportingTsExtensions: true,
    types: ["node", "vite/client"],
  };
  const shim = relative(dirname(config), join(folder, "shims", "absent.d.ts"));
  await write(config, JSON.stringify({ compilerOptions, include: [...include, shim] }));
  return config;
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** One run for all projects: each has its own global scope. */
function compile(configs: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const tsc = join(site, "../../node_modules/.bin/tsc");
    execFile(
      tsc,
      ["--build", "--pretty", "false", ...configs],
      { cwd: site, maxBuffer: 1 << 26 },
      (error, stdout, stderr) => {
        if (error !== null && stdout === "") reject(new Error(stderr === "" ? error.message : stderr));
        else resolve(stdout);
      },
    );
  });
}
