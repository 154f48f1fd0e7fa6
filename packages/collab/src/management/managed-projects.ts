/**
 * The projects of a team, as the management API sees and changes them.
 *
 * - A caller reaches the projects of its token's team. Projects of other teams, and those that are being deleted, are not
 *   found.
 * - A project has several secret keys in the dashboard, and one here: the newest.
 * - Every change leaves an entry in the team's audit log, under the name of the token, and is written together with it.
 */
import { WeftError } from "@weft/protocol";
import type { ManagedProject, ProjectId } from "@weft/protocol";
import type { Cursors } from "../cursor.ts";
import { createdFrom, creationKey, keysetPage } from "../keyset-page.ts";
import type { EffectsOf } from "../effects.ts";
import { invalid } from "../invalid.ts";
import { currentKey } from "../projects/current-key.ts";
import type { ApiKeyRecord, ProjectRecord } from "../projects/project-records.ts";
import type { CreatedKey, ProjectChange, Projects } from "../projects/projects.ts";
import { teamProject } from "../projects/team-project.ts";
import { readProjectQuery } from "../projects/project-query.ts";
import type { Program, Teams } from "../teams/teams.ts";

/** A program with a verified management token. */
export interface ManagementCaller extends Program {
  readonly team: string;
}

export interface ManagedProjectDraft {
  readonly type: ProjectRecord["type"];
  readonly name?: string;
  readonly description?: string | null;
  readonly region: ManagedProject["region"];
  readonly versionCreationTimeout: number | false;
}

export interface ManagedProjectSearch {
  /** A filter in the query language. */
  readonly query?: string;
  readonly limit: number;
  readonly cursor?: string;
}

/** Every method that takes an id rejects with PROJECT_NOT_FOUND. */
export interface ManagedProjects {
  /** Newest first. INVALID_QUERY, and UNPROCESSABLE_ENTITY for a cursor of another list. */
  list(
    caller: ManagementCaller,
    search: ManagedProjectSearch,
  ): Promise<{ readonly data: readonly ManagedProject[]; readonly nextCursor: string | null }>;
  get(caller: ManagementCaller, id: ProjectId): Promise<ManagedProject>;
  /** With its secret key, which cannot be read again. UNPROCESSABLE_ENTITY for a region that the server does not have. */
  create(caller: ManagementCaller, draft: ManagedProjectDraft): Promise<ManagedProject>;
  update(
    caller: ManagementCaller,
    id: ProjectId,
    change: Pick<ProjectChange, "name" | "description" | "versionCreationTimeout">,
  ): Promise<ManagedProject>;
  delete(caller: ManagementCaller, id: ProjectId): Promise<void>;
  switchPublicKey(caller: ManagementCaller, id: ProjectId, active: boolean): Promise<void>;
  /** The lifetimes count from now. PUBLIC_KEY_NOT_ENABLED. */
  rollPublicKey(
    caller: ManagementCaller,
    id: ProjectId,
    lifetimes: { readonly oldKeyMs: number },
  ): Promise<ManagedProject["publicKey"]>;
  /** The new key cannot be read again. */
  rollSecretKey(
    caller: ManagementCaller,
    id: ProjectId,
    lifetimes: { readonly oldKeyMs: number; readonly newKeyMs?: number },
  ): Promise<NonNullable<ManagedProject["secretKey"]>>;
}

export interface ManagedProjectsOptions {
  readonly projects: Pick<
    Projects,
    "find" | "list" | "createProject" | "updateProject" | "workingKeys" | "rollCurrentKey" | "switchPublicKeys"
  >;
  /** Deletes a project as its team's owners do. `effects`: those of an action on it. */
  readonly removeProject: (project: ProjectRecord, effects: (action: string) => EffectsOf) => Promise<void>;
  readonly teams: Pick<Teams, "entry">;
  readonly cursors: Cursors;
  /** Regions to which projects may be restricted. */
  readonly regions: readonly string[];
  readonly now: () => number;
}

export function createManagedProjects(options: ManagedProjectsOptions): ManagedProjects {
  return new TeamProjects(options);
}

const unnamed = "Untitled project";

class TeamProjects implements ManagedProjects {
  readonly #options: ManagedProjectsOptions;

  constructor(options: ManagedProjectsOptions) {
    this.#options = options;
  }

  async list({ team }: ManagementCaller, { query = "", limit, cursor }: ManagedProjectSearch) {
    const { projects, cursors } = this.#options;
    const { names } = readProjectQuery(query);
    const { items, nextCursor } = await keysetPage({
      cursors,
      scope: { project: team, list: "management-projects" },
      limit,
      cursor,
      read: (most, key) => {
        const last = createdFrom(key);
        const after = last && { createdAt: last.createdAt, id: last.id as ProjectId };
        return projects.list(team, { limit: most, after, names });
      },
      keyOf: creationKey,
    });
    return { data: await Promise.all(items.map((project) => this.#describe(project))), nextCursor };
  }

  async get(caller: ManagementCaller, id: ProjectId): Promise<ManagedProject> {
    return this.#describe(await this.#find(caller, id));
  }

  async create(caller: ManagementCaller, draft: ManagedProjectDraft): Promise<ManagedProject> {
    const { name = unnamed, description, type, region, versionCreationTimeout } = draft;
    const isRestricted = region !== "earth";
    if (isRestricted && !this.#options.regions.includes(region))
      throw invalid(["region"], `this server has no region "${region}".`);
    const { project, keys, secretKey } = await this.#options.projects.createProject(
      teamProject({
        team: caller.team,
        name,
        description: description ?? undefined,
        type,
        region: isRestricted ? region : undefined,
        versionCreationTimeout,
      }),
      this.#noted(caller, "project.created"),
    );
    return describe(project, keys, secretKey);
  }

  update(
    caller: ManagementCaller,
    id: ProjectId,
    change: Pick<ProjectChange, "name" | "description" | "versionCreationTimeout">,
  ): Promise<ManagedProject> {
    return this.#inProject(caller, id, async () => {
      const effects = this.#noted(caller, "project.updated");
      return this.#describe(await this.#options.projects.updateProject(id, change, effects));
    });
  }

  delete(caller: ManagementCaller, id: ProjectId): Promise<void> {
    return this.#inProject(caller, id, (project) =>
      this.#options.removeProject(project, (action) => this.#noted(caller, action)),
    );
  }

  switchPublicKey(caller: ManagementCaller, id: ProjectId, active: boolean): Promise<void> {
    return this.#inProject(caller, id, () =>
      this.#options.projects.switchPublicKeys(id, active, this.#noted(caller, "key.updated")),
    );
  }

  async rollPublicKey(caller: ManagementCaller, id: ProjectId, lifetimes: { readonly oldKeyMs: number }) {
    const { record } = await this.#roll(caller, id, "public", lifetimes);
    return describePublicKey(record);
  }

  async rollSecretKey(
    caller: ManagementCaller,
    id: ProjectId,
    lifetimes: { readonly oldKeyMs: number; readonly newKeyMs?: number },
  ) {
    const { record, key } = await this.#roll(caller, id, "secret", lifetimes);
    return describeSecretKey(record, key);
  }

  #roll(
    caller: ManagementCaller,
    id: ProjectId,
    kind: ApiKeyRecord["kind"],
    { oldKeyMs, newKeyMs }: { readonly oldKeyMs: number; readonly newKeyMs?: number },
  ): Promise<CreatedKey> {
    const { projects, now } = this.#options;
    const at = now();
    const roll = {
      oldKeyExpiresAt: at + oldKeyMs,
      newKeyExpiresAt: newKeyMs === undefined ? undefined : at + newKeyMs,
    };
    return this.#inProject(caller, id, () =>
      projects.rollCurrentKey(id, kind, roll, this.#noted(caller, "key.rolled")),
    );
  }

  async #find({ team }: ManagementCaller, id: ProjectId): Promise<ProjectRecord> {
    const project = await this.#options.projects.find(id);
    if (project?.team !== team || project.deletesAt !== undefined) throw new WeftError("PROJECT_NOT_FOUND");
    return project;
  }

  /** Changes a project, which another caller may delete meanwhile. */
  async #inProject<T>(
    caller: ManagementCaller,
    id: ProjectId,
    change: (project: ProjectRecord) => Promise<T>,
  ): Promise<T> {
    const project = await this.#find(caller, id);
    try {
      return await change(project);
    } catch (cause) {
      if (cause instanceof WeftError && (cause.code === "RESOURCE_NOT_FOUND" || cause.code === "CONFLICT"))
        throw new WeftError("PROJECT_NOT_FOUND", { cause });
      throw cause;
    }
  }

  async #describe(project: ProjectRecord): Promise<ManagedProject> {
    return describe(project, await this.#options.projects.workingKeys(project.id));
  }

  /** An action on a project or a key, as `key.rolled` is, in the audit log. */
  #noted(caller: ManagementCaller, action: string): EffectsOf {
    const [kind = ""] = action.split(".", 1);
    return ({ id, name }) => ({ audit: [this.#options.teams.entry(caller.team, caller, action, { kind, id, name })] });
  }
}

/** `secretKey`: the newest one, where it is known. */
function describe(project: ProjectRecord, keys: readonly ApiKeyRecord[], secretKey?: string): ManagedProject {
  const publicKey = currentKey(keys, "public");
  const secret = currentKey(keys, "secret");
  return {
    id: project.id,
    teamId: project.team ?? "",
    type: project.type,
    name: project.name,
    description: project.description ?? null,
    createdAt: instant(project.createdAt),
    updatedAt: instant(project.updatedAt),
    publicKey:
      publicKey === undefined
        ? { activated: false, createdAt: instant(project.createdAt), value: "" }
        : describePublicKey(publicKey),
    secretKey: secret === undefined ? null : describeSecretKey(secret, secretKey),
    region: project.region === "eu" ? "eu" : "earth",
    versionCreationTimeout: project.versionCreationTimeout,
  };
}

function describePublicKey({ active, createdAt, key }: ApiKeyRecord) {
  return { activated: active, createdAt: instant(createdAt), value: key };
}

/** Only the hash of a secret key is stored: it is known in the answer that creates it, and masked afterwards. */
function describeSecretKey({ createdAt, lastFour }: ApiKeyRecord, key = `sk_…${lastFour}`) {
  return { createdAt: instant(createdAt), value: key };
}

function instant(at: number): string {
  return new Date(at).toISOString();
}
