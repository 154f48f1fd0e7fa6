/**
 * Makes an application of its own from an example of this repository: the example's files, those that it uses of what the
 * examples share, and the settings of its own that take the place of the repository's.
 *
 *     examples/kanban/src/**           ->  src/**
 *     examples/shared/src/**, *.css    ->  src/shared/**      (only what is used)
 *     examples/shared/weft.ts          ->  weft.ts            (used by vite.config.ts)
 *     examples/shared/public/**        ->  public/**
 *
 * What is shared imports the official packages. In an application that uses Weft's own, it imports these.
 *
 * A starter kit shares nothing: all of its files but tests are copied as they are.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { findExample, starterKits } from "@weft/example-catalogue";
import { readmeOf } from "./readme.ts";

const repository = fileURLToPath(new URL("../../../", import.meta.url));
const examplesFolder = join(repository, "examples");
const sharedFolder = join(examplesFolder, "shared");

/** The files of an application by their paths. What is no text, such as a video, has bytes. */
export type Template = ReadonlyMap<string, string | Uint8Array>;

interface PackageJson {
  readonly license?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly overrides?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

interface TsConfig {
  readonly compilerOptions?: Readonly<Record<string, unknown>>;
}

const sharedPackage = readJson(join(sharedFolder, "package.json"));

/** `import { a, type B } from "x"`, `export { a } from "x"`; also `import "x"`, `import("x")` and the `@import "x"` of CSS. */
const importing = /\b(?:from|import)\s*\(?\s*"([^"]+)"|@import\s+"([^"]+)"|import\.meta\.resolve\(`([^`$]+)/gu;
const sharedName = "@weft/example-shared";

export function templateOf(name: string): Template {
  return starterKits.some((kit) => kit.name === name) ? kitTemplateOf(name) : exampleTemplateOf(name);
}

function kitTemplateOf(name: string): Template {
  const folder = join(examplesFolder, name);
  const made = new Set(["node_modules", ".next", ".env", ".env.local", "next-env.d.ts"]);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:test\.tsx?|log|tsbuildinfo)$/u.test(entry.name))
    .map((entry) => pathIn(folder, entry))
    .filter((path) => !path.split("/").some((part) => made.has(part)));
  const { license: _, ...manifest } = readJson(join(folder, "package.json"));
  const written = new Map(files.map((path) => [path, readText(join(folder, path))]));
  written.set("package.json", json({ ...manifest, name }));
  // npm would leave a file of the name .gitignore out of the package.
  written.set("_gitignore", written.get(".gitignore")!);
  written.delete(".gitignore");
  return new Map([...written].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The packages of Weft's own client family. A server serves them. */
const isOfFamily = (dependency: string) => /^@weft\/(?!example-)/u.test(dependency);

function exampleTemplateOf(name: string): Template {
  const example = findExample(name);
  if (example === undefined) throw new Error(`There is no example "${name}".`);
  const folder = join(examplesFolder, name);
  const files = new Map<string, string>();
  const used = new Map<string, Set<string>>();

  const sources = sourcesOf(folder);
  for (const path of sources.filter((source) => !isBinary(source)))
    addFile(files, path, readText(join(folder, path)), used);
  addShared(files, used, "@weft/client" in (readJson(join(folder, "package.json")).dependencies ?? {}));
  for (const path of readdirSync(join(sharedFolder, "public")))
    files.set(`public/${path}`, readText(join(sharedFolder, "public", path)));

  const ownReadme = readText(join(folder, "README.md"), "");
  files.set("README.md", readmeOf(example, ownReadme));
  files.set(".env.example", envExample(example.hasUsers === true));
  // npm would leave a file of the name .gitignore out of the package.
  files.set("_gitignore", "node_modules/\ndist/\n.env\n*.log\n");
  files.set("tsconfig.json", json(tsConfigOf(folder)));
  files.set("package.json", json(packageOf(name, files)));
  const media = sources.filter(isBinary).map((path): [string, Uint8Array] => [path, readFileSync(join(folder, path))]);
  return new Map<string, string | Uint8Array>([...files, ...media].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isBinary(path: string): boolean {
  return /\.(?:pdf|webm)$/u.test(path);
}

function sourcesOf(folder: string): string[] {
  const sources = readdirSync(join(folder, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/u.test(entry.name))
    .map((entry) => pathIn(folder, entry));
  return ["index.html", "vite.config.ts", ...sources];
}

/** The path of a file from a folder, with slashes on every system. */
function pathIn(folder: string, { parentPath, name }: { readonly parentPath: string; readonly name: string }): string {
  return relative(folder, join(parentPath, name)).split(sep).join("/");
}

/** Adds a file of an example, whose imports of what examples share become imports of its copy. */
function addFile(files: Map<string, string>, path: string, text: string, used: Map<string, Set<string>>): void {
  for (const [, names, specifier] of text.matchAll(/\{([^{}]*)\}\s*from\s*"(@weft\/example-shared[^"]*)"/gu)) {
    const entry = entryOf(specifier!);
    const known = used.get(entry) ?? new Set();
    for (const one of names!.split(","))
      known.add(
        one
          .trim()
          .replace(/^type\s+/u, "")
          .split(/\s+as\s+/u)[0]!,
      );
    used.set(entry, known);
  }
  files.set(
    path,
    text.replaceAll(/"(@weft\/example-shared[^"]*)"/gu, (_, specifier: string) => {
      const entry = entryOf(specifier);
      if (!used.has(entry)) used.set(entry, new Set());
      return `"${relativeTo(path, placeOf(entry))}"`;
    }),
  );
}

/** Adds the shared files that are used, and those that they use. */
function addShared(
  files: Map<string, string>,
  used: ReadonlyMap<string, ReadonlySet<string>>,
  usesWeftPackages: boolean,
): void {
  const waiting = [...used.keys()];
  if ([...files.keys()].some((path) => path.endsWith(".tsx"))) waiting.push("src/css-properties.d.ts");
  for (let source = waiting.pop(); source !== undefined; source = waiting.pop()) {
    const place = placeOf(source);
    if (files.has(place)) continue;
    const written = onlyUsed(readText(join(sharedFolder, source)), used.get(source));
    const text = usesWeftPackages ? written.replaceAll('from "@liveblocks/', 'from "@weft/') : written;
    files.set(place, text);
    for (const specifier of specifiersIn(text))
      if (specifier.startsWith(".")) waiting.push(posix.join(posix.dirname(source), specifier));
  }
}

/** A file that exports what others declare, without the exports that nothing uses. */
function onlyUsed(text: string, names: ReadonlySet<string> | undefined): string {
  if (names === undefined) return text;
  return text.replaceAll(
    /export (type )?\{([^{}]*)\} from "([^"]+)";\n/gu,
    (_, type: string, exported: string, from: string) => {
      const kept = exported
        .split(",")
        .map((one) => one.trim())
        .filter((one) => names.has(one));
      return kept.length === 0 ? "" : `export ${type ?? ""}{ ${kept.join(", ")} } from "${from}";\n`;
    },
  );
}

/** The shared file that an import names, from the shared folder. */
function entryOf(specifier: string): string {
  const entry = sharedPackage.exports?.[`.${specifier.slice(sharedName.length)}`];
  if (entry === undefined) throw new Error(`${specifier} is not exported by examples/shared.`);
  // The copy is no part of this repository: it takes the connection alone.
  return entry === "./vite.ts" ? "weft.ts" : posix.normalize(entry);
}

/** Where a shared file has its place in an application. */
function placeOf(source: string): string {
  if (source.startsWith("src/")) return posix.join("src/shared", source.slice("src/".length));
  return source.endsWith(".css") ? posix.join("src/shared", source) : source;
}

function relativeTo(path: string, target: string): string {
  const address = posix.relative(posix.dirname(path), target);
  return address.startsWith(".") ? address : `./${address}`;
}

function specifiersIn(text: string): string[] {
  return [...text.matchAll(importing)].flatMap(({ index, 1: plain, 2: css, 3: resolved }) =>
    // The word itself is a text: `["from", "to"]`.
    text[index - 1] === '"' ? [] : [plain ?? css ?? resolved!],
  );
}

function packageOf(name: string, files: ReadonlyMap<string, string>) {
  const own = readJson(join(examplesFolder, name, "package.json"));
  const root = readJson(join(repository, "package.json"));
  const dependencies: Record<string, string> = { ...own.dependencies };
  const devDependencies: Record<string, string> = {
    ...own.devDependencies,
    typescript: root.devDependencies!["typescript"]!,
  };
  delete dependencies[sharedName];
  for (const [path, text] of files) {
    if (!/\.(ts|tsx|vue|svelte|css)$/u.test(path)) continue;
    for (const specifier of specifiersIn(text)) {
      if (specifier.startsWith("node:")) devDependencies["@types/node"] = root.devDependencies!["@types/node"]!;
      const dependency = packageNamed(specifier);
      if (dependency === null || dependency in dependencies || dependency in devDependencies) continue;
      // Types alone, such as those of a file format.
      if (`@types/${dependency}` in devDependencies) continue;
      if (isOfFamily(dependency)) {
        dependencies[dependency] = own.dependencies!["@weft/client"]!;
        continue;
      }
      const version = sharedPackage.dependencies?.[dependency] ?? sharedPackage.devDependencies?.[dependency];
      if (version === undefined) throw new Error(`${path} of ${name} imports ${specifier}, which has no version.`);
      if (sharedPackage.dependencies?.[dependency]) dependencies[dependency] = version;
      else devDependencies[dependency] = version;
    }
  }
  const overrides = Object.entries(root.overrides ?? {}).filter(
    ([key]) => key.replace(/(?<=.)@[^@]*$/u, "") in dependencies,
  );
  return {
    name,
    version: "0.1.0",
    private: true,
    type: "module",
    scripts: {
      dev: "vite",
      build: "vite build",
      preview: "vite preview",
      check: "tsc -p tsconfig.json",
      ...extraScripts(own),
    },
    dependencies: sorted(dependencies),
    devDependencies: sorted(devDependencies),
    ...(overrides.length > 0 && { overrides: Object.fromEntries(overrides) }),
  };
}

/** Scripts of an example beside the usual ones. */
function extraScripts({ scripts = {} }: PackageJson): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(scripts).filter(([script]) => script !== "dev" && script !== "build"));
}

/** The package of a bare import; null for files and for what Node.js brings. */
function packageNamed(specifier: string): string | null {
  if (/^(?:[./#]|node:)/u.test(specifier)) return null;
  return /^(?:@[^/]+\/)?[^/]+/u.exec(specifier)![0];
}

function tsConfigOf(folder: string) {
  const base = readJson(join(repository, "tsconfig.base.json")).compilerOptions;
  const app = readJson(join(sharedFolder, "tsconfig.app.json")).compilerOptions;
  const own = readJson(join(folder, "tsconfig.json")).compilerOptions;
  return { compilerOptions: { ...base, ...app, ...own }, include: ["src"] };
}

function envExample(hasUsers: boolean): string {
  return [
    "# Your Weft server.",
    "VITE_WEFT_URL=http://localhost:7070",
    "",
    "# The public key of your project. Without one, the server's demo project is used.",
    "# VITE_WEFT_PUBLIC_KEY=pk_…",
    ...(hasUsers
      ? [
          "",
          "# The secret key of the same project. It stays in the development server, which issues access tokens with it.",
          "# WEFT_SECRET_KEY=sk_…",
        ]
      : []),
    "",
  ].join("\n");
}

function sorted(record: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function readJson(path: string): PackageJson & TsConfig {
  return JSON.parse(readText(path)) as PackageJson & TsConfig;
}

/** The text of a file; `otherwise` where there is none. */
function readText(path: string, otherwise?: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (otherwise === undefined) throw error;
    return otherwise;
  }
}

/** The folder of the package. */
export const packageFolder = dirname(import.meta.dirname);
