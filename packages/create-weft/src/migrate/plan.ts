/**
 * Decides what a migration changes: a pure function of the files of an application. Objects pass between the packages of
 * one side of an application, such as structures of Storage and the room, so that a side is migrated as a whole or not at all.
 */
import { applied, dependenciesIn, editManifest } from "./manifest.ts";
import type { ManifestEdit } from "./manifest.ts";
import { isStyleSheet, specifiersIn } from "./specifiers.ts";
import type { Specifier } from "./specifiers.ts";
import { holders, officialPackage, officialScope, ownScope, twinOf, twins } from "./twins.ts";
import type { Side } from "./twins.ts";

export interface SourceFile {
  /** Relative to the application, with `/`. */
  readonly path: string;
  readonly text: string;
}

export interface FileChange {
  readonly path: string;
  readonly text: string;
  readonly edits: readonly { readonly line: number; readonly from: string; readonly to: string }[];
}

/** An official package that stays, with the reason as a sentence. */
export interface KeptPackage {
  readonly name: string;
  readonly reason: string;
}

export interface MigrationPlan {
  readonly changes: readonly FileChange[];
  readonly kept: readonly KeptPackage[];
  /** What the developer has to do or to look at, as sentences. */
  readonly remaining: readonly string[];
}

export interface MigrationOptions {
  /** The origin of the server that serves the packages. */
  readonly server?: string | undefined;
  /** Migrates packages that others, which stay, share objects with. */
  readonly force?: boolean;
}

interface Source extends SourceFile {
  readonly specifiers: readonly Specifier[];
}

const mentionsShown = 20;

/** `files` are the application's sources, manifests, and other texts; the last are searched for mentions alone. */
export function planMigration(files: readonly SourceFile[], options: MigrationOptions = {}): MigrationPlan {
  const remaining: string[] = [];
  const manifests = files.filter(({ path }) => isManifest(path)).filter((file) => isReadable(file, remaining));
  const sources = files
    .filter(({ path }) => isSource(path))
    .map((file) => ({ ...file, specifiers: file.text.includes(officialScope) ? officialIn(file) : [] }));
  const used = usedPackages(sources, manifests);
  const held = heldSides(sources, used);
  const migrated = new Set(
    Object.entries(twins)
      .filter(([, { side }]) => options.force === true || !held.has(side))
      .map(([name]) => name),
  );
  const changes = [
    ...sources.flatMap((source) => sourceChange(source, migrated)),
    ...manifests.flatMap((manifest) => manifestChange(manifest, migrated, options.server)),
  ];
  const after = new Map(changes.map(({ path, text }) => [path, text]));
  const edited = files.map(({ path, text }) => ({ path, text: after.get(path) ?? text }));
  remaining.push(...stepsAfter(changes, edited, options.server));
  remaining.push(
    ...mentions(
      edited,
      [...used].filter((name) => migrated.has(name)),
    ),
  );
  return { changes, kept: keptPackages(used, held, migrated, sources), remaining };
}

export function isManifest(path: string): boolean {
  return path === "package.json" || path.endsWith("/package.json");
}

export function isSource(path: string): boolean {
  return isStyleSheet(path) || /\.(?:[mc]?[jt]s|[jt]sx|vue|svelte)$/.test(path);
}

function isReadable({ path, text }: SourceFile, remaining: string[]): boolean {
  try {
    dependenciesIn(text);
    return true;
  } catch {
    remaining.push(`${path} is not valid JSON. Replace its dependencies by hand.`);
    return false;
  }
}

function officialIn({ path, text }: SourceFile): readonly Specifier[] {
  return specifiersIn(path, text).filter(({ value }) => officialPackage(value) !== undefined);
}

function usedPackages(sources: readonly Source[], manifests: readonly SourceFile[]): ReadonlySet<string> {
  const names = [
    ...sources.flatMap(({ specifiers }) => specifiers.map(({ value }) => value)),
    ...manifests.flatMap(({ text }) => dependenciesIn(text)),
  ].map((name) => officialPackage(name)?.name);
  return new Set(names.filter((name) => name !== undefined).toSorted());
}

/** The sides that cannot be migrated as a whole, each with the reason. */
function heldSides(sources: readonly Source[], used: ReadonlySet<string>): ReadonlyMap<Side, string> {
  const held = new Map<Side, string>();
  for (const name of used) {
    const holder = Object.hasOwn(holders, name) ? holders[name] : undefined;
    if (holder !== undefined && !held.has(holder.side))
      held.set(holder.side, `${officialScope}${name} has no twin yet, and ${holder.because}`);
  }
  for (const source of sources)
    for (const specifier of source.specifiers) {
      const { name } = officialPackage(specifier.value)!;
      const side = name === "core" ? "browser" : Object.hasOwn(twins, name) ? twins[name]!.side : undefined;
      const obstacle = obstacleOf(specifier, name);
      if (side !== undefined && obstacle !== undefined && !held.has(side))
        held.set(side, `${source.path} imports ${obstacle}`);
    }
  if (held.size !== 1) return held;
  const both = sources.find(({ specifiers }) => importsBoth(specifiers));
  const [[side] = []] = held;
  if (both !== undefined)
    held.set(
      side === "browser" ? "server" : "browser",
      `${both.path} uses structures of ${officialScope}client in calls of ${officialScope}node, which must be of one family`,
    );
  return held;
}

/** What an import needs that no package of the family has. */
function obstacleOf({ value, typeOnly }: Specifier, name: string): string | undefined {
  if (name === "core")
    return typeOnly ? undefined : `values of ${value}, which work with objects of the official packages alone`;
  if (twinOf(value) === undefined) return `${value}, and Weft's packages have no such entry point`;
  return undefined;
}

function importsBoth(specifiers: readonly Specifier[]): boolean {
  const imports = (name: string) =>
    specifiers.some(({ value, typeOnly }) => !typeOnly && officialPackage(value)!.name === name);
  return imports("client") && imports("node");
}

function keptPackages(
  used: ReadonlySet<string>,
  held: ReadonlyMap<Side, string>,
  migrated: ReadonlySet<string>,
  sources: readonly Source[],
): readonly KeptPackage[] {
  const kept: KeptPackage[] = [];
  for (const name of used) {
    const twin = Object.hasOwn(twins, name) ? twins[name] : undefined;
    if (twin === undefined) kept.push({ name: officialScope + name, reason: reasonWithoutTwin(name) });
    else if (!migrated.has(name))
      kept.push({
        name: officialScope + name,
        reason: `${held.get(twin.side)}. Use --force to migrate it nevertheless.`,
      });
  }
  const unknown = new Set(sources.flatMap(({ specifiers }) => specifiers.map(({ value }) => value)));
  for (const value of unknown)
    if (migrated.has(officialPackage(value)!.name) && twinOf(value) === undefined)
      kept.push({ name: value, reason: `${ownScope}${officialPackage(value)!.name} has no such entry point.` });
  return kept;
}

function reasonWithoutTwin(name: string): string {
  if (name === "core") return `It is internal to the official packages. Import its types from ${ownScope}client.`;
  const holder = Object.hasOwn(holders, name) ? holders[name] : undefined;
  return holder === undefined ? "It has no twin yet." : `It has no twin yet, and ${holder.because}.`;
}

function sourceChange({ path, text, specifiers }: Source, migrated: ReadonlySet<string>): readonly FileChange[] {
  const edits: ManifestEdit[] = [];
  for (const { start, value } of specifiers) {
    const to = migrated.has(officialPackage(value)!.name) ? twinOf(value) : undefined;
    if (to !== undefined) edits.push({ at: start, from: value, to });
  }
  return edits.length === 0 ? [] : [{ path, text: applied(text, edits), edits: withLines(text, edits) }];
}

function manifestChange(
  { path, text }: SourceFile,
  migrated: ReadonlySet<string>,
  server: string | undefined,
): readonly FileChange[] {
  const { text: after, edits } = editManifest(text, migrated, server);
  return edits.length === 0 ? [] : [{ path, text: after, edits: withLines(text, edits) }];
}

function withLines(text: string, edits: readonly ManifestEdit[]): FileChange["edits"] {
  return edits.map(({ at, from, to }) => ({ line: lineOf(text, at), from, to }));
}

function lineOf(text: string, at: number): number {
  let line = 1;
  for (let place = text.indexOf("\n"); place !== -1 && place < at; place = text.indexOf("\n", place + 1)) line++;
  return line;
}

function stepsAfter(
  changes: readonly FileChange[],
  files: readonly SourceFile[],
  server: string | undefined,
): readonly string[] {
  if (changes.length === 0) return [];
  const steps: string[] = [];
  const sources = files.filter(({ path }) => isSource(path));
  const usesNode = sources.some(({ text }) => text.includes(`"${ownScope}node"`) || text.includes(`'${ownScope}node'`));
  const sets = sources.filter(({ text }) => text.includes("baseUrl")).map(({ path }) => path);
  if (changes.some(({ path }) => isManifest(path)))
    steps.push(
      server === undefined
        ? "Do not install yet: the packages are not in a registry, where others may take their names. Run this command again with --server and the address of your Weft server, which serves them."
        : "Install the packages with your package manager, so that its lock file follows.",
    );
  steps.push(
    sets.length > 0
      ? `baseUrl in ${sets.slice(0, 5).join(", ")}: in a page, it can be removed if your Weft server has the page's origin. Otherwise keep it.`
      : "Set baseUrl to the origin of your Weft server, unless pages are served from the same origin.",
  );
  if (usesNode)
    steps.push("In back ends, set baseUrl or the environment variable WEFT_BASE_URL: there is no default address.");
  steps.push("Run your type checker and your tests.");
  return steps;
}

/** Other occurrences of the packages that were migrated: comments, settings of bundlers, documentation. */
function mentions(files: readonly SourceFile[], names: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (const { path, text } of files)
    for (const name of names) {
      const full = officialScope + name;
      for (let at = text.indexOf(full); at !== -1; at = text.indexOf(full, at + 1))
        if (!/[\w-]/.test(text[at + full.length] ?? "")) found.push(`${path}:${lineOf(text, at)}`);
    }
  if (found.length === 0) return [];
  const places = [...new Set(found)];
  const more = places.length > mentionsShown ? `, and ${places.length - mentionsShown} more` : "";
  return [`Other mentions of migrated packages: ${places.slice(0, mentionsShown).join(", ")}${more}.`];
}
