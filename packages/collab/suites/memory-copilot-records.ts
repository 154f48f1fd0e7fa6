import type { ProjectId } from "@weft/protocol";
import type {
  CopilotRecord,
  CopilotRecords,
  CopilotTrialRecord,
  CopilotVersionRecord,
  VersionsToKeep,
} from "../src/copilots/copilot-records.ts";

/** Copilot records in memory, held to the same suite as the stores. For tests. */
export function createMemoryCopilotRecords(): CopilotRecords {
  const projects = new Map<ProjectId, Map<string, CopilotRecord>>();
  const copilotsOf = (project: ProjectId) => {
    const found = projects.get(project) ?? new Map<string, CopilotRecord>();
    projects.set(project, found);
    return found;
  };
  const versions = new Map<string, readonly CopilotVersionRecord[]>();
  const trials = new Map<string, CopilotTrialRecord>();
  const keyOf = (project: ProjectId, id: string) => `${project} ${id}`;
  const keep = (project: ProjectId, id: string, kept: VersionsToKeep | undefined) => {
    if (kept === undefined) return;
    const all = [...kept.versions.toReversed(), ...(versions.get(keyOf(project, id)) ?? [])];
    versions.set(keyOf(project, id), all.slice(0, kept.most));
  };
  return {
    find: async (project, id) => copilotsOf(project).get(id),
    list: async (project, { limit, after }) =>
      [...copilotsOf(project).values()]
        .toSorted(newestFirst)
        .filter((copilot) => after === undefined || newestFirst(after, copilot) < 0)
        .slice(0, limit),
    async insert(project, copilot, most, kept) {
      if (copilotsOf(project).size >= most) return false;
      copilotsOf(project).set(copilot.id, { ...copilot, revision: 1 });
      keep(project, copilot.id, kept);
      return true;
    },
    async update(project, copilot, kept) {
      const before = copilotsOf(project).get(copilot.id);
      if (before?.revision !== copilot.revision) return false;
      const { createdAt, lastUsedAt } = before;
      copilotsOf(project).set(copilot.id, { ...copilot, createdAt, lastUsedAt, revision: copilot.revision + 1 });
      keep(project, copilot.id, kept);
      return true;
    },
    async used(project, id, at) {
      const copilot = copilotsOf(project).get(id);
      if (copilot !== undefined && (copilot.lastUsedAt ?? 0) < at)
        copilotsOf(project).set(id, { ...copilot, lastUsedAt: at });
    },
    async delete(project, id) {
      versions.delete(keyOf(project, id));
      for (const [key, trial] of trials) if (trial.copilot === id) trials.delete(key);
      return copilotsOf(project).delete(id);
    },
    versions: async (project, id) =>
      (versions.get(keyOf(project, id)) ?? []).map(({ revision, createdAt, by, changed }) => ({
        revision,
        createdAt,
        by,
        changed,
      })),
    version: async (project, id, revision) =>
      (versions.get(keyOf(project, id)) ?? []).find((one) => revision === undefined || one.revision === revision),
    async insertTrial(project, trial, most) {
      if (!copilotsOf(project).has(trial.copilot)) return false;
      trials.set(keyOf(project, trial.id), trial);
      const own = [...trials]
        .filter(([, { copilot }]) => copilot === trial.copilot)
        .toSorted(([, a], [, b]) => newestFirst(a, b));
      for (const [key] of own.slice(most)) trials.delete(key);
      return true;
    },
    trial: async (project, id) => trials.get(keyOf(project, id)),
  };
}

type Place = Pick<CopilotRecord, "createdAt"> & { readonly id: string };

function newestFirst(one: Place, other: Place): number {
  return other.createdAt - one.createdAt || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0);
}
