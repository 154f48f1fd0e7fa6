import { actionItems } from "./actions.ts";
import { dashboardItems, docsEntrances, nameItems, namesFrom } from "./items.ts";
import type { Surroundings } from "./items.ts";
import { matchWords, matchable } from "./match.ts";
import type { Matchable } from "./match.ts";
import { groupItems, normalizeQuery, rankFuzzy, resultLimit, withoutTwins } from "./search.ts";
import type { DocsIndex, SearchResults } from "./search.ts";
import type { SearchItem } from "./search-item.ts";
import { tokensOf, wordsOf } from "./words.ts";

/** As many results stand above the groups. */
export const bestLimit = 3;

/**
 * What the dialog shows. Up to three results whose title or keywords hold the words of the query come first; the list of
 * `search` follows, without what matches letters inside of words by coincidence. A query that matches no word, such as
 * one with a typing error, is answered by that list alone.
 */
export function find(
  query: string,
  surroundings: Surroundings,
  docs: DocsIndex | undefined,
  limit = resultLimit,
): SearchResults {
  const wanted = normalizeQuery(query);
  if (wanted === "") return { groups: [], total: 0 };
  const near = nearby(wanted, surroundings);
  const matches = matchWords(query, [...near, ...(docs?.words ?? [])]);
  const strong = matches.filter((match) => match.strong).map(({ item }) => item);
  const best = withoutTwins(strong).slice(0, bestLimit);
  const fuzzy = rankFuzzy(wanted, surroundings, docs);
  const listed = strong.length === 0 ? fuzzy : fuzzy.filter((item) => holdsWord(item, wanted));
  const all = withoutTwins([...best, ...listed, ...strong, ...matches.map(({ item }) => item)]);
  const shown = all.slice(0, limit);
  const above = shown.slice(0, best.length);
  const groups = groupItems(shown.slice(best.length));
  return {
    groups: above.length === 0 ? groups : [{ name: "Best matches", items: above }, ...groups],
    total: all.length,
  };
}

function nearby(wanted: string, surroundings: Surroundings): readonly Matchable[] {
  return [
    ...dashboardItems(surroundings),
    ...docsEntrances(surroundings),
    ...actionItems(surroundings),
    ...(wanted.length >= namesFrom ? nameItems(surroundings) : []),
    ...(surroundings.rooms ?? []),
  ].map(matchable);
}

/** Whether some word of an item begins with one of the query. */
function holdsWord({ title, keywords, path }: SearchItem, wanted: string): boolean {
  const words = [title, ...keywords, ...path].flatMap(wordsOf);
  return tokensOf(wanted).some((token) => words.some((word) => word.startsWith(token)));
}
