import { sql } from "kysely";
import type { PassageMatch, RankedPassage } from "../database/dialect.ts";

const index = "knowledge_index";
const indexed = ["copilot_id", "title", "headings", "content"];
const values = (row: "new" | "old") => indexed.map((column) => `${row}.${column}`).join(", ");
const remove = `insert into ${index} (${index}, rowid, ${indexed.join(", ")}) values ('delete', old.key, ${values("old")});`;
const add = `insert into ${index} (rowid, ${indexed.join(", ")}) values (new.key, ${values("new")});`;

/**
 * An FTS5 index that holds words only; the texts are those of the table. Triggers maintain it on every write to the
 * table, so a copy from another database builds it as the rows arrive. Words of deleted texts are no longer found, and
 * leave the index when its segments are merged (decision 23): overwriting each at once takes ten times as long as
 * indexing it.
 */
export const passageIndex: readonly string[] = [
  `create virtual table ${index} using fts5(${indexed.join(", ")}, content='knowledge_passages', content_rowid='key',
    tokenize='porter unicode61 remove_diacritics 2')`,
  `create trigger knowledge_passages_inserted after insert on knowledge_passages begin ${add} end`,
  `create trigger knowledge_passages_deleted after delete on knowledge_passages begin ${remove} end`,
  `create trigger knowledge_passages_updated after update on knowledge_passages begin ${remove} ${add} end`,
];

const terms = (row: "new" | "old") =>
  [`${row}.copilot_id`, ...indexed.slice(1).map((column) => `coalesce(${row}.${column}_terms, ${row}.${column})`)].join(
    ", ",
  );
const removeTerms = `insert into ${index} (${index}, rowid, ${indexed.join(", ")}) values ('delete', old.key, ${terms("old")});`;
const addTerms = `insert into ${index} (rowid, ${indexed.join(", ")}) values (new.key, ${terms("new")});`;

/**
 * The index holds the terms of the texts. A passage whose terms are not known yet stays indexed by its raw words: nothing is
 * indexed again before its terms are written. Never have FTS5 rebuild the index from its table, which holds the raw texts.
 */
export const passageTermsIndex: readonly string[] = [
  ...["inserted", "deleted", "updated"].map((name) => `drop trigger knowledge_passages_${name}`),
  `create trigger knowledge_passages_inserted after insert on knowledge_passages begin ${addTerms} end`,
  `create trigger knowledge_passages_deleted after delete on knowledge_passages begin ${removeTerms} end`,
  `create trigger knowledge_passages_updated after update on knowledge_passages begin ${removeTerms} ${addTerms} end`,
];

/** Pages of the index that one step of a merge writes: a few milliseconds. */
const pagesPerMerge = 64;

export const passageIndexParts = {
  read: sql<{ part: number }>`select distinct segid as part from ${sql.raw(index)}_idx`,
  // A negative number has all segments merged into one, and not only those that are small.
  merge: sql.raw(`insert into ${index} (${index}, rank) values ('merge', -${pagesPerMerge})`),
};

/** Titles count more than headings, and these more than text; a copilot's id, which only narrows the search, nothing. */
const weights = sql.raw("0, 6, 4, 1");

export function matchPassages({ copilot, words }: PassageMatch) {
  const any = words.map((word) => `"${word}"`).join(" OR ");
  // Narrowed by the longest word of the id alone: to match the whole id as a phrase, FTS5 compares positions in every passage
  // of the copilot. Another id may contain the same word; the caller drops those passages.
  const [narrowed = ""] = copilot.split(/[^\p{L}\p{N}]+/u).toSorted((one, other) => other.length - one.length);
  const match = `copilot_id : "${narrowed}" AND {title headings content} : (${any})`;
  return sql<RankedPassage>`select rowid as key, -bm25(${sql.raw(index)}, ${weights}) as rank
    from ${sql.raw(index)} where ${sql.raw(index)} match ${match}`;
}
