import type { SearchItem } from "./search-item.ts";
import { phraseOf, tokensOf, wordsOf } from "./words.ts";

/** An item with the words by which it is found, split once. */
export interface Matchable {
  readonly item: SearchItem;
  readonly title: string;
  readonly titleWords: readonly string[];
  /** The first letters of a title of three words or more: `mau` for "Monthly active users". */
  readonly initials: string;
  readonly keywords: readonly string[];
  readonly keywordWords: readonly string[];
  readonly pathWords: readonly string[];
  readonly excerptWords: readonly string[];
}

/** How well an item answers a query; `strong` when its title or one of its keywords does. */
export interface Match {
  readonly item: SearchItem;
  readonly score: number;
  readonly strong: boolean;
}

export function matchable(item: SearchItem): Matchable {
  const title = phraseOf(item.title);
  const words = tokensOf(item.title);
  return {
    item,
    title,
    titleWords: wordsOf(item.title),
    initials: words.length < 3 ? "" : words.map((word) => word[0]).join(""),
    keywords: item.keywords.map(phraseOf),
    keywordWords: item.keywords.flatMap(wordsOf),
    pathWords: item.path.flatMap(wordsOf),
    excerptWords: item.excerpt === undefined ? [] : wordsOf(item.excerpt),
  };
}

/** The items that hold every word of the query, each at the start of a word, best first. */
export function matchWords(query: string, items: readonly Matchable[]): readonly Match[] {
  const wanted = readQuery(query);
  return items
    .flatMap((item) => score(item, wanted) ?? [])
    .toSorted(
      (a, b) =>
        b.score - a.score ||
        b.item.priority - a.item.priority ||
        a.item.title.length - b.item.title.length ||
        (a.item.href < b.item.href ? -1 : 1),
    );
}

interface Wanted {
  readonly phrase: string;
  readonly tokens: readonly string[];
  /** The query as a call of the REST API: `POST /rooms`. */
  readonly call: string | undefined;
}

function readQuery(query: string): Wanted {
  const call = /^(get|post|put|patch|delete)\s+(\/\S*)$/iu.exec(query.trim());
  return {
    phrase: phraseOf(query),
    tokens: tokensOf(query),
    call: call === null ? undefined : callOf(call[1]!, call[2]!),
  };
}

/** Method and path without the version, with every parameter alike. */
function callOf(method: string, path: string): string {
  return `${method} ${path}`
    .toLowerCase()
    .replace(/ \/v\d+(?=\/)/u, " ")
    .replaceAll(/\{[^}]*\}|:\w+/gu, "*")
    .replace(/\/$/u, "");
}

function score(entry: Matchable, { phrase, tokens, call }: Wanted): Match | undefined {
  const { item, title, titleWords, initials, keywords } = entry;
  if (call !== undefined) {
    const calls = item.keywords.filter((keyword) => /^[A-Z]+ \//u.test(keyword));
    const exact = calls.some((keyword) => callOf(...(keyword.split(" ") as [string, string])) === call);
    const begins = calls.some((keyword) => callOf(...(keyword.split(" ") as [string, string])).startsWith(call));
    return exact || begins ? { item, score: exact ? 100 : 60 - title.length / 100, strong: true } : undefined;
  }
  let points = 0;
  let inTitle = 0;
  let strong = true;
  for (const token of tokens) {
    const best = pointsOf(token, entry);
    if (best === 0 && phrase !== initials) return undefined;
    if (best >= titlePoints) inTitle += 1;
    if (best < keywordPoints) strong = false;
    points += best;
  }
  points /= tokens.length;
  const screen = item.context !== "docs" && item.priority === screenPriority;
  const named = keywords.includes(phrase);
  const isHeading = item.href.includes("#");
  if (isSame(title, phrase) || (phrase === initials && initials !== "") || (screen && named))
    points += isHeading ? 8 : 14;
  else if (title.startsWith(`${phrase} `)) points += 5;
  else if (title.startsWith(phrase)) points += 2;
  if (named) points += 4;
  // How much of the title the query says.
  points += (3 * Math.min(inTitle, titleWords.length)) / Math.max(1, titleWords.length);
  if (phrase === initials) strong = true;
  return { item, score: points + boostOf(item, { screen, titled: inTitle > 0 || named, strong }), strong };
}

/** The priority of a screen of the current project or team. */
export const screenPriority = 3;

const titlePoints = 7;
const keywordPoints = 3;

/** What one word of the query earns: most in a title, least in the text, and more for a whole word than for its start. */
function pointsOf(token: string, { titleWords, keywordWords, pathWords, excerptWords }: Matchable): number {
  return Math.max(
    wordPoints(token, titleWords, 10, titlePoints),
    wordPoints(token, keywordWords, 5, keywordPoints),
    wordPoints(token, pathWords, 2.5, 1.5),
    wordPoints(token, excerptWords, 2, 1),
  );
}

function wordPoints(token: string, words: readonly string[], whole: number, start: number): number {
  if (words.includes(token)) return whole;
  // A plural is as good as its singular.
  if (words.some((word) => word === `${token}s` || `${word}s` === token)) return whole - 0.5;
  return words.some((word) => word.startsWith(token)) ? start : 0;
}

/** Screens of the current project or team come first; news and error codes come last. */
function boostOf(
  { context, href, path, action }: SearchItem,
  { screen, titled, strong }: { readonly screen: boolean; readonly titled: boolean; readonly strong: boolean },
): number {
  if (action !== undefined || path[0] === "Actions") return titled ? 12 : 0;
  if (screen) return titled ? screenBoosts[context] : 3;
  if (context !== "docs") return strong ? 6 : 0;
  const folder = Object.keys(boosts).find((prefix) => href.startsWith(prefix));
  const base = folder === undefined ? 3 : boosts[folder]!;
  if (href.includes("#")) return base - 5;
  // A page that opens a subject comes before those about a part of it.
  return base - 0.5 * Math.max(0, href.split("/").length - 3);
}

/** Of two screens that answer equally well, the nearer one comes first. */
const screenBoosts: Readonly<Record<SearchItem["context"], number>> = { project: 17, team: 16, account: 15, docs: 0 };

/** What earns more or less than other pages, by the beginning of its address. */
const boosts: Readonly<Record<string, number>> = {
  "/docs/get-started/": 8,
  "/docs/guides/": 2.5,
  "/docs/tutorial/": -1,
  "/docs/errors/": -4,
  "/examples/": 2,
  "/blog/": -3,
  "/changelog/": -3,
};

/** Equal, but for a plural. */
function isSame(title: string, phrase: string): boolean {
  return title === phrase || title === `${phrase}s` || `${title}s` === phrase;
}
