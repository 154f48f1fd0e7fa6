import { actionItems } from "./actions.ts";
import { accountItems, dashboardItems, docsEntrances, nameItems, namesFrom } from "./items.ts";
import type { Surroundings } from "./items.ts";
import { matchWords, matchable } from "./match.ts";
import type { Matchable } from "./match.ts";
import { groupItems, isOfFirstGroup, normalizeQuery, rankFuzzy, resultLimit, withoutTwins } from "./search.ts";
import type { DocsIndex, SearchResults } from "./search.ts";
import type { SearchItem } from "./search-item.ts";
import { tokensOf, wordsOf } from "./words.ts";

/** At most as many results are best matches. */
export const bestLimit = 3;

const bestGroup = "Best matches";

/**
 * What the dialog shows. The API Reference is first whenever it has a match. Up to three other results whose title or keywords
 * hold the words of the query follow, then the list of `search`, without what matches letters inside of words by coincidence.
 * A query that matches no word, such as one with a typing error, is answered by that list alone.
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
  const shown = withFirstGroup(all.slice(0, limit), [...best, ...listed, ...strong]);
  const above = shown.filter((item) => best.includes(item) && !isOfFirstGroup(item));
  const [reference, rest] = [
    shown.filter(isOfFirstGroup),
    shown.filter((item) => !isOfFirstGroup(item) && !above.includes(item)),
  ];
  return {
    groups: [
      ...groupItems(reference),
      ...(above.length === 0 ? [] : [{ name: bestGroup, items: above }]),
      ...groupItems(rest),
    ],
    total: all.length,
    best: best[0],
  };
}

/** The results that are shown, with the best match of the group that comes first in the place of the last one. */
function withFirstGroup(shown: readonly SearchItem[], matches: readonly SearchItem[]): readonly SearchItem[] {
  const reference = matches.find(isOfFirstGroup);
  if (reference === undefined || shown.some(isOfFirstGroup)) return shown;
  return [...shown.slice(0, -1), reference];
}

function nearby(wanted: string, surroundings: Surroundings): readonly Matchable[] {
  return [
    ...dashboardItems(surroundings),
    ...accountItems(surroundings),
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
