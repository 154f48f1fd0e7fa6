/**
 * Projects and the keys that open them.
 *
 * - A secret key is seen whole once, by its creator; only its hash and its last four characters are kept.
 * - What is cached is dropped by every change, on every node by a signal, and is read anew after `freshForMs`, so that a
 *   change is obeyed within that time even where its signal was lost.
 * - A project that was deleted is closed first: its keys stay, and are refused, until its rooms are gone.
 */
import { randomBytes } from "node:crypto";
import { limits, ProjectId, WeftError } from "@weft/protocol";
import type { Limits } from "@weft/protocol";
import { FreshCache } from "../fresh-cache.ts";
import type { WatchCache } from "../fresh-cache.ts";
import { invalid } from "../invalid.ts";
import { KeyedMutex } from "../keyed-mutex.ts";
import { conflict, retryOnConflict } from "../retry-on-conflict.ts";
import { bothEffects } from "../effects.ts";
import type { EffectsOf } from "../effects.ts";
import { createInProcessSignals } from "../signals/in-process-signals.ts";
import type { Signals } from "../signals/signals.ts";
import { firstKeyNames, isPublic, keyRecord, newKey, works } from "./api-keys.ts";
import type { KeyTraits } from "./api-keys.ts";
import { currentKey } from "./current-key.ts";
import { KeyAuthentication } from "./key-authentication.ts";
import type { ProjectAuthentication, SeenUse } from "./key-authentication.ts";
import { projectRecord } from "./new-project.ts";
import type { NewProject } from "./new-project.ts";
import { createOwnProjects } from "./own-projects.ts";
import type { DemoProject, DemoProjectOptions, OwnProjects } from "./own-projects.ts";
import type { ApiKeyRecord, ProjectRecord, ProjectRecords } from "./project-records.ts";

/** A project with its first keys. The secret key cannot be read again. */
export interface CreatedProject {
  readonly project: ProjectRecord;
  readonly secretKey: string;
  readonly publicKey: string;
  /** Both of them, as they are stored. */
  readonly keys: readonly ApiKeyRecord[];
}

/** A key that was made just now. */
export interface CreatedKey {
  readonly record: ApiKeyRecord;
  /** The key itself; a secret one cannot be read again. */
  readonly key: string;
}

/** Absent members stay as they are. */
export type ProjectChange = Partial<
  Pick<ProjectRecord, "name" | "publicKeyCreatesRooms" | "versionCreationTimeout" | "allowedOrigins">
> & {
  /** Null removes it. */
  readonly description?: string | null;
};

/** How a key is replaced. */
export interface KeyRoll {
  readonly oldKeyExpiresAt: number;
  /** Undefined for a key without an end. */
  readonly newKeyExpiresAt?: number;
  /** The account that rolls the key. */
  readonly createdBy?: string;
}

export type ProjectSearch = Omit<Parameters<ProjectRecords["list"]>[1], "limit">;

/** Projects, their settings, and who may act for them. */
export interface Projects extends ProjectAuthentication, OwnProjects {
  createProject(project: NewProject, effects?: EffectsOf): Promise<CreatedProject>;
  all(): Promise<readonly ProjectRecord[]>;
  ofTeam(team: string): Promise<readonly ProjectRecord[]>;
  /** A page of a team's projects that are not being deleted, newest first. */
  list(team: string, search: ProjectSearch & { readonly limit: number }): Promise<readonly ProjectRecord[]>;
  /** Gives a project that has no team to one. False when it has one already, or is not there. */
  giveToTeam(id: ProjectId, team: string, effects?: EffectsOf): Promise<boolean>;
  /** Gives a project to another team, with its keys. False when it is not `from`'s or is closed, or the other team is gone. */
  transferProject(id: ProjectId, from: string, to: string, effects?: EffectsOf): Promise<boolean>;
  /** Closes a project until then: its keys and tokens are refused with PROJECT_CLOSED. CONFLICT when it is closed. */
  closeProject(id: ProjectId, deletesAt: number, effects?: EffectsOf): Promise<ProjectRecord>;
  /** Opens a closed project again, with the keys it had. CONFLICT when it is open, or its time is over. */
  reopenProject(id: ProjectId, now: number, effects?: EffectsOf): Promise<ProjectRecord>;
  /** Ends a project and its keys. The caller has removed its rooms. */
  deleteProject(id: ProjectId, effects?: EffectsOf): Promise<void>;
  /** From the cache when fresh: cheap enough for every socket join. */
  find(id: ProjectId): Promise<ProjectRecord | undefined>;
  /** What was read last, if it is in memory. It may be older than what `project` answers. */
  cachedProject(id: ProjectId): ProjectRecord | undefined;
  updateProject(id: ProjectId, change: ProjectChange, effects?: EffectsOf): Promise<ProjectRecord>;
  /** Revokes every token issued so far. */
  revokeTokens(id: ProjectId, effects?: EffectsOf): Promise<ProjectRecord>;

  /** Every key of the project, ended ones included; secret keys as hash and last four characters. */
  keys(id: ProjectId): Promise<readonly ApiKeyRecord[]>;
  /** Keys that work now, newest first. */
  workingKeys(id: ProjectId): Promise<readonly ApiKeyRecord[]>;
  /** A further secret key with a name. CONFLICT when the project has as many as it may have. */
  createKey(
    id: ProjectId,
    key: { readonly name: string; readonly createdBy: string },
    effects?: EffectsOf,
  ): Promise<CreatedKey>;
  /** Replaces one key that works, under its name; the old one works until `oldKeyExpiresAt`. NOT_FOUND. */
  rollKey(id: ProjectId, keyId: string, roll: KeyRoll, effects?: EffectsOf): Promise<CreatedKey>;
  /**
   * Replaces the newest key of a kind, or creates one when none works. PUBLIC_KEY_NOT_ENABLED when it is a public key that
   * is switched off.
   */
  rollCurrentKey(id: ProjectId, kind: ApiKeyRecord["kind"], roll: KeyRoll, effects?: EffectsOf): Promise<CreatedKey>;
  /** Switches all public keys that have not ended on or off; writes nothing for those that are so already. */
  switchPublicKeys(id: ProjectId, active: boolean, effects?: EffectsOf): Promise<void>;
  /** Ends a secret key at once. NOT_FOUND; CONFLICT for a public key, which is switched off instead. */
  revokeKey(id: ProjectId, keyId: string, effects?: EffectsOf): Promise<ApiKeyRecord>;
  /** Renames a key, or switches a public one on or off. NOT_FOUND. */
  updateKey(
    id: ProjectId,
    keyId: string,
    change: { readonly name?: string; readonly active?: boolean },
    effects?: EffectsOf,
  ): Promise<ApiKeyRecord>;
}

export interface ProjectsOptions {
  readonly records: ProjectRecords;
  /** Signals of changes. By default, only those that are made here. */
  readonly signals?: Signals;
  readonly watchCache?: WatchCache;
  readonly now?: () => number;
  /** How long an answer is taken from memory before it is read anew. Defaults to five seconds. */
  readonly freshForMs?: number;
  readonly cachedKeys?: number;
  readonly cachedProjects?: number;
  /** How often the use of one key is noted. Defaults to a minute. */
  readonly usesNotedEveryMs?: number;
  readonly limits?: Pick<Limits, "secretKeysPerProject">;
}

export function createProjects(options: ProjectsOptions): Projects {
  return new RecordedProjects(options);
}

class RecordedProjects implements Projects {
  readonly #records: ProjectRecords;
  readonly #now: () => number;
  readonly #secretKeys: number;
  readonly #signals: Signals;
  readonly #authentication: KeyAuthentication;
  readonly #own: OwnProjects;
  readonly #projects: FreshCache<ProjectId, ProjectRecord>;
  /** Read-then-write of one project's rows, one at a time. */
  readonly #mutex = new KeyedMutex();

  constructor(options: ProjectsOptions) {
    this.#records = options.records;
    this.#now = options.now ?? Date.now;
    this.#secretKeys = (options.limits ?? limits).secretKeysPerProject;
    this.#signals = options.signals ?? createInProcessSignals();
    const { freshForMs = 5_000, cachedKeys = 10_000, cachedProjects = 10_000, watchCache } = options;
    const { usesNotedEveryMs = 60_000 } = options;
    const shared = { freshForMs, now: this.#now };
    this.#authentication = new KeyAuthentication({
      ...shared,
      records: this.#records,
      watchCache,
      cachedKeys,
      usesNotedEveryMs,
    });
    this.#projects = new FreshCache({ ...shared, capacity: cachedProjects });
    watchCache?.("projects", () => this.#projects.figures);
    this.#signals.subscribe("projectChanged", ({ project }) => this.#forget(project));
    this.#own = createOwnProjects({
      records: this.#records,
      now: this.#now,
      find: (id) => this.find(id),
      inTurn: (id, attempt) => this.#inTurn(id, attempt),
    });
  }

  async createProject(input: NewProject, effects?: EffectsOf): Promise<CreatedProject> {
    checkVersionTimeout(input.versionCreationTimeout);
    const id = ProjectId.parse(`proj_${randomBytes(16).toString("base64url")}`);
    const project = projectRecord({ ...input, id }, this.#now());
    const { createdBy } = input;
    const secret = this.#newKey(project, "secret", { name: firstKeyNames.secret, createdBy });
    const pub = this.#newKey(project, "public", { name: firstKeyNames.public, createdBy });
    const keys = [secret.record, pub.record];
    if (!(await this.#records.insertProject(project, effects?.(project), keys)))
      throw new Error("A new project has the id of another.");
    this.#changed(project.id);
    return { project, secretKey: secret.key, publicKey: pub.key, keys };
  }

  ofTeam(team: string): Promise<readonly ProjectRecord[]> {
    return this.#records.ofTeam(team);
  }

  list(team: string, search: ProjectSearch & { readonly limit: number }): Promise<readonly ProjectRecord[]> {
    return this.#records.list(team, search);
  }

  giveToTeam(id: ProjectId, team: string, effects?: EffectsOf): Promise<boolean> {
    return this.#inTurn(id, async () => {
      const project = await this.#records.find(id);
      if (project === undefined || project.team !== undefined) return false;
      return (await this.#records.updateProject({ ...project, team }, effects?.(project))) || conflict;
    });
  }

  transferProject(id: ProjectId, from: string, to: string, effects?: EffectsOf): Promise<boolean> {
    return this.#inTurn(id, async () => {
      const project = await this.#records.find(id);
      if (project === undefined || project.deletesAt !== undefined || project.team !== from) return false;
      const outcome = await this.#records.moveProject(project, to, effects?.(project));
      return outcome === "changed" ? conflict : outcome === "moved";
    });
  }

  closeProject(id: ProjectId, deletesAt: number, effects?: EffectsOf): Promise<ProjectRecord> {
    return this.#changeProject(id, effects, (project) => {
      if (project.deletesAt !== undefined)
        throw new WeftError("CONFLICT", {
          message: "The project is already being deleted.",
          suggestion: "Wait until it is deleted, or undo the deletion.",
        });
      return { ...project, deletesAt };
    });
  }

  reopenProject(id: ProjectId, now: number, effects?: EffectsOf): Promise<ProjectRecord> {
    return this.#changeProject(id, effects, ({ deletesAt, ...project }) => {
      if (deletesAt === undefined)
        throw new WeftError("CONFLICT", {
          message: "The project is not being deleted.",
          suggestion: "No action is needed.",
        });
      if (deletesAt <= now)
        throw new WeftError("CONFLICT", {
          message: "The deletion can no longer be undone.",
          suggestion: "Create a new project.",
        });
      return project;
    });
  }

  deleteProject(id: ProjectId, effects?: EffectsOf): Promise<void> {
    return this.#mutex.run(id, async () => {
      const project = await this.#records.find(id);
      await this.#records.deleteProject(id, project && effects?.(project));
      this.#changed(id);
    });
  }

  all(): Promise<readonly ProjectRecord[]> {
    return this.#records.all();
  }

  find(id: ProjectId): Promise<ProjectRecord | undefined> {
    return this.#projects.read(id, () => this.#records.find(id));
  }

  cachedProject(id: ProjectId): ProjectRecord | undefined {
    return this.#projects.last(id);
  }

  async updateProject(id: ProjectId, change: ProjectChange, effects?: EffectsOf): Promise<ProjectRecord> {
    checkVersionTimeout(change.versionCreationTimeout);
    return this.#changeProject(id, effects, (project) => ({
      ...project,
      name: change.name ?? project.name,
      description: change.description === undefined ? project.description : (change.description ?? undefined),
      publicKeyCreatesRooms: change.publicKeyCreatesRooms ?? project.publicKeyCreatesRooms,
      versionCreationTimeout: change.versionCreationTimeout ?? project.versionCreationTimeout,
      allowedOrigins: change.allowedOrigins ?? project.allowedOrigins,
    }));
  }

  revokeTokens(id: ProjectId, effects?: EffectsOf): Promise<ProjectRecord> {
    return this.#changeProject(id, effects, (project) => ({
      ...project,
      tokenGeneration: project.tokenGeneration + 1,
    }));
  }

  keys(id: ProjectId): Promise<readonly ApiKeyRecord[]> {
    return this.#records.apiKeys(id);
  }

  async workingKeys(id: ProjectId): Promise<readonly ApiKeyRecord[]> {
    const now = this.#now();
    // A public key that is switched off can be switched on again.
    return (await this.#records.apiKeys(id)).filter((key) =>
      works({ ...key, active: isPublic(key) || key.active }, now),
    );
  }

  createKey(
    id: ProjectId,
    { name, createdBy }: { readonly name: string; readonly createdBy: string },
    effects?: EffectsOf,
  ) {
    return this.#changeKeys(id, effects, (project, working) => {
      const lasting = working.filter((key) => !isPublic(key) && key.expiresAt === undefined);
      if (lasting.length >= this.#secretKeys)
        throw new WeftError("CONFLICT", {
          message: `A project has at most ${this.#secretKeys} secret keys.`,
          suggestion: "Revoke one that is no longer used.",
        });
      const created = this.#newKey(project, "secret", { name, createdBy });
      return { keys: [created.record], answer: created };
    });
  }

  rollKey(id: ProjectId, keyId: string, roll: KeyRoll, effects?: EffectsOf) {
    return this.#changeKeys(id, effects, (project, working) => this.#replacement(project, named(working, keyId), roll));
  }

  rollCurrentKey(id: ProjectId, kind: ApiKeyRecord["kind"], roll: KeyRoll, effects?: EffectsOf) {
    return this.#changeKeys(id, effects, (project, working) => {
      const old = currentKey(working, kind);
      if (old?.active === false) throw new WeftError("PUBLIC_KEY_NOT_ENABLED");
      if (old !== undefined) return this.#replacement(project, old, roll);
      const { createdBy, newKeyExpiresAt: expiresAt } = roll;
      const created = this.#newKey(project, kind, { name: firstKeyNames[kind], createdBy, expiresAt });
      return { keys: [created.record], answer: created };
    });
  }

  async switchPublicKeys(id: ProjectId, active: boolean, effects?: EffectsOf): Promise<void> {
    await this.#changeKeys(id, effects, (_, working) => {
      const switched = working.filter((key) => isPublic(key) && key.active !== active);
      return { keys: switched.map((key) => ({ ...key, active })), about: switched, answer: undefined };
    });
  }

  revokeKey(id: ProjectId, keyId: string, effects?: EffectsOf): Promise<ApiKeyRecord> {
    return this.#changeKeys(id, effects, (_, working) => {
      const key = named(working, keyId);
      if (isPublic(key))
        throw new WeftError("CONFLICT", { message: "A public key can't be revoked. Deactivate or roll it." });
      const ended = { ...key, active: false, expiresAt: this.#now() };
      return { keys: [ended], answer: ended };
    });
  }

  updateKey(
    id: ProjectId,
    keyId: string,
    change: { readonly name?: string; readonly active?: boolean },
    effects?: EffectsOf,
  ) {
    return this.#changeKeys(id, effects, (_, working) => {
      const key = named(working, keyId);
      if (change.active !== undefined && !isPublic(key))
        throw invalid(["active"], "secret keys are revoked, not switched off.");
      const changed = { ...key, name: change.name ?? key.name, active: change.active ?? key.active };
      return { keys: [changed], answer: changed };
    });
  }

  authenticateSecret(header: string | undefined, seen?: SeenUse): Promise<ProjectRecord> {
    return this.#authentication.authenticateSecret(header, seen);
  }

  authenticatePublic(key: string | undefined, origin?: string): Promise<ProjectRecord> {
    return this.#authentication.authenticatePublic(key, origin);
  }

  ensureDemoProject(fixed?: DemoProjectOptions): Promise<DemoProject> {
    return this.#own.ensureDemoProject(fixed);
  }

  ensureSiteProject(): Promise<ProjectRecord> {
    return this.#own.ensureSiteProject();
  }

  #changed(project: ProjectId): void {
    this.#signals.publish({ type: "projectChanged", project });
  }

  #forget(id: ProjectId): void {
    this.#projects.drop(id);
    this.#authentication.forget(id);
  }

  async #existing(id: ProjectId): Promise<ProjectRecord> {
    const project = await this.#records.find(id);
    if (!project) throw new WeftError("RESOURCE_NOT_FOUND", { message: "Project not found." });
    return project;
  }

  /** Changes that this process makes take turns, so that only those of other processes are conflicts. */
  #inTurn<T>(id: ProjectId, attempt: () => Promise<T | typeof conflict>): Promise<T> {
    return this.#mutex.run(id, async () => {
      try {
        return await retryOnConflict(attempt);
      } finally {
        this.#changed(id);
      }
    });
  }

  #changeProject(
    id: ProjectId,
    effects: EffectsOf | undefined,
    change: (project: ProjectRecord) => ProjectRecord,
  ): Promise<ProjectRecord> {
    return this.#inTurn(id, async () => {
      const changed = { ...change(await this.#existing(id)), updatedAt: this.#now() };
      if (!(await this.#records.updateProject(changed, effects?.(changed)))) return conflict;
      return { ...changed, revision: changed.revision + 1 };
    });
  }

  /** A project and its keys share one revision: a decision about its active keys still holds when it is written. */
  #changeKeys<T>(
    id: ProjectId,
    effects: EffectsOf | undefined,
    decide: (
      project: ProjectRecord,
      working: readonly ApiKeyRecord[],
    ) => {
      readonly keys: readonly ApiKeyRecord[];
      /** Those that the change is about, where that is not the first alone. */
      readonly about?: readonly ApiKeyRecord[];
      readonly answer: T;
    },
  ): Promise<T> {
    return this.#inTurn(id, async () => {
      const project = await this.#existing(id);
      const { keys, about = keys.slice(0, 1), answer } = decide(project, await this.workingKeys(id));
      if (keys.length === 0) return answer;
      const noted = effects && about.map((key) => effects(key)).reduce(bothEffects);
      return (await this.#records.putApiKeys(project, keys, noted)) ? answer : conflict;
    });
  }

  /** The key that takes the place of another, and that other one with its end. */
  #replacement(project: ProjectRecord, old: ApiKeyRecord, roll: KeyRoll) {
    const { kind, name, active } = old;
    const { createdBy, newKeyExpiresAt: expiresAt } = roll;
    const created = this.#newKey(project, kind, { name, createdBy, expiresAt, active });
    const earlier = { ...old, expiresAt: Math.min(old.expiresAt ?? Infinity, roll.oldKeyExpiresAt) };
    return { keys: [created.record, earlier], answer: created };
  }

  #newKey(project: ProjectRecord, kind: ApiKeyRecord["kind"], of: KeyTraits): CreatedKey {
    const key = newKey(kind, project.type);
    return { record: keyRecord(project, kind, key, { ...of, createdAt: this.#now() }), key };
  }
}

function checkVersionTimeout(seconds: number | false = false): void {
  const { versionTimeoutSecondsMin: min, versionTimeoutSecondsMax: max } = limits;
  if (seconds === false || (Number.isInteger(seconds) && seconds >= min && seconds <= max)) return;
  throw invalid(["versionCreationTimeout"], `must be false or an integer from ${min} to ${max}.`);
}

function named(keys: readonly ApiKeyRecord[], id: string): ApiKeyRecord {
  const key = keys.find((candidate) => candidate.id === id);
  if (key === undefined) throw new WeftError("NOT_FOUND", { message: "Key not found.", suggestion: "Check the id." });
  return key;
}
