import type { CopilotRecords } from "@weft/collab";
import type { CopilotConfiguration, CopilotId } from "@weft/protocol";
import type { Kysely, Selectable } from "kysely";
import type { Tables } from "../tables/tables.ts";
import type { Transactions } from "../transactions/transactions.ts";

type TrialRow = Selectable<Tables["copilot_trials"]>;

/** Configurations of copilots that the playground tries. */
export function createTrialRecords(
  { done }: Transactions,
  db: Kysely<Tables>,
): Pick<CopilotRecords, "insertTrial" | "trial"> {
  return {
    insertTrial(project, { id, copilot, createdAt, configuration, sealedKey }, most) {
      const row: TrialRow = {
        project_id: project,
        copilot_id: copilot,
        created_at: createdAt,
        id,
        configuration: JSON.stringify(configuration),
        sealed_key: sealedKey ?? null,
      };
      const insert = db
        .insertInto("copilot_trials")
        .columns(Object.keys(row) as (keyof TrialRow)[])
        .expression(
          db
            .selectFrom("copilots")
            .select((eb) => Object.entries(row).map(([column, value]) => eb.val(value).as(column)))
            .where("copilots.project_id", "=", project)
            .where("copilots.id", "=", copilot),
        );
      const kept = db
        .selectFrom("copilot_trials as newer")
        .select("newer.id")
        .where("newer.project_id", "=", project)
        .where("newer.copilot_id", "=", copilot)
        .orderBy("newer.created_at", "desc")
        .orderBy("newer.id", "desc")
        .limit(most);
      const oldest = db
        .deleteFrom("copilot_trials")
        .where("project_id", "=", project)
        .where("copilot_id", "=", copilot)
        .where("id", "not in", kept);
      return done([[insert, 1], oldest]);
    },
    async trial(project, id) {
      const row = await db
        .selectFrom("copilot_trials")
        .selectAll()
        .where("project_id", "=", project)
        .where("id", "=", id)
        .executeTakeFirst();
      return (
        row && {
          id: row.id,
          copilot: row.copilot_id as CopilotId,
          createdAt: row.created_at,
          configuration: JSON.parse(row.configuration) as CopilotConfiguration,
          ...(row.sealed_key !== null && { sealedKey: row.sealed_key }),
        }
      );
    },
  };
}
