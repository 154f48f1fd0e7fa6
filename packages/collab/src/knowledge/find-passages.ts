/**
 * Finds passages for several queries about the same question.
 *
 *   queries ─┬─► words ─► ranked passages of each ───┬─► fused by reciprocal rank ─► no neighbours, few of a page ─► the best
 *            └─► vectors ─► ranked passages of each ─┘
 */
import { limits as platformLimits } from "@weft/protocol";
import type { Limits } from "@weft/protocol";
import type { FoundPassage, KnowledgeOwner, KnowledgeRecords } from "./knowledge-records.ts";
import type { Meaning } from "./meaning.ts";
import type { Passage } from "./knowledge-search.ts";
import { searchWords } from "./search-words.ts";

export type SearchLimits = Pick<Limits, "knowledgeResults" | "knowledgeResultsPerPage">;

const queriesAtMost = 4;
/** Passages of one query that are looked at. */
const candidates = 40;
/** How much the first ranks of a list count more than later ones: the usual constant of reciprocal rank fusion. */
const rankOffset = 60;
/** Characters of all passages together, unless the first is longer. */
const textLength = 12_000;

export interface PassageLists {
  readonly records: Pick<KnowledgeRecords, "search">;
  /** Without one, passages are found by words alone. */
  readonly meaning?: Pick<Meaning, "search"> | undefined;
}

/** A passage with how high it is in the lists: 1 if it is the first in all of them. */
export interface ScoredPassage extends FoundPassage {
  readonly score: number;
}

export async function findPassages(
  lists: PassageLists,
  owner: KnowledgeOwner,
  queries: readonly string[],
  limits: SearchLimits = platformLimits,
): Promise<readonly Passage[]> {
  return (await rankPassages(lists, owner, queries, limits)).map(({ title, headings, text, url }) => ({
    title,
    headings,
    text,
    url,
  }));
}

/** The same passages, with their sources and scores. */
export async function rankPassages(
  { records, meaning }: PassageLists,
  owner: KnowledgeOwner,
  queries: readonly string[],
  limits: SearchLimits = platformLimits,
): Promise<readonly ScoredPassage[]> {
  const asked = [...new Set(queries)].slice(0, queriesAtMost);
  const [byWords, byMeaning = []] = await Promise.all([
    Promise.all(asked.map((query) => records.search(owner, searchWords(query), candidates))),
    meaning?.search(owner, asked, candidates),
  ]);
  return chosen(fused([...byWords, ...byMeaning]), limits);
}

const nameOf = ({ source, page, position }: FoundPassage) => JSON.stringify([source, page, position]);

/** Every passage of the lists once; those that are high in many lists first. */
export function fused(lists: readonly (readonly FoundPassage[])[]): readonly ScoredPassage[] {
  const scores = new Map<string, { readonly passage: FoundPassage; score: number }>();
  for (const list of lists)
    for (const [rank, passage] of list.entries()) {
      const found = scores.get(nameOf(passage)) ?? { passage, score: 0 };
      found.score += 1 / (rankOffset + rank);
      scores.set(nameOf(passage), found);
    }
  const best = lists.length / rankOffset;
  return [...scores.values()]
    .toSorted((one, other) => other.score - one.score)
    .map(({ passage, score }) => ({ ...passage, score: score / best }));
}

function chosen(ranked: readonly ScoredPassage[], limits: SearchLimits): readonly ScoredPassage[] {
  const taken: ScoredPassage[] = [];
  let length = 0;
  for (const passage of ranked) {
    if (taken.length === limits.knowledgeResults) break;
    const ofPage = taken.filter(({ source, page }) => source === passage.source && page === passage.page);
    if (ofPage.length >= limits.knowledgeResultsPerPage || ofPage.some((other) => overlap(passage, other))) continue;
    if (taken.length > 0 && length + passage.text.length > textLength) continue;
    taken.push(passage);
    length += passage.text.length;
  }
  return taken;
}

/** Passages that follow one another in a section repeat each other's text. */
function overlap(one: FoundPassage, other: FoundPassage): boolean {
  return Math.abs(one.position - other.position) === 1 && one.headings.join("\n") === other.headings.join("\n");
}
