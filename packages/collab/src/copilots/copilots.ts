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
import type { CopilotRecord, CopilotRecords, VersionAuthor } from "./copilot-records.ts";
import { checkChoice, checkKeyDestination, patchedChoice, sentModel } from "./copilot-rules.ts";
import type { CopilotModels } from "./copilot-rules.ts";
import { createCopilotTrials } from "./copilot-trials.ts";
import { createCopilotVersions, firstVersion, versionsOfChange } from "./copilot-versions.ts";
import type { CopilotVersions } from "./copilot-versions.ts";
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
  create(project: ProjectId, draft: CopilotDraft, by?: VersionAuthor): Promise<CopilotRecord>;
  /**
   * RESOURCE_NOT_FOUND; UNPROCESSABLE_ENTITY for what does not fit the provider, and for another provider or address without
   * a key for it.
   */
  update(project: ProjectId, id: CopilotId, patch: CopilotPatch, by?: VersionAuthor): Promise<CopilotRecord>;
  /** RESOURCE_NOT_FOUND. */
  delete(project: ProjectId, id: CopilotId): Promise<void>;
  /** The key of a copilot's provider; undefined if it can no longer be read. */
  keyOf(project: ProjectId, copilot: CopilotRecord): string | undefined;
  /**
   * The copilot with changes that are not saved, under an id of its own, which `use` knows for a while. Rejects like
   * `update`.
   */
  try(project: ProjectId, id: CopilotId, patch: CopilotPatch): Promise<string>;
  /** What it was after each change of its prompts, model or settings. */
  readonly versions: CopilotVersions;
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
  readonly limits?: Pick<Limits, "copilotsPerProject" | "copilotVersions" | "copilotTrials">;
}

const defaultPrompt =
  "You are a helpful assistant inside an application. Answer briefly and precisely, in the language of the question. Say so if you do not know something.";

export function createCopilots(options: CopilotsOptions): Copilots {
  const { records, seal, models, cursors, now, randomId, limits = platformLimits } = options;

  const keys = createProviderKeys(seal);
  const trials = createCopilotTrials({ records, keys, randomId, now, limits });

  async function get(project: ProjectId, id: CopilotId): Promise<CopilotRecord> {
    const copilot = await records.find(project, id);
    if (copilot === undefined) throw new WeftError("RESOURCE_NOT_FOUND", { message: "Copilot not found" });
    return copilot;
  }

  function changed(before: CopilotRecord, patch: CopilotPatch): CopilotRecord {
    const choice = patchedChoice(before, patch);
    checkChoice(models, choice);
    checkKeyDestination(before, choice, patch);
    const kept = (key: "description" | "knowledgePrompt") =>
      patch[key] === undefined ? before[key] : (patch[key] ?? undefined);
    return {
      ...before,
      ...choice,
      name: patch.name ?? before.name,
      description: kept("description"),
      systemPrompt: patch.systemPrompt ?? before.systemPrompt,
      knowledgePrompt: kept("knowledgePrompt"),
      alwaysUseKnowledge: patch.alwaysUseKnowledge ?? before.alwaysUseKnowledge,
      updatedAt: Math.max(now(), before.updatedAt),
    };
  }

  return {
    models,
    hasDefaultModel: options.defaultModel !== undefined,
    get,
    keyOf: (project, copilot) => keys.unseal(project, copilot),
    versions: createCopilotVersions(records),
    async try(project, id, patch) {
      return trials.create(project, {
        id,
        changed: changed(await get(project, id), patch),
        apiKey: patch.providerApiKey,
      });
    },
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
    async create(project, draft, by = { kind: "api" }) {
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
      if (!(await records.insert(project, copilot, limits.copilotsPerProject, firstVersion(copilot, by, limits))))
        throw new WeftError("PROJECT_FULL", {
          message: `The project has ${limits.copilotsPerProject} copilots, its limit.`,
          suggestion: "Delete copilots that are no longer needed, or ask the operator to raise the project's limits.",
        });
      return { ...copilot, revision: 1 };
    },
    async update(project, id, patch, by = { kind: "api" }) {
      return retryOnConflict(async () => {
        const before = await get(project, id);
        const after: CopilotRecord = {
          ...changed(before, patch),
          ...(patch.providerApiKey !== undefined && keys.seal(project, id, patch.providerApiKey)),
        };
        const kept = versionsOfChange(before, after, await records.version(project, id), by, limits);
        if (!(await records.update(project, after, kept))) return conflict;
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
      const found = await records.find(project, id);
      const used =
        found === undefined ? await trials.find(project, id) : { copilot: found, apiKey: keys.unseal(project, found) };
      if (used === undefined) return undefined;
      await records.used(project, used.copilot.id, now());
      return inUse(models, used.copilot, used.apiKey);
    },
  };
}

function inUse(models: CopilotModels, copilot: CopilotRecord, apiKey: string | undefined): CopilotInUse {
  const { id, name, systemPrompt, knowledgePrompt, alwaysUseKnowledge, provider } = copilot;
  const { compatibleProviderName, providerBaseUrl } = copilot;
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
