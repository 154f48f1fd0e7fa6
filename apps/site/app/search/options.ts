import type { RecentSearch } from "./recent-searches.ts";
import type { SearchItem } from "./search-item.ts";
import { resultLimit } from "./search.ts";
import type { SearchResults } from "./search.ts";

/** A row that can be chosen. */
export type Option =
  | { readonly kind: "item"; readonly item: SearchItem | RecentSearch; readonly recent: boolean }
  | { readonly kind: "more"; readonly total: number }
  | { readonly kind: "ask" }
  | { readonly kind: "browse" }
  | { readonly kind: "retry" };

export interface OptionGroup {
  /** Undefined for options below the results. */
  readonly name: string | undefined;
  readonly options: readonly Option[];
}

const rows = (items: readonly (SearchItem | RecentSearch)[], recent = false): Option[] =>
  items.map((item) => ({ kind: "item", item, recent }));

/** What is offered while nothing is typed. */
export function offers(recent: readonly RecentSearch[], suggested: readonly SearchItem[]): OptionGroup[] {
  return [
    { name: "Recent", options: rows(recent, true) },
    { name: "Suggestions", options: rows(suggested) },
  ].filter(({ options }) => options.length > 0);
}

/** What answers a query, and what can be done about it when that is not all or nothing at all. */
export function answers(
  { groups, total }: SearchResults,
  {
    limit,
    docs,
    signedIn,
  }: { readonly limit: number; readonly docs: "loading" | "failed" | "ready"; readonly signedIn: boolean },
): OptionGroup[] {
  const below: Option[] = [];
  if (limit === resultLimit && total > resultLimit) below.push({ kind: "more", total });
  if (docs === "failed") below.push({ kind: "retry" });
  if (docs === "ready" && total === 0) below.push(...(signedIn ? [{ kind: "ask" } as const] : []), { kind: "browse" });
  return [
    ...groups.map(({ name, items }) => ({ name, options: rows(items) })),
    ...(below.length > 0 ? [{ name: undefined, options: below }] : []),
  ];
}

/** The place of the row that is highlighted at first: that of the best match, even where the API Reference is above it. */
export function placeOfBest(groups: readonly OptionGroup[], best: SearchItem | undefined): number {
  const options = groups.flatMap((group) => group.options);
  return Math.max(
    0,
    options.findIndex((option) => option.kind === "item" && option.item === best),
  );
}
