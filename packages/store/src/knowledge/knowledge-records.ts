import type { KnowledgeRecords } from "@weft/collab";
import type { Kysely } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import type { Tables } from "../tables/tables.ts";
import type { Transactions } from "../transactions/transactions.ts";
import { createSourceReads, createSourceWrites } from "./knowledge-sources.ts";
import { createLinkReads, createLinkWrites } from "./knowledge-links.ts";
import { createPassageRecords } from "./knowledge-passages.ts";
import { createVectorRecords } from "./knowledge-vectors.ts";
import { knowledgeQueries } from "./knowledge-queries.ts";

export function createKnowledgeRecords(
  transactions: Transactions,
  db: Kysely<Tables>,
  dialect: Dialect,
): KnowledgeRecords {
  const queries = knowledgeQueries(db);

  return {
    ...createSourceReads(db),
    ...createSourceWrites(transactions, db, queries),
    ...createLinkReads(db, queries),
    ...createLinkWrites(transactions, db, queries),
    ...createPassageRecords(transactions, db, dialect, queries),
    ...createVectorRecords(transactions, db, queries),
  };
}

/** Deletes the knowledge of a project that is deleted. */
export function deleteKnowledge(db: Kysely<Tables>, project: string) {
  const tables = ["knowledge_sources", "knowledge_files", "knowledge_links", "knowledge_passages"] as const;
  return tables.map((table) => db.deleteFrom(table).where("project_id", "=", project));
}
