/**
 * AI copilots of projects.
 *
 *   REST, dashboard ─► create, update, delete ─► CopilotRecords
 *   answers         ─► use ─► the copilot with its provider's key, or the server's default
 *
 * - The provider's key is stored sealed under the master key, and leaves this module for calls of the provider alone:
 *   with another provider or address, another key is stored.
 * - A change reads the copilot, decides, and writes it only if its `revision` is still the one that was read.
 */
import { limits as platformLimits, WeftError } from "@weft/protocol";
import type { CopilotDraft, CopilotId, CopilotPatch, CopilotProvider, Limits, ProjectId } from "@weft/protocol";
import type { Cursors } from "../cursor.ts";
import { createdFrom, creationKey, keysetPage } from "../keyset-page.ts";
import type { Effects } from "../effects.ts";
import { conflict, retryOnConflict } from "../retry-on-conflict.ts";
import type { Seal } from "../seal.ts";
import type { CopilotInUse, CopilotsInUse } from "./copilot-in-use.ts";
import type { CopilotRecord, CopilotRecords } from "./copilot-records.ts";
import { checkChoice, checkKeyDestination, patchedChoice, sentModel } from "./copilot-rules.ts";
import type { CopilotModels } from "./copilot-rules.ts";
import { createProviderKeys } from "./provider-keys.ts";

export interface CopilotPage {
  readonly copilots: readonly CopilotRecord[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

export interface Copilots extends CopilotsInUse {
  /** Newest first. UNPROCESSABLE_ENTITY for a cursor of anything else. */
  list(project: ProjectId, search: { readonly limit: number; readonly startingAfter?: string }): Promise<CopilotPage>;
  /** RESOURCE_NOT_FOUND. */
  get(project: ProjectId, id: CopilotId): Promise<CopilotRecord>;
  /** UNPROCESSABLE_ENTITY for what does not fit the provider; PROJECT_FULL. */
  create(project: ProjectId, draft: CopilotDraft): Promise<CopilotRecord>;
  /**
   * RESOURCE_NOT_FOUND; UNPROCESSABLE_ENTITY for what does not fit the provider, and for another provider or address without
   * a key for it.
   */
  update(project: ProjectId, id: CopilotId, patch: CopilotPatch): Promise<CopilotRecord>;
  /** RESOURCE_NOT_FOUND. */
  delete(project: ProjectId, id: CopilotId): Promise<void>;
  readonly models: CopilotModels;
  /** Whether questions that name no copilot are answered by a model. */
  readonly hasDefaultModel: boolean;
}

/** The model that answers where a question names no copilot. */
export interface DefaultModel {
  readonly provider: CopilotProvider;
  readonly name: string;
  readonly apiKey: string;
  readonly compatible?: { readonly name: string; readonly baseUrl: string; readonly ofOperator: true };
}

export interface CopilotsOptions {
  readonly records: CopilotRecords;
  readonly seal: Pick<Seal, "seal" | "unseal">;
  readonly models: CopilotModels;
  /** Undefined where the operator has configured none. */
  readonly defaultModel?: DefaultModel;
  /** What is written with the deletion of a copilot: the deletion of its knowledge. */
  readonly deletion?: (project: ProjectId, id: CopilotId) => Effects;
  readonly cursors: Cursors;
  readonly randomId: () => string;
  readonly now: () => number;
  readonly limits?: Pick<Limits, "copilotsPerProject">;
}

const defaultPrompt =
  "You are a helpful assistant inside an application. Answer briefly and precisely, in the language of the question. Say so if you do not know something.";

export function createCopilots(options: CopilotsOptions): Copilots {
  const { records, seal, models, cursors, now, randomId, limits = platformLimits } = options;

  const keys = createProviderKeys(seal);

  async function get(project: ProjectId, id: CopilotId): Promise<CopilotRecord> {
    const copilot = await records.find(project, id);
    if (copilot === undefined) throw new WeftError("RESOURCE_NOT_FOUND", { message: "Copilot not found" });
    return copilot;
  }

  function inUse(project: ProjectId, copilot: CopilotRecord): CopilotInUse {
    const { id, name, systemPrompt, knowledgePrompt, alwaysUseKnowledge, provider } = copilot;
    const { compatibleProviderName, providerBaseUrl } = copilot;
    const apiKey = keys.unseal(project, copilot);
    return {
      id,
      name,
      systemPrompt,
      knowledgePrompt,
      alwaysUseKnowledge,
      ...(apiKey !== undefined && {
        model: {
          provider,
          name: sentModel(models, provider, copilot.providerModel),
          apiKey,
          options: copilot.providerOptions,
          settings: copilot.settings,
          ...(providerBaseUrl !== undefined && {
            compatible: { name: compatibleProviderName ?? name, baseUrl: providerBaseUrl, ofOperator: false },
          }),
        },
      }),
    };
  }

  return {
    models,
    hasDefaultModel: options.defaultModel !== undefined,
    get,
    async list(project, { limit, startingAfter }) {
      const { items, nextCursor } = await keysetPage({
        cursors,
        scope: { project, list: "copilots" },
        limit,
        cursor: startingAfter,
        read: (most, key) => records.list(project, { limit: most, after: createdFrom(key) }),
        keyOf: creationKey,
      });
      return { copilots: items, nextCursor };
    },
    async create(project, draft) {
      const { name, systemPrompt, provider, providerModel } = draft;
      const choice = patchedChoice({ provider, providerModel }, draft);
      checkChoice(models, choice);
      const id = `co_${randomId()}` as CopilotId;
      const createdAt = now();
      const copilot = {
        ...choice,
        ...keys.seal(project, id, draft.providerApiKey),
        id,
        name,
        description: draft.description ?? undefined,
        systemPrompt,
        knowledgePrompt: draft.knowledgePrompt ?? undefined,
        alwaysUseKnowledge: draft.alwaysUseKnowledge ?? false,
        createdAt,
        updatedAt: createdAt,
      };
      if (!(await records.insert(project, copilot, limits.copilotsPerProject)))
        throw new WeftError("PROJECT_FULL", {
          message: `The project has ${limits.copilotsPerProject} copilots, its limit.`,
          suggestion: "Delete copilots that are no longer needed, or ask the operator to raise the project's limits.",
        });
      return { ...copilot, revision: 1 };
    },
    async update(project, id, patch) {
      return retryOnConflict(async () => {
        const before = await get(project, id);
        const choice = patchedChoice(before, patch);
        checkChoice(models, choice);
        checkKeyDestination(before, choice, patch);
        const kept = (key: "description" | "knowledgePrompt") =>
          patch[key] === undefined ? before[key] : (patch[key] ?? undefined);
        const after: CopilotRecord = {
          ...before,
          ...choice,
          ...(patch.providerApiKey !== undefined && keys.seal(project, id, patch.providerApiKey)),
          name: patch.name ?? before.name,
          description: kept("description"),
          systemPrompt: patch.systemPrompt ?? before.systemPrompt,
          knowledgePrompt: kept("knowledgePrompt"),
          alwaysUseKnowledge: patch.alwaysUseKnowledge ?? before.alwaysUseKnowledge,
          updatedAt: Math.max(now(), before.updatedAt),
        };
        if (!(await records.update(project, after))) return conflict;
        return { ...after, revision: after.revision + 1 };
      });
    },
    async delete(project, id) {
      if (!(await records.delete(project, id, options.deletion?.(project, id))))
        throw new WeftError("RESOURCE_NOT_FOUND", { message: "Copilot not found" });
    },
    async use(project, id) {
      if (id === undefined)
        return {
          name: "Default copilot",
          systemPrompt: defaultPrompt,
          alwaysUseKnowledge: false,
          model: options.defaultModel,
        };
      const copilot = await records.find(project, id);
      if (copilot === undefined) return undefined;
      await records.used(project, id, now());
      return inUse(project, copilot);
    },
  };
}
