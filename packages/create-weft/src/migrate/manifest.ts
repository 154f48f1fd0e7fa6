/** Edits of a `package.json` as text, so that its order, indentation and line endings stay. */
import { familyVersion, neededBy, officialScope, ownScope, twins } from "./twins.ts";

export interface ManifestEdit {
  /** Where the text was changed, in the text as it was. */
  readonly at: number;
  readonly from: string;
  readonly to: string;
}

interface Entry {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly valueStart: number;
  /** The value, if it is a string. */
  readonly value: string | undefined;
}

const sections = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];

/** The names of all dependencies of a manifest, of every kind. */
export function dependenciesIn(text: string): readonly string[] {
  return sectionsOf(text).flatMap(({ entries }) => entries.map(({ key }) => key));
}

/**
 * The manifest with twins for the dependencies on `packages`. With a server, a dependency is the address of a tarball, and the
 * packages that a twin depends on are named too: no registry has them.
 */
export function editManifest(
  text: string,
  packages: ReadonlySet<string>,
  server: string | undefined,
): { readonly text: string; readonly edits: readonly ManifestEdit[] } {
  const edits: ManifestEdit[] = [];
  const found = sectionsOf(text);
  const present = new Set(
    found.filter(({ name }) => name !== "peerDependencies").flatMap(({ entries }) => entries.map(({ key }) => key)),
  );
  for (const { name, entries } of found) {
    const isPeer = name === "peerDependencies";
    const own = new Set(entries.map(({ key }) => key));
    const doubled = ({ key }: Entry) => key.startsWith(officialScope) && own.has(ownScope + twinIn(key, packages));
    edits.push(...removals(text, entries, doubled));
    for (const entry of entries) {
      const twin = twinIn(entry.key, packages);
      if (twin === undefined || doubled(entry)) continue;
      const version = isPeer ? `^${familyVersion}` : versionOf(twin, server);
      if (entry.key === ownScope + twin && (isPeer || server === undefined || entry.value !== `^${familyVersion}`))
        continue;
      const line = [entryText(text, entry, ownScope + twin, version)];
      for (const need of isPeer || server === undefined ? [] : neededBy(twin)) {
        if (present.has(ownScope + need) || (packages.has(need) && present.has(officialScope + need))) continue;
        present.add(ownScope + need);
        line.push(`${separator(text, entry.start)}"${ownScope}${need}": "${versionOf(need, server)}"`);
      }
      edits.push({ at: entry.start, from: text.slice(entry.start, entry.end), to: line.join(",") });
    }
  }
  return { text: applied(text, edits), edits };
}

/** Applies edits that do not overlap. */
export function applied(text: string, edits: readonly ManifestEdit[]): string {
  let edited = text;
  for (const { at, from, to } of edits.toSorted((a, b) => b.at - a.at))
    edited = edited.slice(0, at) + to + edited.slice(at + from.length);
  return edited;
}

/** The package of the family that a dependency becomes, or is already. */
function twinIn(dependency: string, packages: ReadonlySet<string>): string | undefined {
  for (const scope of [officialScope, ownScope]) {
    const name = dependency.startsWith(scope) ? dependency.slice(scope.length) : "";
    if (packages.has(name) || (scope === ownScope && Object.hasOwn(twins, name))) return name;
  }
  return undefined;
}

function versionOf(name: string, server: string | undefined): string {
  return server === undefined ? `^${familyVersion}` : `${server}/packages/${name}.tgz`;
}

function entryText(text: string, entry: Entry, key: string, value: string): string {
  const between = text.slice(entry.start + JSON.stringify(entry.key).length, entry.valueStart);
  return `${JSON.stringify(key)}${between}${JSON.stringify(value)}`;
}

/** The line break and indentation before an entry. */
function separator(text: string, at: number): string {
  let start = at;
  while (start > 0 && isSpace(text[start - 1]!)) start--;
  return text.slice(start, at);
}

/** Removes entries, each with the comma after it; the last ones with the comma before them. */
function removals(text: string, entries: readonly Entry[], isRemoved: (entry: Entry) => boolean): ManifestEdit[] {
  const lastKept = entries.findLastIndex((entry) => !isRemoved(entry));
  const edits = entries
    .slice(0, lastKept + 1)
    .flatMap((entry, index) => (isRemoved(entry) ? [edit(entry.start, entries[index + 1]!.start)] : []));
  if (lastKept < entries.length - 1) edits.push(edit(entries[lastKept]?.end ?? entries[0]!.start, entries.at(-1)!.end));
  return edits;

  function edit(at: number, end: number): ManifestEdit {
    return { at, from: text.slice(at, end), to: "" };
  }
}

function sectionsOf(text: string): readonly { readonly name: string; readonly entries: readonly Entry[] }[] {
  const start = text.indexOf("{");
  JSON.parse(start === -1 ? text : text.slice(start));
  return entriesOf(text, start)
    .filter(({ key, valueStart }) => sections.includes(key) && text[valueStart] === "{")
    .map(({ key, valueStart }) => ({ name: key, entries: entriesOf(text, valueStart) }));
}

/** The entries of the object that begins at a brace, in a text that is JSON. */
function entriesOf(text: string, brace: number): readonly Entry[] {
  const entries: Entry[] = [];
  let at = skip(text, brace + 1);
  while (at < text.length && text[at] === '"') {
    const keyEnd = endOfValue(text, at);
    const valueStart = skip(text, skip(text, keyEnd) + 1);
    const end = endOfValue(text, valueStart);
    const isString = text[valueStart] === '"';
    const value = isString ? (JSON.parse(text.slice(valueStart, end)) as string) : undefined;
    entries.push({ key: JSON.parse(text.slice(at, keyEnd)) as string, start: at, end, valueStart, value });
    const comma = skip(text, end);
    if (text[comma] !== ",") break;
    at = skip(text, comma + 1);
  }
  return entries;
}

function isSpace(character: string): boolean {
  return character === " " || character === "\n" || character === "\r" || character === "\t";
}

function skip(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text[at]!)) at++;
  return at;
}

function endOfValue(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"') at = endOfString(text, at) - 1;
    else if (character === "{" || character === "[") depth++;
    else if (character === "}" || character === "]") {
      if (depth === 0) return at;
      depth--;
    } else if (depth === 0 && (character === "," || isSpace(character))) return at;
    if (depth === 0 && (text[at] === '"' || text[at] === "}" || text[at] === "]")) return at + 1;
  }
  return text.length;
}

function endOfString(text: string, quote: number): number {
  for (let at = quote + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}
