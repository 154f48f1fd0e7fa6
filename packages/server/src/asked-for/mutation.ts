import type { AskedLine } from "./row.ts";

/**
 * A change to one file that takes away what a row says: with it, the row's test has to fail. `mutations.tsv` holds those
 * that are written by hand; the others follow from the endpoints and pages that a row is about.
 */
export interface Mutation {
  /** The row. */
  readonly number: string;
  readonly kind: MutationKind;
  /** From the root of the repository. */
  readonly file: string;
  /** What is replaced by what, once. Without it the file is removed. */
  readonly change?: { readonly from: string; readonly to: string };
}

const kinds = [
  /** A call or a page is no longer at its path. */
  "route",
  /** A page of the documentation is gone. */
  "page",
  /** A text says something else. */
  "text",
  /** A number is another one. */
  "limit",
  /** A member is dropped. */
  "field",
  /** A condition or a step is left out. */
  "rule",
] as const;
export type MutationKind = (typeof kinds)[number];

/** The sources that mutations are checked against and derived from. */
export interface Sources {
  /** The text of a file, or undefined where there is no such file. */
  readonly read: (file: string) => string | undefined;
  /** The files that declare endpoints. */
  readonly declarations: readonly string[];
}

/** Reads mutations from text: a line of titles, then one line for each, its members apart by tabs. `\\n` is a line's end. */
export function readMutations(text: string): Mutation[] {
  const [, ...lines] = text.trimEnd().split("\n");
  return lines.map((line) => {
    const [number = "", kind = "", file = "", from = "", to = "", ...more] = line.split("\t");
    if (!isKind(kind) || number === "" || file === "" || more.length > 0)
      throw new Error(`This is no mutation: ${line}`);
    return { number, kind, file, ...(from !== "" && { change: { from: unfolded(from), to: unfolded(to) } }) };
  });
}

const unfolded = (text: string) => text.replaceAll(String.raw`\n`, "\n");

function isKind(kind: string): kind is MutationKind {
  return kinds.some((one) => one === kind);
}

/** All mutations of a row: those written for it, or else one for each endpoint and page that it is about. */
export function mutationsOf(row: AskedLine, written: readonly Mutation[], sources: Sources): readonly Mutation[] {
  if (row.test === undefined) return [];
  const own = written.filter(({ number }) => number === row.number);
  if (own.length > 0) return own;
  return row.about.map((about) =>
    about.startsWith("/") ? withoutPage(row.number, about, sources) : withoutRoute(row.number, about, sources),
  );
}

function withoutPage(number: string, about: string, { read }: Sources): Mutation {
  const page = `apps/site/content${about.replace(/^\/docs\/guides\b/, "/guides")}`;
  const file = [`${page}.mdx`, `${page}/index.mdx`].find((path) => read(path) !== undefined);
  return { number, kind: "page", file: file ?? `${page}.mdx` };
}

/** Endpoints are the same whatever the parts of their paths are called. */
const nameless = (route: string) => route.replaceAll(/\{\w+\}/g, "{}");

function withoutRoute(number: string, about: string, { read, declarations }: Sources): Mutation {
  for (const file of declarations) {
    const text = read(file) ?? "";
    const paths = pathsIn(text);
    for (const [from, quote, written] of text.matchAll(/\broute: (["`])([A-Z]+ [^"`]+)\1/g))
      if (nameless(filledIn(written!, paths)) === nameless(about)) {
        const to = `route: ${quote}${written}/elsewhere${quote}`;
        return { number, kind: "route", file, change: { from, to } };
      }
  }
  return { number, kind: "route", file: `a declaration of ${about}` };
}

/** Beginnings of paths to which a file of declarations gives names. */
function pathsIn(text: string): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  for (const [, name, path] of text.matchAll(/^const (\w+) = ["`]([^"`]+)["`]/gm))
    paths.set(name!, filledIn(path!, paths));
  return paths;
}

function filledIn(written: string, paths: ReadonlyMap<string, string>): string {
  return written.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => paths.get(name) ?? whole);
}

/** Returns the text with the change made. It has to be possible in exactly one place. */
export function mutated(text: string, { from, to }: NonNullable<Mutation["change"]>): string {
  const parts = text.split(from);
  if (parts.length !== 2) throw new Error(`“${from}” is there ${parts.length - 1} times.`);
  return parts.join(to);
}

/** Returns one sentence for each row that nothing would break, and for each mutation that cannot be made. */
export function mutationFaultsOf(
  rows: readonly AskedLine[],
  written: readonly Mutation[],
  sources: Sources,
): readonly string[] {
  const held = new Set(rows.filter(({ test }) => test !== undefined).map(({ number }) => number));
  const strays = written
    .filter(({ number }) => !held.has(number))
    .map(({ number }) => `${number} has a mutation, and is no row with a test.`);
  return [...strays, ...rows.flatMap((row) => faultsOfRow(row, mutationsOf(row, written, sources), sources))];
}

function faultsOfRow({ number, says, test }: AskedLine, mutations: readonly Mutation[], { read }: Sources): string[] {
  if (test === undefined) return [];
  const row = `${number} (${says})`;
  if (mutations.length === 0) return [`${row} has no mutation. Say in mutations.tsv what would break it.`];
  return mutations.flatMap(({ file, change }) => {
    const text = read(file);
    if (text === undefined) return [`${row} would be broken in ${file}, which is not there.`];
    if (file === test.file) return [`${row} would be broken by a change of its own test.`];
    if (change === undefined) return [];
    if (change.from === change.to) return [`${row} would be broken by “${change.from}”, which changes nothing.`];
    const times = text.split(change.from).length - 1;
    return times === 1 ? [] : [`${row} would be broken by “${change.from}”, which ${file} has ${times} times.`];
  });
}
