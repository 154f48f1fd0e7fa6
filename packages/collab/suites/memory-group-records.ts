import type { ProjectId } from "@weft/protocol";
import type { GroupRecord, GroupRecords, GroupSlice } from "../src/groups/group-records.ts";

/** Group records in memory, held to the same suite as the stores. For tests. */
export interface MemoryGroupRecords extends GroupRecords {
  /** What the store does when the project is deleted. */
  deleteProject(project: ProjectId): void;
}

export function createMemoryGroupRecords(): MemoryGroupRecords {
  const projects = new Map<ProjectId, Map<string, GroupRecord>>();
  const groupsOf = (project: ProjectId) => {
    const found = projects.get(project) ?? new Map<string, GroupRecord>();
    projects.set(project, found);
    return found;
  };
  const list = (project: ProjectId, { limit, after }: GroupSlice, isListed: (group: GroupRecord) => boolean) =>
    [...groupsOf(project).values()]
      .toSorted(newestFirst)
      .filter((group) => isListed(group) && (after === undefined || newestFirst(after, group) < 0))
      .slice(0, limit);

  return {
    find: async (project, ids) => [...groupsOf(project).values()].filter(({ id }) => ids.includes(id)),
    list: async (project, slice) => list(project, slice, () => true),
    listOfUser: async (project, userId, slice) =>
      list(project, slice, ({ members }) => members.some(({ id }) => id === userId)),
    async insert(project, group, most) {
      const groups = groupsOf(project);
      if (groups.has(group.id)) return "taken";
      if (groups.size >= most) return "full";
      groups.set(group.id, { ...group, revision: 1 });
      return "inserted";
    },
    async update(project, { id, revision, members, updatedAt }) {
      const before = groupsOf(project).get(id);
      if (before?.revision !== revision) return false;
      groupsOf(project).set(id, { ...before, members, updatedAt, revision: revision + 1 });
      return true;
    },
    async delete(project, ids) {
      for (const id of ids) groupsOf(project).delete(id);
    },
    deleteProject: (project) => void projects.delete(project),
  };
}

type Place = Pick<GroupRecord, "createdAt"> & { readonly id: string };

function newestFirst(one: Place, other: Place): number {
  return other.createdAt - one.createdAt || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0);
}
