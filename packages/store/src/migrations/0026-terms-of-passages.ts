import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** Passages are found by their terms, which are the same in every database. Those of older passages are written later. */
export const termsOfPassages: Migration = {
  version: 26,
  statements({ sql: db, columns: { text }, passageTermsIndex }) {
    const { schema } = db;
    const columns = ["title_terms", "headings_terms", "content_terms"].map((name) =>
      schema.alterTable("knowledge_passages").addColumn(name, text),
    );
    const older = schema
      .createIndex("knowledge_passages_without_terms")
      .on("knowledge_passages")
      .column("key")
      .where(sql.ref("content_terms"), "is", null);
    return [...[...columns, older].map((step) => step.compile().sql), ...passageTermsIndex];
  },
};
