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
    putProject: async (project, effects) => {
      projects.set(project.id, project);
      told.push(...(effects?.audit ?? []));
    },
    moveProject: async (id, from, to, effects) => {
      const project = projects.get(id);
      if (project === undefined || project.team !== from) return false;
      projects.set(id, { ...project, team: to });
      told.push(...(effects?.audit ?? []));
      return true;
    },
    deleteProject: async (id, effects) => {
      projects.delete(id);
      told.push(...(effects?.audit ?? []));
      for (const [name, key] of apiKeys) if (key.project === id) apiKeys.delete(name);
      for (const { kid } of signingKeys.filter((key) => key.project === id)) drop(id, kid);
    },
    apiKey: async (kind, key) => read(apiKeys.get(nameOf(kind, key))),
    apiKeys: async (project) => read([...apiKeys.values()].filter((key) => key.project === project)),
    putApiKey: async (one, effects, earlier = one) => {
      told.push(...(effects?.audit ?? []));
      for (const key of new Set([one, earlier])) {
        const { lastUsedAt, lastUsedFrom, seenInBrowser } = apiKeys.get(nameOf(key.kind, key.key)) ?? key;
        apiKeys.set(nameOf(key.kind, key.key), { ...key, lastUsedAt, lastUsedFrom, seenInBrowser });
      }
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
    putSigningKey: async (key) => {
      drop(key.project, key.kid);
      signingKeys.unshift(key);
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
