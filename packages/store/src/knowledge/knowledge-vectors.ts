import type { KnowledgeOwner, KnowledgeRecords } from "@weft/collab";
import type { CopilotId, KnowledgeSourceId, ProjectId } from "@weft/protocol";
import type { Kysely } from "kysely";
import type { Tables } from "../tables/tables.ts";
import type { Transactions } from "../transactions/transactions.ts";
import { passageColumns, toPassage } from "./knowledge-rows.ts";
import type { KnowledgeQueries } from "./knowledge-queries.ts";

/** The vectors of passages, by the model that computed them. */
export function createVectorRecords(
  { done }: Transactions,
  db: Kysely<Tables>,
  { updateSource, isCurrent, foundPassages }: KnowledgeQueries,
): Pick<
  KnowledgeRecords,
  "passagesToEmbed" | "putVectors" | "setEmbedded" | "sourcesToEmbed" | "countVectors" | "vectors"
> {
  const vectorsOf = ({ project, copilot }: KnowledgeOwner, model: string) =>
    db
      .selectFrom("knowledge_vectors")
      .where("project_id", "=", project)
      .where("copilot_id", "=", copilot)
      .where("model", "=", model);

  return {
    async passagesToEmbed({ source, ...owner }, model, limit, after = 0) {
      const rows = await foundPassages(owner)
        .leftJoin("knowledge_vectors as v", (join) =>
          join.onRef("v.passage_key", "=", "p.key").on("v.model", "=", model),
        )
        .select(passageColumns)
        .where("p.source_id", "=", source)
        .where("p.key", ">", after)
        .where("v.passage_key", "is", null)
        .orderBy("p.key")
        .limit(limit)
        .execute();
      return rows.map((row) => ({ key: row.key, ...toPassage(row) }));
    },

    putVectors(reading, model, vectors) {
      const inserts = vectors.map(({ key, vector }) =>
        db
          .insertInto("knowledge_vectors")
          .columns(["passage_key", "project_id", "copilot_id", "model", "vector"])
          .expression(
            db
              .selectFrom("knowledge_passages")
              .select((eb) => [
                "key",
                "project_id",
                "copilot_id",
                eb.val(model).as("model"),
                eb.val(vector).as("vector"),
              ])
              .where("key", "=", key)
              .where("project_id", "=", reading.project)
              .where("copilot_id", "=", reading.copilot)
              .where("source_id", "=", reading.source),
          )
          .onConflict((conflict) => conflict.column("passage_key").doUpdateSet({ model, vector })),
      );
      return done([isCurrent(reading), ...inserts]);
    },

    setEmbedded(reading, model) {
      return done([[updateSource(reading).set({ embedding_model: model }), 1]]);
    },

    async sourcesToEmbed(model, limit, after) {
      const rows = await db
        .selectFrom("knowledge_sources")
        .select(["project_id", "copilot_id", "id"])
        .where("indexed_at", "is not", null)
        .where("status", "!=", "ingesting")
        .where((eb) => eb.or([eb("embedding_model", "is", null), eb("embedding_model", "!=", model)]))
        .$if(after !== undefined, (query) =>
          query.where((on) =>
            on.eb(
              on.refTuple("project_id", "copilot_id", "id"),
              ">",
              on.tuple(after!.project as string, after!.copilot as string, after!.source as string),
            ),
          ),
        )
        .orderBy("project_id")
        .orderBy("copilot_id")
        .orderBy("id")
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        project: row.project_id as ProjectId,
        copilot: row.copilot_id as CopilotId,
        source: row.id as KnowledgeSourceId,
      }));
    },

    async countVectors(owner, model) {
      const { count } = await vectorsOf(owner, model)
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return count;
    },

    vectors: (owner, model, after, limit) =>
      vectorsOf(owner, model)
        .select(["passage_key as key", "vector"])
        .where("passage_key", ">", after)
        .orderBy("passage_key")
        .limit(limit)
        .execute(),
  };
}
