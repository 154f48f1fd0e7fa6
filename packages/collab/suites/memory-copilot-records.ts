import type { ProjectId } from "@weft/protocol";
import type { CopilotRecord, CopilotRecords } from "../src/copilots/copilot-records.ts";

/** Copilot records in memory, held to the same suite as the stores. For tests. */
export function createMemoryCopilotRecords(): CopilotRecords {
  const projects = new Map<ProjectId, Map<string, CopilotRecord>>();
  const copilotsOf = (project: ProjectId) => {
    const found = projects.get(project) ?? new Map<string, CopilotRecord>();
    projects.set(project, found);
    return found;
  };
  return {
    find: async (project, id) => copilotsOf(project).get(id),
    list: async (project, { limit, after }) =>
      [...copilotsOf(project).values()]
        .toSorted(newestFirst)
        .filter((copilot) => after === undefined || newestFirst(after, copilot) < 0)
        .slice(0, limit),
    async insert(project, copilot, most) {
      if (copilotsOf(project).size >= most) return false;
      copilotsOf(project).set(copilot.id, { ...copilot, revision: 1 });
      return true;
    },
    async update(project, copilot) {
      const before = copilotsOf(project).get(copilot.id);
      if (before?.revision !== copilot.revision) return false;
      const { createdAt, lastUsedAt } = before;
      copilotsOf(project).set(copilot.id, { ...copilot, createdAt, lastUsedAt, revision: copilot.revision + 1 });
      return true;
    },
    async used(project, id, at) {
      const copilot = copilotsOf(project).get(id);
      if (copilot !== undefined && (copilot.lastUsedAt ?? 0) < at)
        copilotsOf(project).set(id, { ...copilot, lastUsedAt: at });
    },
    delete: async (project, id) => copilotsOf(project).delete(id),
  };
}

type Place = Pick<CopilotRecord, "createdAt"> & { readonly id: string };

function newestFirst(one: Place, other: Place): number {
  return other.createdAt - one.createdAt || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0);
}
