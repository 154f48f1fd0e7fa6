/**
 * What the published packages export, read from their sources: each name with its kind, its signature and the first paragraph of its
 * doc comment. The API reports (`packages/<name>/API.md`) and the reference pages are made from it.
 *
 *   package.json#exports ──► entry ──► re-exports, followed across files and packages ──► declaration ──► signature and comment
 */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Modules } from "./declaration-modules.ts";
import type { Declaration } from "./declaration-modules.ts";
import { describe } from "./declaration-text.ts";
import type { Kind } from "./declaration-text.ts";
import { isStyleSheet } from "./published-manifest.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

export interface ExportedName {
  readonly name: string;
  readonly kind: Kind;
  readonly signature: string;
  /** The first paragraph of its doc comment; empty if there is none. */
  readonly summary: string;
  /** Another name of the entry point for the same declaration. */
  readonly aliasOf?: string;
}

export interface EntryPoint {
  /** Such as `.` or `./suspense`. */
  readonly entry: string;
  readonly names: readonly ExportedName[];
}

const modules = new Modules(packageFile);

/** The file behind the import of a package of this repository; undefined for packages of others. */
function packageFile(specifier: string): string | undefined {
  const [, name, path = ""] = /^@weft\/([\w-]+)(\/.+)?$/u.exec(specifier) ?? [];
  return name === undefined ? undefined : entriesOf(name).get(`.${path}`);
}

/** The entry points of a package with their files. */
function entriesOf(name: string): ReadonlyMap<string, string> {
  const folder = resolve(root, "packages", name);
  const manifest = resolve(folder, "package.json");
  if (!existsSync(manifest)) return new Map();
  const { exports } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly exports: Record<string, string> };
  return new Map(Object.entries(exports).map(([entry, file]) => [entry, resolve(folder, file)]));
}

/** The entry points of a package, the main one first, with everything that they export by name. Style sheets export nothing. */
export function describePackage(name: string): readonly EntryPoint[] {
  return [...entriesOf(name)]
    .filter(([entry]) => !isStyleSheet(entry))
    .map(([entry, file]) => ({ entry, names: namesOf(file) }));
}

function namesOf(file: string): readonly ExportedName[] {
  const found = [...modules.exportsOf(file)].map(([name, declaration]) => ({ name, declaration }));
  const byPlace = Map.groupBy(found, ({ declaration }) => placeOf(declaration));
  const canonicalOf = (declaration: Declaration) => {
    const names = byPlace.get(placeOf(declaration));
    return names === undefined ? undefined : canonicalFirst(names)[0]!.name;
  };
  const publicName = (declaration: Declaration) => canonicalOf(declaration) ?? ofClient().get(placeOf(declaration));
  return found
    .map(({ name, declaration }): ExportedName => {
      const { kind, signature, summary } = describe(modules, name, declaration, publicName);
      const canonical = canonicalOf(declaration)!;
      const aliasOf = canonical === name ? aliasedType(signature, name, found) : canonical;
      return { name, kind, signature, summary, ...(aliasOf !== undefined && { aliasOf }) };
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

let clientNames: ReadonlyMap<string, string> | undefined;

/** What `@weft/client` exports, by place: the other packages name its types too. */
function ofClient(): ReadonlyMap<string, string> {
  if (clientNames === undefined) {
    const found = [...modules.exportsOf(entriesOf("client").get(".")!)].map(([name, declaration]) => ({
      name,
      declaration,
    }));
    const byPlace = Map.groupBy(found, ({ declaration }) => placeOf(declaration));
    clientNames = new Map([...byPlace].map(([place, names]) => [place, canonicalFirst(names)[0]!.name]));
  }
  return clientNames;
}

function placeOf({ file, name }: Declaration): string {
  return `${file} ${name}`;
}

interface Found {
  readonly name: string;
  readonly declaration: Declaration;
}

/** Names of one declaration, with the one first that new code uses. */
function canonicalFirst(names: readonly Found[]): readonly Found[] {
  const rank = ({ name, declaration }: Found) => (isOfficial(name) ? 2 : name === declaration.name ? 0 : 1);
  return names.toSorted((a, b) => rank(a) - rank(b));
}

/** Whether a name is there for code of the official packages. */
export function isOfficial(name: string): boolean {
  return /liveblocks/iu.test(name);
}

/** `type LiveblocksOptions = WeftOptions` is a second name of what it refers to. */
function aliasedType(signature: string, name: string, found: readonly Found[]): string | undefined {
  const target = new RegExp(`^type ${name}(?:<[^=]*>)? = (\\w+)(?:<[\\w, ]*>)?;$`, "u").exec(signature)?.[1];
  return found.some((other) => other.name === target) ? target : undefined;
}

/** A name as the reference page of its package lists it: once, though several entry points may export it. */
export interface ListedName extends ExportedName {
  readonly entries: readonly string[];
  /** Of the entry points whose signature is another one. */
  readonly otherSignatures?: Readonly<Record<string, string>>;
}

/** Everything that a package exports, each name once. */
export function listedNames(entries: readonly EntryPoint[]): readonly ListedName[] {
  const all = entries.flatMap(({ entry, names }) => names.map((exported) => ({ entry, exported })));
  return [...Map.groupBy(all, ({ exported }) => exported.name).values()].map((same) => {
    const [{ exported: first }] = same as [(typeof same)[number]];
    const others = same.filter(({ exported }) => exported.signature !== first.signature);
    return {
      ...first,
      entries: same.map(({ entry }) => entry),
      ...(others.length > 0 && {
        otherSignatures: Object.fromEntries(others.map(({ entry, exported }) => [entry, exported.signature])),
      }),
    };
  });
}

/** The API of a package as its report shows it: a list of signatures for each entry point. */
export function apiReport(name: string, entries: readonly EntryPoint[]): string {
  const [main] = entries;
  const sections = entries.flatMap(({ entry, names }) => {
    // An entry point for another way of loading has most names as they are in the main one.
    const same = entry === "." ? [] : names.filter((exported) => main!.names.some((other) => isSame(other, exported)));
    return [
      `## \`@weft/${name}${entry.slice(1)}\``,
      "",
      ...(same.length === 0
        ? []
        : [`As in \`@weft/${name}\`: ${same.map((exported) => `\`${exported.name}\``).join(", ")}.`, ""]),
      "```ts",
      ...names.filter((exported) => !same.includes(exported)).map(lineOf),
      "```",
      "",
    ];
  });
  return [
    `# API of \`@weft/${name}\``,
    "",
    "Every exported name with its signature. `npm run generate` writes this file, so a change of the API is a change here.",
    "",
    ...sections,
  ].join("\n");
}

function isSame(one: ExportedName, other: ExportedName): boolean {
  return one.name === other.name && one.signature === other.signature;
}

function lineOf({ name, kind, signature, aliasOf }: ExportedName): string {
  if (aliasOf === undefined) return signature;
  return `${kind === "interface" || kind === "type" ? "type" : "const"} ${name} = ${aliasOf};`;
}
