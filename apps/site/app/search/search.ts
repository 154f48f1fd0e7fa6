import Fuse from "fuse.js";
import type { FuseIndex } from "fuse.js";
import { fuseOptions } from "./fuse-options.ts";
import { dashboardItems, docsEntrances, nameItems, namesFrom } from "./items.ts";
import type { Surroundings } from "./items.ts";
import { matchable } from "./match.ts";
import type { Matchable } from "./match.ts";
import type { PrebuiltIndex } from "./prebuild-index.ts";
import { docsItem } from "./search-item.ts";
import type { DocsRecord, SearchItem } from "./search-item.ts";

export const resultLimit = 5;
export const expandedLimit = 20;

/** Docs made ready to be searched, once. */
export interface DocsIndex {
  readonly items: readonly SearchItem[];
  readonly words: readonly Matchable[];
  readonly fuse: Fuse<SearchItem>;
}

export function openDocsIndex(records: readonly DocsRecord[], prebuilt?: PrebuiltIndex): DocsIndex {
  const items = records.map(docsItem);
  const index: FuseIndex<SearchItem> | undefined = prebuilt && Fuse.parseIndex<SearchItem>(prebuilt);
  return { items, words: items.map(matchable), fuse: new Fuse(items, fuseOptions, index) };
}

interface Hit {
  readonly item: SearchItem;
  readonly score: number;
}

/** Results that share a heading. */
export interface ResultGroup {
  readonly name: string;
  readonly items: readonly SearchItem[];
}

export interface SearchResults {
  readonly groups: readonly ResultGroup[];
  /** Matches in all, shown or not. */
  readonly total: number;
  /** The most likely result, if one stands out. It is not always the first one. */
  readonly best?: SearchItem | undefined;
}

/** A query as it is matched. */
export function normalizeQuery(query: string): string {
  return query.trim().toLowerCase();
}

/** Searches docs, dashboard and names together. `docs` is undefined until, or unless, its index is there. */
export function search(
  query: string,
  surroundings: Surroundings,
  docs: DocsIndex | undefined,
  limit = resultLimit,
): SearchResults {
  const wanted = normalizeQuery(query);
  if (wanted === "") return { groups: [], total: 0 };
  const ranked = rankFuzzy(wanted, surroundings, docs);
  return { groups: groupItems(ranked.slice(0, limit)), total: ranked.length };
}

/** Everything that Fuse finds, in its order. */
export function rankFuzzy(
  wanted: string,
  surroundings: Surroundings,
  docs: DocsIndex | undefined,
): readonly SearchItem[] {
  const near = [
    ...docsEntrances(surroundings),
    ...dashboardItems(surroundings),
    ...(wanted.length >= namesFrom ? nameItems(surroundings) : []),
  ];
  const hits: Hit[] = [new Fuse(near, fuseOptions), ...(docs ? [docs.fuse] : [])].flatMap((fuse) =>
    fuse.search(wanted).map(({ item, score = 1 }) => ({ item, score: Number(score.toFixed(3)) })),
  );
  return withoutTwins(hits.toSorted(compareHits).map(({ item }) => item));
}

function compareHits(a: Hit, b: Hit): number {
  return (
    a.score - b.score ||
    b.item.priority - a.item.priority ||
    a.item.title.length - b.item.title.length ||
    (a.item.href < b.item.href ? -1 : a.item.href > b.item.href ? 1 : 0)
  );
}

/** An entrance of the docs is a page of the index as well: one address, one result. A team and its first screen are two. */
export function withoutTwins(items: readonly SearchItem[]): readonly SearchItem[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = item.action ?? (item.context === "docs" ? item.href : `${item.title} ${item.href}`);
    return !seen.has(key) && seen.add(key);
  });
}

/** The group that comes first whenever it has a match. */
export const firstGroup = "API Reference";

export function isOfFirstGroup({ context, path }: SearchItem): boolean {
  return context === "docs" && path[0] === firstGroup;
}

export function groupItems(items: readonly SearchItem[]): ResultGroup[] {
  const groups = Map.groupBy(items, ({ context, path }) => (context === "docs" ? (path[0] ?? "Docs") : "Dashboard"));
  const api = groups.get(firstGroup);
  groups.delete(firstGroup);
  const rest = [...groups].map(([name, members]) => ({ name, items: members }));
  return api ? [{ name: firstGroup, items: api }, ...rest] : rest;
}
