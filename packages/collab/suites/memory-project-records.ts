import type { ProjectId } from "@weft/protocol";
import type { AuditRecord } from "../src/teams/audit-records.ts";
import type { ProjectRecords, ApiKeyRecord, ProjectRecord, SigningKeyRecord } from "../src/projects/project-records.ts";

export interface MemoryProjectRecords extends ProjectRecords {
  /** A count of the reads: what a cache must not cause. */
  readonly reads: number;
  /** Entries of the audit log that came with changes. */
  readonly told: readonly AuditRecord[];
}

export function createMemoryProjectRecords(): MemoryProjectRecords {
  const projects = new Map<ProjectId, ProjectRecord>();
  const apiKeys = new Map<string, ApiKeyRecord>();
  const signingKeys: SigningKeyRecord[] = [];
  const told: AuditRecord[] = [];
  let reads = 0;
  const read = <T>(value: T): T => {
    reads++;
    return value;
  };
  const drop = (project: ProjectId, kid: string) => {
    const at = signingKeys.findIndex((key) => key.project === project && key.kid === kid);
    if (at !== -1) signingKeys.splice(at, 1);
  };
  /** Whether a project has this revision, which is raised then. */
  const raise = ({ id, revision }: Pick<ProjectRecord, "id" | "revision">) => {
    const project = projects.get(id);
    if (project?.revision !== revision) return false;
    projects.set(id, { ...project, revision: revision + 1 });
    return true;
  };
  const putKey = (key: ApiKeyRecord) => {
    const name = nameOf(key.kind, key.key);
    const { lastUsedAt, lastUsedFrom, seenInBrowser } = apiKeys.get(name) ?? key;
    apiKeys.set(name, { ...key, lastUsedAt, lastUsedFrom, seenInBrowser });
  };
  return {
    get reads() {
      return reads;
    },
    told,
    all: async () => read([...projects.values()]),
    find: async (id) => read(projects.get(id)),
    ofTeam: async (team) => read([...projects.values()].filter((project) => project.team === team)),
    list: async (team, { limit, after, names = [] }) =>
      read(
        [...projects.values()]
          .filter((project) => project.team === team && project.deletesAt === undefined)
          .filter(({ name }) => names.every((one) => one === name))
          .toSorted(newestFirst)
          .filter((project) => after === undefined || newestFirst(after, project) < 0)
          .slice(0, limit),
      ),
    insertProject: async (project, effects, keys = []) => {
      if (projects.has(project.id)) return false;
      projects.set(project.id, { ...project, revision: 1 });
      for (const key of keys) putKey(key);
      told.push(...(effects?.audit ?? []));
      return true;
    },
    updateProject: async (project, effects) => {
      if (!raise(project)) return false;
      projects.set(project.id, { ...project, revision: project.revision + 1 });
      told.push(...(effects?.audit ?? []));
      return true;
    },
    moveProject: async (project, to, effects) => {
      if (!raise(project)) return "changed";
      projects.set(project.id, { ...projects.get(project.id)!, team: to });
      told.push(...(effects?.audit ?? []));
      return "moved";
    },
    deleteProject: async (id, effects) => {
      projects.delete(id);
      told.push(...(effects?.audit ?? []));
      for (const [name, key] of apiKeys) if (key.project === id) apiKeys.delete(name);
      for (const { kid } of signingKeys.filter((key) => key.project === id)) drop(id, kid);
    },
    apiKey: async (kind, key) => read(apiKeys.get(nameOf(kind, key))),
    apiKeys: async (project) => read([...apiKeys.values()].filter((key) => key.project === project)),
    putApiKeys: async (project, keys, effects) => {
      if (!raise(project)) return false;
      for (const key of keys) putKey(key);
      told.push(...(effects?.audit ?? []));
      return true;
    },
    noteUses: async (uses) => {
      for (const { kind, key, at, inBrowser, from } of uses) {
        const known = apiKeys.get(nameOf(kind, key));
        if (known === undefined) continue;
        const seenInBrowser = known.seenInBrowser || inBrowser;
        const last = at >= (known.lastUsedAt ?? 0) ? { lastUsedAt: at, lastUsedFrom: from } : {};
        apiKeys.set(nameOf(kind, key), { ...known, ...last, seenInBrowser });
      }
    },
    signingKeys: async (project) =>
      read(signingKeys.filter((key) => key.project === project).sort((a, b) => b.createdAt - a.createdAt)),
    insertSigningKey: async (key) => void signingKeys.unshift(key),
    retireSigningKey: async (project, kid, retiredAt) => {
      const at = signingKeys.findIndex((key) => key.project === project && key.kid === kid);
      if (at !== -1) signingKeys[at] = { ...signingKeys[at]!, retiredAt };
    },
    deleteSigningKey: async (project, kid) => drop(project, kid),
  };
}

function newestFirst(
  one: Pick<ProjectRecord, "createdAt" | "id">,
  other: Pick<ProjectRecord, "createdAt" | "id">,
): number {
  return other.createdAt - one.createdAt || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0);
}

function nameOf(kind: ApiKeyRecord["kind"], key: string): string {
  return `${kind} ${key}`;
}
