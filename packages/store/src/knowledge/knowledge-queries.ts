import type { KnowledgeAddress, KnowledgeOwner, KnowledgeReading } from "@weft/collab";
import type { Kysely } from "kysely";
import type { Tables } from "../tables/tables.ts";

/** The rows of a source, and of what was read from it, as queries that its records add to. */
export function knowledgeQueries(db: Kysely<Tables>) {
  const linksOf = ({ project, copilot, source }: KnowledgeAddress) =>
    db
      .selectFrom("knowledge_links")
      .where("project_id", "=", project)
      .where("copilot_id", "=", copilot)
      .where("source_id", "=", source);
  const updateSource = ({ project, copilot, source, revision }: KnowledgeReading) =>
    db
      .updateTable("knowledge_sources")
      .where("project_id", "=", project)
      .where("copilot_id", "=", copilot)
      .where("id", "=", source)
      .where("revision", "=", revision);
  /** Changes nothing, and holds the row, so that a deletion waits for what is written with it. */
  const isCurrent = (reading: KnowledgeReading) =>
    [updateSource(reading).set({ revision: reading.revision }), 1] as const;
  /** Passages of the readings that searches find. */
  const allFoundPassages = () =>
    db
      .selectFrom("knowledge_passages as p")
      .innerJoin("knowledge_sources as s", (join) =>
        join
          .onRef("s.project_id", "=", "p.project_id")
          .onRef("s.copilot_id", "=", "p.copilot_id")
          .onRef("s.id", "=", "p.source_id")
          .onRef("s.found_revision", "=", "p.revision"),
      );
  const foundPassages = ({ project, copilot }: KnowledgeOwner) =>
    allFoundPassages().where("p.project_id", "=", project).where("p.copilot_id", "=", copilot);

  return { linksOf, updateSource, isCurrent, allFoundPassages, foundPassages };
}

export type KnowledgeQueries = ReturnType<typeof knowledgeQueries>;
