/** Versions of copilots: everything that answers depend on, as it was after each change. */
import { limits as platformLimits, WeftError } from "@weft/protocol";
import type { CopilotConfiguration, CopilotId, Limits, ProjectId } from "@weft/protocol";
import type {
  CopilotRecord,
  CopilotRecords,
  CopilotVersionEntry,
  CopilotVersionRecord,
  VersionAuthor,
  VersionsToKeep,
} from "./copilot-records.ts";

export interface CopilotVersions {
  /** Newest first. RESOURCE_NOT_FOUND if there is no such copilot. */
  list(project: ProjectId, id: CopilotId): Promise<readonly CopilotVersionEntry[]>;
  /** RESOURCE_NOT_FOUND. */
  get(project: ProjectId, id: CopilotId, revision: number): Promise<CopilotVersionRecord>;
}

export function createCopilotVersions(records: Pick<CopilotRecords, "find" | "version" | "versions">): CopilotVersions {
  return {
    async list(project, id) {
      const copilot = await records.find(project, id);
      if (copilot === undefined) throw new WeftError("RESOURCE_NOT_FOUND", { message: "Copilot not found" });
      const kept = await records.versions(project, id);
      // A copilot that was not changed since versions are kept has one: itself.
      return kept.length === 0 ? [firstOf(copilot)] : kept;
    },
    async get(project, id, revision) {
      const found = await records.version(project, id, revision);
      if (found !== undefined) return found;
      const copilot = await records.find(project, id);
      if (copilot?.revision !== revision || (await records.version(project, id)) !== undefined)
        throw new WeftError("RESOURCE_NOT_FOUND", { message: "Version not found" });
      return firstOf(copilot);
    },
  };
}

type Configured = Pick<CopilotRecord, keyof CopilotConfiguration>;

export function configurationOf(copilot: Configured): CopilotConfiguration {
  const { systemPrompt, knowledgePrompt, alwaysUseKnowledge, provider, providerModel } = copilot;
  const { providerOptions, compatibleProviderName, providerBaseUrl, settings } = copilot;
  return {
    systemPrompt,
    knowledgePrompt,
    alwaysUseKnowledge,
    provider,
    providerModel,
    providerOptions,
    compatibleProviderName,
    providerBaseUrl,
    settings,
  };
}

/** The version that a new copilot begins with. */
export function firstVersion(
  copilot: Omit<CopilotRecord, "revision">,
  by: VersionAuthor,
  limits: Pick<Limits, "copilotVersions"> = platformLimits,
): VersionsToKeep {
  return { versions: [{ ...firstOf({ ...copilot, revision: 1 }), by }], most: limits.copilotVersions };
}

/**
 * The versions that a change leaves: what the copilot was before, if the newest version is something else because an
 * earlier release has written it, and what it is now. Undefined for a change of its name or its key alone.
 */
export function versionsOfChange(
  before: CopilotRecord,
  after: CopilotRecord,
  newest: CopilotVersionRecord | undefined,
  by: VersionAuthor,
  limits: Pick<Limits, "copilotVersions"> = platformLimits,
): VersionsToKeep | undefined {
  const changed = differencesOf(configurationOf(before), configurationOf(after));
  if (changed.length === 0) return undefined;
  const missed = newest === undefined ? [] : differencesOf(newest.configuration, configurationOf(before));
  const earlier = newest === undefined || missed.length > 0 ? [{ ...firstOf(before), changed: missed }] : [];
  const version: CopilotVersionRecord = {
    revision: before.revision + 1,
    createdAt: after.updatedAt,
    by,
    changed,
    configuration: configurationOf(after),
  };
  return { versions: [...earlier, version], most: limits.copilotVersions };
}

function firstOf(copilot: CopilotRecord): CopilotVersionRecord {
  const { revision, updatedAt } = copilot;
  const configuration = configurationOf(copilot);
  return { revision, createdAt: updatedAt, by: { kind: "unknown" }, changed: [], configuration };
}

function differencesOf(one: CopilotConfiguration, other: CopilotConfiguration) {
  const names = Object.keys(configurationOf(other)) as (keyof CopilotConfiguration)[];
  return names.filter((name) => JSON.stringify(inOrder(one[name])) !== JSON.stringify(inOrder(other[name])));
}

/** The same members in the same order: databases and callers keep their own. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, inOrder(member)]),
  );
}
