/** The projects that a server creates for itself. */
import { ProjectId } from "@weft/protocol";
import { conflict } from "../retry-on-conflict.ts";
import { firstKeyNames, isKey, keyPrefixes, keyRecord, newKey, storedKey, works } from "./api-keys.ts";
import { projectRecord } from "./new-project.ts";
import type { ApiKeyRecord, ProjectRecord, ProjectRecords } from "./project-records.ts";

/** The project that a fresh server starts with. */
export const demoProjectId = ProjectId.parse("demo");
/** The project in which the site's assistant keeps its chats. */
export const siteProjectId = ProjectId.parse("weft-site");

export interface DemoProjectOptions {
  readonly secretKey?: string;
  readonly publicKey?: string;
  /** Applies until a team owns the project and its owners decide. Default: true. */
  readonly publicKeyCreatesRooms?: boolean;
}

export interface DemoProject {
  readonly project: ProjectRecord;
  readonly publicKey: string;
  /** Known when it was made just now, or given; otherwise it was shown on the first start and is gone. */
  readonly secretKey?: string;
  /** Whether this call created the project. */
  readonly created: boolean;
}

export interface OwnProjects {
  /**
   * The project a fresh server starts with. Any number of calls create it once; keys that are given are made to work
   * for it, beside those it has.
   */
  ensureDemoProject(fixed?: DemoProjectOptions): Promise<DemoProject>;

  /**
   * The project of the site's own assistant, which has no keys, no team and no rooms. Any number of calls create it once.
   */
  ensureSiteProject(): Promise<ProjectRecord>;
}

export interface OwnProjectsOptions {
  readonly records: ProjectRecords;
  readonly now: () => number;
  /** A project from memory, or as it is stored. */
  readonly find: (id: ProjectId) => Promise<ProjectRecord | undefined>;
  /** Runs what reads and then writes a project, one at a time, and again after a conflict. */
  readonly inTurn: <T>(id: ProjectId, attempt: () => Promise<T | typeof conflict>) => Promise<T>;
}

export function createOwnProjects({ records, now, find, inTurn }: OwnProjectsOptions): OwnProjects {
  return {
    ensureDemoProject(fixed: DemoProjectOptions = {}): Promise<DemoProject> {
      for (const kind of ["secret", "public"] as const) {
        const key = kind === "secret" ? fixed.secretKey : fixed.publicKey;
        if (key !== undefined && !isKey(kind, key)) {
          throw new Error(
            `A fixed ${kind} key must begin with ${keyPrefixes[kind]} and hold only letters, digits, _ and -.`,
          );
        }
      }
      return inTurn(demoProjectId, async () => {
        const existing = await records.find(demoProjectId);
        const { publicKeyCreatesRooms = true } = fixed;
        // A data folder may move from a developer's machine to a server that others reach.
        const project =
          existing === undefined
            ? projectRecord({ id: demoProjectId, name: "Demo", type: "dev", publicKeyCreatesRooms }, now())
            : existing.team === undefined
              ? { ...existing, publicKeyCreatesRooms }
              : existing;
        const keys = (await records.apiKeys(demoProjectId)).filter((key) => works(key, now()));
        // A start that was cut short left a project without keys: the next start shows new ones.
        const secretKey =
          fixed.secretKey ?? (keys.some((key) => key.kind === "secret") ? undefined : newKey("secret", project.type));
        const publicKey =
          fixed.publicKey ?? keys.find((key) => key.kind === "public")?.key ?? newKey("public", project.type);
        const missing: ApiKeyRecord[] = [];
        for (const [kind, key] of [
          ["secret", secretKey],
          ["public", publicKey],
        ] as const) {
          if (key === undefined) continue;
          const known = await records.apiKey(kind, storedKey(kind, key));
          if (known && known.project !== demoProjectId)
            throw new Error(`The fixed ${kind} key belongs to another project.`);
          if (!known || !works(known, now()))
            missing.push(keyRecord(project, kind, key, { name: firstKeyNames[kind], createdAt: now() }));
        }
        if (existing === undefined) {
          if (!(await records.insertProject(project, undefined, missing))) return conflict;
        } else {
          const changed = project.publicKeyCreatesRooms !== existing.publicKeyCreatesRooms;
          if (changed && !(await records.updateProject(project))) return conflict;
          const revision = changed ? project.revision + 1 : project.revision;
          if (missing.length > 0 && !(await records.putApiKeys({ ...project, revision }, missing))) return conflict;
        }
        return { project, publicKey, secretKey, created: !existing };
      });
    },

    async ensureSiteProject(): Promise<ProjectRecord> {
      const known = await find(siteProjectId);
      if (known !== undefined) return known;
      return inTurn(siteProjectId, async () => {
        const existing = await records.find(siteProjectId);
        if (existing !== undefined) return existing;
        const project = projectRecord({ id: siteProjectId, name: "Site", type: "prod" }, now());
        return (await records.insertProject(project)) ? project : conflict;
      });
    },
  };
}
