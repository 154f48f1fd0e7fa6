import { queryTerms } from "./words.ts";

/** Words that are in most texts and say nothing about what a question is about. */
const common: ReadonlySet<string> = new Set(
  `a about an and any are as at be been but by can could did do does for from get had has have how i if in into is it its
  like me my not of on or our should so some than that the their them then there these they this to us use used using was we
  were what when where which who why will with would you your`.split(/\s+/),
);
const most = 24;
/** Characters of a query that are read. */
const queryLength = 8_000;

/** The terms of a query that are searched, each once. If all of its words are common, they are searched. */
export function searchWords(query: string): readonly string[] {
  const found = new Map(queryTerms(query.slice(0, queryLength)).map(({ word, term }) => [term, word]));
  const rare = [...found].filter(([, word]) => !common.has(word));
  return (rare.length > 0 ? rare : [...found]).slice(0, most).map(([term]) => term);
}
