import type { ProjectId } from "@weft/protocol";
import type { AccountRecords, ApiKeyRecord, ProjectRecord, SigningKeyRecord } from "../src/accounts/account-records.ts";

/** Account records in memory, with a count of the reads: what a cache must not cause. */
export function openMemoryAccountRecords(): AccountRecords & { readonly reads: number } {
  const projects = new Map<ProjectId, ProjectRecord>();
  const apiKeys = new Map<string, ApiKeyRecord>();
  const signingKeys: SigningKeyRecord[] = [];
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
    projects: async () => read([...projects.values()]),
    project: async (id) => read(projects.get(id)),
    projectsOf: async (team) => read([...projects.values()].filter((project) => project.team === team)),
    putProject: async (project) => void projects.set(project.id, project),
    deleteProject: async (id) => {
      projects.delete(id);
      for (const [name, key] of apiKeys) if (key.project === id) apiKeys.delete(name);
      for (const { kid } of signingKeys.filter((key) => key.project === id)) drop(id, kid);
    },
    apiKey: async (kind, key) => read(apiKeys.get(nameOf(kind, key))),
    apiKeys: async (project) => read([...apiKeys.values()].filter((key) => key.project === project)),
    putApiKey: async (key) => {
      const { lastUsedAt, seenInBrowser } = apiKeys.get(nameOf(key.kind, key.key)) ?? key;
      apiKeys.set(nameOf(key.kind, key.key), { ...key, lastUsedAt, seenInBrowser });
    },
    noteUses: async (uses) => {
      for (const { kind, key, at, inBrowser } of uses) {
        const known = apiKeys.get(nameOf(kind, key));
        if (known === undefined) continue;
        const seenInBrowser = known.seenInBrowser || inBrowser;
        apiKeys.set(nameOf(kind, key), { ...known, lastUsedAt: Math.max(at, known.lastUsedAt ?? 0), seenInBrowser });
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

function nameOf(kind: ApiKeyRecord["kind"], key: string): string {
  return `${kind} ${key}`;
}
