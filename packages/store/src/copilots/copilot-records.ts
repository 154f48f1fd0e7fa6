import type { CopilotRecord, CopilotRecords } from "@weft/collab";
import type { CopilotId, CopilotProvider, CopilotProviderOptions, CopilotSettings, ProjectId } from "@weft/protocol";
import type { Kysely, Selectable } from "kysely";
import { pageOf } from "../lists/keyset.ts";
import { lockProject } from "../database/locks.ts";
import { createTrialRecords } from "./trial-records.ts";
import { createVersionReads, versionWrites } from "./version-records.ts";
import type { Tables } from "../tables/tables.ts";
import type { Transactions } from "../transactions/transactions.ts";

type CopilotRow = Selectable<Tables["copilots"]>;

export function createCopilotRecords(transactions: Transactions, db: Kysely<Tables>): CopilotRecords {
  const { done, write } = transactions;
  const named = (project: ProjectId, id: CopilotId) =>
    db.updateTable("copilots").where("project_id", "=", project).where("id", "=", id);

  return {
    ...createVersionReads(db),
    ...createTrialRecords(transactions, db),

    async find(project, id) {
      const row = await db
        .selectFrom("copilots")
        .selectAll()
        .where("project_id", "=", project)
        .where("id", "=", id)
        .executeTakeFirst();
      return row && toCopilot(row);
    },

    async list(project, { limit, after }) {
      const page = { limit, after: after && ([after.createdAt, after.id] as const) };
      const query = db.selectFrom("copilots").selectAll().where("project_id", "=", project);
      return (await pageOf(query, ["created_at", "id"], page).execute()).map(toCopilot);
    },

    insert(project, copilot, most, kept) {
      const row = toRow(project, { ...copilot, revision: 1 });
      const insert = db
        .insertInto("copilots")
        .columns(Object.keys(row) as (keyof CopilotRow)[])
        .expression(
          db
            .selectFrom("projects")
            .select((eb) => Object.entries(row).map(([column, value]) => eb.val(value).as(column)))
            .where("projects.id", "=", project)
            .where((eb) =>
              eb(
                eb
                  .selectFrom("copilots as other")
                  .select(({ fn }) => fn.countAll<number>().as("count"))
                  .where("other.project_id", "=", project),
                "<",
                most,
              ),
            ),
        );
      return done([lockProject(project), [insert, 1], ...versionWrites(db, project, copilot.id, kept)]);
    },

    update(project, copilot, kept) {
      const { project_id: _, id: _id, created_at: _at, last_used_at: _used, ...row } = toRow(project, copilot);
      const update = named(project, copilot.id).where("revision", "=", copilot.revision);
      const next = update.set({ ...row, revision: copilot.revision + 1 });
      return done([[next, 1], ...versionWrites(db, project, copilot.id, kept)]);
    },

    async used(project, id, at) {
      const earlier = named(project, id).where((eb) =>
        eb.or([eb("last_used_at", "is", null), eb("last_used_at", "<", at)]),
      );
      await write([earlier.set({ last_used_at: at })]);
    },

    delete(project, id, effects) {
      const remove = db.deleteFrom("copilots").where("project_id", "=", project).where("id", "=", id);
      return done([lockProject(project), [remove, 1]], effects);
    },
  };
}

function toCopilot(row: CopilotRow): CopilotRecord {
  return {
    id: row.id as CopilotId,
    name: row.name,
    description: row.description ?? undefined,
    systemPrompt: row.system_prompt,
    knowledgePrompt: row.knowledge_prompt ?? undefined,
    alwaysUseKnowledge: row.always_use_knowledge === 1,
    provider: row.provider as CopilotProvider,
    providerModel: row.model,
    providerOptions:
      row.provider_options === null ? undefined : (JSON.parse(row.provider_options) as CopilotProviderOptions),
    compatibleProviderName: row.compatible_name ?? undefined,
    providerBaseUrl: row.base_url ?? undefined,
    settings: row.settings === null ? undefined : (JSON.parse(row.settings) as CopilotSettings),
    sealedKey: row.sealed_key,
    keyEnd: row.key_end,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    lastUsedAt: row.last_used_at ?? undefined,
    revision: row.revision,
  };
}

function toRow(project: ProjectId, copilot: CopilotRecord): CopilotRow {
  const { providerOptions, settings } = copilot;
  return {
    project_id: project,
    id: copilot.id,
    created_at: copilot.createdAt,
    updated_at: copilot.updatedAt,
    last_used_at: copilot.lastUsedAt ?? null,
    name: copilot.name,
    description: copilot.description ?? null,
    system_prompt: copilot.systemPrompt,
    knowledge_prompt: copilot.knowledgePrompt ?? null,
    always_use_knowledge: Number(copilot.alwaysUseKnowledge),
    provider: copilot.provider,
    model: copilot.providerModel,
    provider_options: providerOptions === undefined ? null : JSON.stringify(providerOptions),
    settings: settings === undefined ? null : JSON.stringify(settings),
    compatible_name: copilot.compatibleProviderName ?? null,
    base_url: copilot.providerBaseUrl ?? null,
    sealed_key: copilot.sealedKey,
    key_end: copilot.keyEnd,
    revision: copilot.revision,
  };
}
