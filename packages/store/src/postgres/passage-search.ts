import { sql } from "kysely";
import type { PassageMatch, RankedPassage } from "../database/dialect.ts";

/** Punctuation that makes the parser treat a text as the name of a host, a file or an email address. */
const marks = "./:@-_#?=&%+~";
const wordsOf = (column: string, weight: "A" | "B" | "D") =>
  `setweight(to_tsvector('english', translate(${column}, '${marks}', '${" ".repeat(marks.length)}')), '${weight}')`;

/** The words of each passage, in a column that the database keeps by itself, and an index of them. */
export const passageIndex: readonly string[] = [
  `alter table knowledge_passages add column words tsvector generated always as (
    ${wordsOf("title", "A")} || ${wordsOf("headings", "B")} || ${wordsOf("content", "D")}) stored`,
  "create index knowledge_index on knowledge_passages using gin (words)",
];

/**
 * The column holds the terms of the texts. A passage whose terms are not known yet is indexed by its raw words. The table is
 * written anew once, by the database.
 */
export const passageTermsIndex: readonly string[] = [
  "drop index knowledge_index",
  "alter table knowledge_passages drop column words",
  `alter table knowledge_passages add column words tsvector generated always as (
    ${wordsOf("coalesce(title_terms, title)", "A")} || ${wordsOf("coalesce(headings_terms, headings)", "B")} ||
    ${wordsOf("coalesce(content_terms, content)", "D")}) stored`,
  "create index knowledge_index on knowledge_passages using gin (words)",
];

export function matchPassages({ project, copilot, words }: PassageMatch) {
  const query = sql`to_tsquery('english', ${words.map((word) => `'${word}'`).join(" | ")})`;
  // Weights of D, C, B and A; longer passages count less.
  return sql<RankedPassage>`select key, ts_rank_cd('{0.2, 0.2, 0.6, 1.0}', words, ${query}, 1) as rank
    from knowledge_passages
    where project_id = ${project} and copilot_id = ${copilot} and words @@ ${query}`;
}
