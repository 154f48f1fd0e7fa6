import type { FoundPassage, KnowledgeOwner, KnowledgeRecords } from "@weft/collab";
import { indexedTerms } from "@weft/collab";
import type { KnowledgeSourceId } from "@weft/protocol";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import type { Tables } from "../tables/tables.ts";
import type { Transactions } from "../transactions/transactions.ts";
import { grouped, passageColumns, toPassage } from "./knowledge-rows.ts";
import type { PassageRow } from "./knowledge-rows.ts";
import type { KnowledgeQueries } from "./knowledge-queries.ts";

const passagesPerInsert = 50;
/** How many passages one statement reads by their keys. */
const keysPerRead = 200;

/** The passages of what was read, and the search for their words. */
export function createPassageRecords(
  { done, write }: Transactions,
  db: Kysely<Tables>,
  { matchPassages }: Dialect,
  { isCurrent, allFoundPassages, foundPassages }: KnowledgeQueries,
): Pick<KnowledgeRecords, "addPassages" | "addTerms" | "dropPassages" | "search" | "passagesOf"> {
  /** Looked up by their keys, and not in an index of all that the copilot knows. */
  const foundPassagesWith = ({ project, copilot }: KnowledgeOwner, keys: readonly number[]) =>
    allFoundPassages()
      .where("p.key", "in", keys)
      .where(sql<string>`p.project_id || ''`, "=", project)
      .where(sql<string>`p.copilot_id || ''`, "=", copilot);

  return {
    addPassages(reading, page, passages) {
      const inserts = grouped(passages, passagesPerInsert).map((group) =>
        db.insertInto("knowledge_passages").values(
          group.map(({ position, title, headings, text, url }) => ({
            project_id: reading.project,
            copilot_id: reading.copilot,
            source_id: reading.source,
            page,
            revision: reading.revision,
            position,
            title,
            headings: headings.join("\n"),
            content: text,
            url: url ?? null,
            ...termsOf({ title, headings: headings.join("\n"), content: text }),
          })),
        ),
      );
      return done([isCurrent(reading), ...inserts]);
    },

    async addTerms(limit) {
      const rows = await db
        .selectFrom("knowledge_passages")
        .select(["key", "title", "headings", "content"])
        .where("content_terms", "is", null)
        .orderBy("key")
        .limit(limit)
        .execute();
      if (rows.length === 0) return 0;
      await write(
        rows.map((row) =>
          db
            .updateTable("knowledge_passages")
            .set(termsOf(row))
            .where("key", "=", row.key)
            .where("content_terms", "is", null),
        ),
      );
      return rows.length;
    },

    async dropPassages({ project, copilot, source }, which, limit) {
      const some = db
        .selectFrom("knowledge_passages")
        .select("key")
        .where("project_id", "=", project)
        .where("copilot_id", "=", copilot)
        .where("source_id", "=", source)
        .$if(which !== "all" && "page" in which, (query) => {
          const { page, revision } = which as { page: string; revision: number };
          return query.where("page", "=", page).where("revision", "=", revision);
        })
        .$if(which !== "all" && "except" in which, (query) =>
          query.where("revision", "!=", (which as { except: number }).except),
        )
        .limit(limit);
      const outcome = await write([db.deleteFrom("knowledge_passages").where("key", "in", some)]);
      return outcome.kind === "done" ? (outcome.counts[0] ?? 0) : 0;
    },

    async search({ project, copilot }, words, limit) {
      if (words.length === 0) return [];
      const matches = matchPassages({ project, copilot, words });
      const rows = await foundPassages({ project, copilot })
        .innerJoin(sql<{ key: number; rank: number }>`(${matches})`.as("matches"), "p.key", "matches.key")
        .select(passageColumns)
        .orderBy("matches.rank", "desc")
        .orderBy("p.key")
        .limit(limit)
        .execute();
      return rows.map(toFoundPassage);
    },

    async passagesOf(owner, keys) {
      const pages = await Promise.all(
        grouped(keys, keysPerRead).map((group) => foundPassagesWith(owner, group).select(passageColumns).execute()),
      );
      return new Map(pages.flat().map((row) => [row.key, toFoundPassage(row)]));
    },
  };
}

function termsOf({ title, headings, content }: Pick<PassageRow, "title" | "headings" | "content">) {
  return {
    title_terms: indexedTerms(title),
    headings_terms: indexedTerms(headings),
    content_terms: indexedTerms(content),
  };
}

function toFoundPassage(row: PassageRow): FoundPassage {
  return { ...toPassage(row), source: row.source_id as KnowledgeSourceId, page: row.page };
}
