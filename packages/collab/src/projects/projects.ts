/**
 * Projects and the keys that open them.
 *
 *   Authorization: Bearer sk_… ──► cache by header ──miss──► SHA-256 ──► ProjectRecords ──► project
 *
 * - A secret key is seen whole once, by its creator; only its hash and its last four characters are kept.
 * - A known key costs one map look-up. What is cached is dropped by every change made here and is read anew after
 *   `freshForMs`, so that a change made on another node is obeyed within that time.
 * - Which key was used decides the code path: `pk_` never opens what needs `sk_`, nor the reverse.
 * - A project that was deleted is closed first: its keys stay, and are refused, until its rooms are gone.
 */
import { hash, randomBytes } from "node:crypto";
import { limits, ProjectId, WeftError } from "@weft/protocol";
import type { Limits } from "@weft/protocol";
import { BoundedCache } from "../bounded-cache.ts";
import { invalid } from "../invalid.ts";
import { KeyedMutex } from "../keyed-mutex.ts";
import type { EffectsOf } from "../effects.ts";
import type { ProjectRecords, ApiKeyRecord, KeyUse, ProjectRecord } from "./project-records.ts";
import { admitsOrigin } from "./allowed-origins.ts";
import { currentKey } from "./current-key.ts";
import { RefusedKey } from "./refused-key.ts";

export interface NewProject {
  readonly name: string;
  readonly description?: string;
  readonly team?: string;
  /** The account that makes it, and its first keys. */
  readonly createdBy?: string;
  readonly type: ProjectRecord["type"];
  readonly region?: string;
  /** Whether a public key may create the rooms it enters. Defaults to false. */
  readonly publicKeyCreatesRooms?: boolean;
  /** Seconds from a change of a room to the version of it that is made by itself. Defaults to false: none is. */
  readonly versionCreationTimeout?: number | false;
}

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

export interface DemoProjectOptions {
  readonly secretKey?: string;
  readonly publicKey?: string;
  /** What holds until a team owns the project and its owners decide. Default: true. */
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

/** What a request shows of the use of its key: that a web page sent it, and the network that it came from. */
export type SeenUse = Pick<KeyUse, "inBrowser" | "from">;

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
export interface Projects {
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

  /**
   * The project whose secret key an `Authorization` header carries. Throws MISSING_SECRET_KEY, WRONG_KEY_USED or
   * INVALID_SECRET_KEY, or PROJECT_CLOSED.
   */
  authenticateSecret(header: string | undefined, seen?: SeenUse): Promise<ProjectRecord>;
  /**
   * The project of an active public key. Throws INVALID_PUBLIC_KEY, PROJECT_CLOSED, and ORIGIN_NOT_ALLOWED for a page that
   * the project does not name. `origin`: the header of this name; what carries none is no page.
   */
  authenticatePublic(key: string | undefined, origin?: string): Promise<ProjectRecord>;

  /**
   * The project a fresh server starts with. Any number of calls create it once; keys that are given are made to work
   * for it, beside those it has.
   */
  ensureDemoProject(fixed?: DemoProjectOptions): Promise<DemoProject>;

  /**
   * The project of the site's own assistant, which has no keys, no team and no rooms. Any number of calls create it once.
   */
  ensureSiteProject(): Promise<ProjectRecord>;

  /** Drops what is cached of a project, because another node changed it. */
  forget(id: ProjectId): void;
}

export interface ProjectsOptions {
  readonly records: ProjectRecords;
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

/** The project that a fresh server starts with. */
export const demoProjectId = ProjectId.parse("demo");
/** The project in which the site's assistant keeps its chats. */
export const siteProjectId = ProjectId.parse("weft-site");
const keyShape = /^[sp]k_[\w-]{1,253}$/;

interface Known {
  readonly project: ProjectRecord;
  readonly key: ApiKeyRecord;
  readonly readAt: number;
}

class RecordedProjects implements Projects {
  readonly #records: ProjectRecords;
  readonly #now: () => number;
  readonly #secretKeys: number;
  readonly #freshForMs: number;
  /** By whole header: neither parsed nor hashed again. */
  readonly #secrets: BoundedCache<string, Known>;
  readonly #publics: BoundedCache<string, Known>;
  readonly #projects: BoundedCache<ProjectId, { readonly project: ProjectRecord; readonly readAt: number }>;
  /** What was noted last of a key's use, by kind and key. */
  readonly #uses: BoundedCache<string, { readonly at: number; readonly inBrowser: boolean }>;
  readonly #usesNotedEveryMs: number;
  /** Read-then-write of one project's rows, one at a time. */
  readonly #mutex = new KeyedMutex();
  /** Raised by every change, so that a read that began before it is not cached after it. */
  #changes = 0;

  constructor(options: ProjectsOptions) {
    this.#records = options.records;
    this.#now = options.now ?? Date.now;
    this.#secretKeys = (options.limits ?? limits).secretKeysPerProject;
    this.#freshForMs = options.freshForMs ?? 5_000;
    this.#secrets = new BoundedCache(options.cachedKeys ?? 10_000);
    this.#publics = new BoundedCache(options.cachedKeys ?? 10_000);
    this.#projects = new BoundedCache(options.cachedProjects ?? 10_000);
    this.#uses = new BoundedCache(options.cachedKeys ?? 10_000);
    this.#usesNotedEveryMs = options.usesNotedEveryMs ?? 60_000;
  }

  async createProject(input: NewProject, effects?: EffectsOf): Promise<CreatedProject> {
    checkVersionTimeout(input.versionCreationTimeout);
    const createdAt = this.#now();
    const project: ProjectRecord = {
      id: ProjectId.parse(`proj_${randomBytes(16).toString("base64url")}`),
      team: input.team,
      name: input.name,
      description: input.description,
      type: input.type,
      region: input.region,
      createdAt,
      updatedAt: createdAt,
      publicKeyCreatesRooms: input.publicKeyCreatesRooms ?? false,
      versionCreationTimeout: input.versionCreationTimeout ?? false,
      tokenGeneration: 0,
      allowedOrigins: [],
    };
    await this.#records.putProject(project, effects?.(project));
    this.forget(project.id);
    const { createdBy } = input;
    const secret = await this.#putKey(project, "secret", newKey("secret", project.type), {
      name: firstNames.secret,
      createdBy,
    });
    const pub = await this.#putKey(project, "public", newKey("public", project.type), {
      name: firstNames.public,
      createdBy,
    });
    return { project, secretKey: secret.key, publicKey: pub.key, keys: [secret.record, pub.record] };
  }

  ofTeam(team: string): Promise<readonly ProjectRecord[]> {
    return this.#records.ofTeam(team);
  }

  list(team: string, search: ProjectSearch & { readonly limit: number }): Promise<readonly ProjectRecord[]> {
    return this.#records.list(team, search);
  }

  giveToTeam(id: ProjectId, team: string, effects?: EffectsOf): Promise<boolean> {
    return this.#mutex.run(id, async () => {
      const project = await this.#records.find(id);
      if (project === undefined || project.team !== undefined) return false;
      await this.#records.putProject({ ...project, team }, effects?.(project));
      this.forget(id);
      return true;
    });
  }

  transferProject(id: ProjectId, from: string, to: string, effects?: EffectsOf): Promise<boolean> {
    return this.#mutex.run(id, async () => {
      const project = await this.#records.find(id);
      if (project === undefined || project.deletesAt !== undefined) return false;
      const moved = await this.#records.moveProject(id, from, to, effects?.(project));
      this.forget(id);
      return moved;
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
      this.forget(id);
    });
  }

  all(): Promise<readonly ProjectRecord[]> {
    return this.#records.all();
  }

  async find(id: ProjectId): Promise<ProjectRecord | undefined> {
    const known = this.#projects.get(id);
    const now = this.#now();
    if (known && this.#isFresh(known.readAt, now)) return known.project;
    const changes = this.#changes;
    const project = await this.#records.find(id);
    if (project && changes === this.#changes) this.#projects.set(id, { project, readAt: now });
    return project;
  }

  cachedProject(id: ProjectId): ProjectRecord | undefined {
    return this.#projects.get(id)?.project;
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
    return this.#mutex.run(id, async () => {
      const project = await this.#existing(id);
      const lasting = (await this.workingKeys(id)).filter((key) => !isPublic(key) && key.expiresAt === undefined);
      if (lasting.length >= this.#secretKeys)
        throw new WeftError("CONFLICT", {
          message: `A project has at most ${this.#secretKeys} secret keys.`,
          suggestion: "Revoke one that is no longer used.",
        });
      return this.#putKey(project, "secret", newKey("secret", project.type), { name, createdBy }, effects);
    });
  }

  rollKey(id: ProjectId, keyId: string, roll: KeyRoll, effects?: EffectsOf) {
    return this.#mutex.run(id, async () =>
      this.#replaceKey(await this.#existing(id), await this.#workingKey(id, keyId), roll, effects),
    );
  }

  rollCurrentKey(id: ProjectId, kind: ApiKeyRecord["kind"], roll: KeyRoll, effects?: EffectsOf) {
    return this.#mutex.run(id, async () => {
      const project = await this.#existing(id);
      const old = currentKey(await this.workingKeys(id), kind);
      if (old?.active === false) throw new WeftError("PUBLIC_KEY_NOT_ENABLED");
      if (old !== undefined) return this.#replaceKey(project, old, roll, effects);
      const { createdBy, newKeyExpiresAt: expiresAt } = roll;
      return this.#putKey(
        project,
        kind,
        newKey(kind, project.type),
        { name: firstNames[kind], createdBy, expiresAt },
        effects,
      );
    });
  }

  switchPublicKeys(id: ProjectId, active: boolean, effects?: EffectsOf): Promise<void> {
    return this.#mutex.run(id, async () => {
      for (const key of await this.workingKeys(id)) {
        if (!isPublic(key) || key.active === active) continue;
        await this.#records.putApiKey({ ...key, active }, effects?.(key));
        this.forget(id);
      }
    });
  }

  revokeKey(id: ProjectId, keyId: string, effects?: EffectsOf): Promise<ApiKeyRecord> {
    return this.#mutex.run(id, async () => {
      const key = await this.#workingKey(id, keyId);
      if (isPublic(key))
        throw new WeftError("CONFLICT", { message: "A public key can't be revoked. Deactivate or roll it." });
      const ended = { ...key, active: false, expiresAt: this.#now() };
      await this.#records.putApiKey(ended, effects?.(ended));
      this.forget(id);
      return ended;
    });
  }

  updateKey(
    id: ProjectId,
    keyId: string,
    change: { readonly name?: string; readonly active?: boolean },
    effects?: EffectsOf,
  ) {
    return this.#mutex.run(id, async () => {
      const key = await this.#workingKey(id, keyId);
      if (change.active !== undefined && !isPublic(key))
        throw invalid(["active"], "secret keys are revoked, not switched off.");
      const changed = { ...key, name: change.name ?? key.name, active: change.active ?? key.active };
      await this.#records.putApiKey(changed, effects?.(changed));
      this.forget(id);
      return changed;
    });
  }

  async authenticateSecret(header: string | undefined, seen: SeenUse = { inBrowser: false }): Promise<ProjectRecord> {
    if (header === undefined) throw new WeftError("MISSING_SECRET_KEY");
    const now = this.#now();
    let known = this.#secrets.get(header);
    if (!known || !this.#isFresh(known.readAt, now)) {
      const scheme = /^bearer +/i.exec(header)?.[0];
      const token = scheme === undefined ? "" : header.slice(scheme.length).trimEnd();
      if (token === "") throw new WeftError("MISSING_SECRET_KEY");
      if (token.startsWith("pk_")) throw new WeftError("WRONG_KEY_USED");
      known = await this.#look("secret", token, this.#secrets, header, now);
    }
    if (!known) throw new WeftError("INVALID_SECRET_KEY");
    if (!works(known.key, now)) throw new RefusedKey("INVALID_SECRET_KEY", known.project.id);
    this.#noteUse(known.key, now, seen);
    return opened(known.project);
  }

  async authenticatePublic(key: string | undefined, origin?: string): Promise<ProjectRecord> {
    const now = this.#now();
    let known = key === undefined ? undefined : this.#publics.get(key);
    if (key !== undefined && (!known || !this.#isFresh(known.readAt, now))) {
      known = await this.#look("public", key, this.#publics, key, now);
    }
    if (!known) throw new WeftError("INVALID_PUBLIC_KEY");
    if (!works(known.key, now)) throw new RefusedKey("INVALID_PUBLIC_KEY", known.project.id);
    if (!admitsOrigin(known.project.allowedOrigins, origin))
      throw new RefusedKey("ORIGIN_NOT_ALLOWED", known.project.id);
    this.#noteUse(known.key, now, { inBrowser: false });
    return opened(known.project);
  }

  ensureDemoProject(fixed: DemoProjectOptions = {}): Promise<DemoProject> {
    for (const kind of ["secret", "public"] as const) {
      const key = kind === "secret" ? fixed.secretKey : fixed.publicKey;
      if (key !== undefined && (!keyShape.test(key) || !key.startsWith(prefixes[kind]))) {
        throw new Error(
          `A fixed ${kind} key must begin with ${prefixes[kind]} and hold only letters, digits, _ and -.`,
        );
      }
    }
    return this.#mutex.run(demoProjectId, async () => {
      const existing = await this.#records.find(demoProjectId);
      const { publicKeyCreatesRooms = true } = fixed;
      const createdAt = this.#now();
      const fresh = {
        id: demoProjectId,
        name: "Demo",
        type: "dev" as const,
        createdAt,
        updatedAt: createdAt,
        publicKeyCreatesRooms,
        versionCreationTimeout: false as const,
        tokenGeneration: 0,
        allowedOrigins: [],
      };
      // A data folder may move from a developer's machine to a server that others reach.
      const project = existing?.team === undefined ? { ...fresh, ...existing, publicKeyCreatesRooms } : existing;
      if (project.publicKeyCreatesRooms !== existing?.publicKeyCreatesRooms) await this.#records.putProject(project);
      this.forget(demoProjectId);
      const keys = (await this.#records.apiKeys(demoProjectId)).filter((key) => works(key, this.#now()));
      // A start that was cut short left a project without keys: the next start shows new ones.
      const secretKey =
        fixed.secretKey ?? (keys.some((key) => key.kind === "secret") ? undefined : newKey("secret", project.type));
      const publicKey =
        fixed.publicKey ?? keys.find((key) => key.kind === "public")?.key ?? newKey("public", project.type);
      for (const [kind, key] of [
        ["secret", secretKey],
        ["public", publicKey],
      ] as const) {
        if (key === undefined) continue;
        const known = await this.#records.apiKey(kind, stored(kind, key));
        if (known && known.project !== demoProjectId)
          throw new Error(`The fixed ${kind} key belongs to another project.`);
        if (!known || !works(known, this.#now())) await this.#putKey(project, kind, key, { name: firstNames[kind] });
      }
      return { project, publicKey, secretKey, created: !existing };
    });
  }

  async ensureSiteProject(): Promise<ProjectRecord> {
    const known = await this.find(siteProjectId);
    if (known !== undefined) return known;
    return this.#mutex.run(siteProjectId, async () => {
      const createdAt = this.#now();
      const project: ProjectRecord = (await this.#records.find(siteProjectId)) ?? {
        id: siteProjectId,
        name: "Site",
        type: "prod",
        createdAt,
        updatedAt: createdAt,
        publicKeyCreatesRooms: false,
        versionCreationTimeout: false,
        tokenGeneration: 0,
        allowedOrigins: [],
      };
      // Two servers of one database write the same.
      await this.#records.putProject(project);
      this.forget(siteProjectId);
      return project;
    });
  }

  forget(id: ProjectId): void {
    this.#changes++;
    this.#projects.delete(id);
    this.#secrets.deleteWhere((known) => known.project.id === id);
    this.#publics.deleteWhere((known) => known.project.id === id);
  }

  /** Runs in the background, and a use that could not be noted is noted with the next. */
  #noteUse({ kind, key }: ApiKeyRecord, at: number, { inBrowser, from }: SeenUse): void {
    const name = `${kind} ${key}`;
    const noted = this.#uses.get(name);
    const isNews = inBrowser && noted?.inBrowser !== true;
    if (noted !== undefined && !isNews && at >= noted.at && at - noted.at < this.#usesNotedEveryMs) return;
    const use = { at, inBrowser: inBrowser || noted?.inBrowser === true };
    this.#uses.set(name, use);
    this.#records.noteUses([{ kind, key, ...use, from }]).catch(() => this.#uses.delete(name));
  }

  async #workingKey(id: ProjectId, keyId: string): Promise<ApiKeyRecord> {
    const key = (await this.workingKeys(id)).find((candidate) => candidate.id === keyId);
    if (key === undefined) throw new WeftError("NOT_FOUND", { message: "Key not found.", suggestion: "Check the id." });
    return key;
  }

  #isFresh(readAt: number, now: number): boolean {
    // A clock that was set back would otherwise make an answer last for ever.
    return now >= readAt && now - readAt < this.#freshForMs;
  }

  async #look(
    kind: ApiKeyRecord["kind"],
    text: string,
    cache: BoundedCache<string, Known>,
    cacheKey: string,
    now: number,
  ): Promise<Known | undefined> {
    if (!keyShape.test(text) || !text.startsWith(prefixes[kind])) return undefined;
    const changes = this.#changes;
    const key = await this.#records.apiKey(kind, stored(kind, text));
    const project = key && (await this.#records.find(key.project));
    if (!project) return undefined;
    const known = { project, key, readAt: now };
    if (works(key, now) && changes === this.#changes) cache.set(cacheKey, known);
    return known;
  }

  async #existing(id: ProjectId): Promise<ProjectRecord> {
    const project = await this.#records.find(id);
    if (!project) throw new WeftError("RESOURCE_NOT_FOUND", { message: "Project not found." });
    return project;
  }

  #changeProject(
    id: ProjectId,
    effects: EffectsOf | undefined,
    change: (project: ProjectRecord) => ProjectRecord,
  ): Promise<ProjectRecord> {
    return this.#mutex.run(id, async () => {
      const changed = { ...change(await this.#existing(id)), updatedAt: this.#now() };
      await this.#records.putProject(changed, effects?.(changed));
      this.forget(id);
      return changed;
    });
  }

  #replaceKey(project: ProjectRecord, old: ApiKeyRecord, roll: KeyRoll, effects?: EffectsOf): Promise<CreatedKey> {
    const { kind, name, active } = old;
    const { createdBy, newKeyExpiresAt: expiresAt } = roll;
    const earlier = { ...old, expiresAt: Math.min(old.expiresAt ?? Infinity, roll.oldKeyExpiresAt) };
    const key = newKey(kind, project.type);
    return this.#putKey(project, kind, key, { name, createdBy, expiresAt, active }, effects, earlier);
  }

  async #putKey(
    project: ProjectRecord,
    kind: ApiKeyRecord["kind"],
    key: string,
    of: Partial<Pick<ApiKeyRecord, "name" | "createdBy" | "expiresAt" | "active">>,
    effects?: EffectsOf,
    earlier?: ApiKeyRecord,
  ): Promise<CreatedKey> {
    const record: ApiKeyRecord = {
      project: project.id,
      id: `key_${randomBytes(12).toString("base64url")}`,
      name: of.name ?? "",
      kind,
      key: stored(kind, key),
      lastFour: key.slice(-4),
      createdAt: this.#now(),
      createdBy: of.createdBy,
      seenInBrowser: false,
      expiresAt: of.expiresAt,
      active: of.active ?? true,
    };
    await this.#records.putApiKey(record, effects?.(record), earlier);
    this.forget(project.id);
    return { record, key };
  }
}

const prefixes = { secret: "sk_", public: "pk_" } as const;
/** The names of the keys that a project is created with. */
const firstNames = { secret: "Default", public: "Public key" } as const;

function checkVersionTimeout(seconds: number | false = false): void {
  const { versionTimeoutSecondsMin: min, versionTimeoutSecondsMax: max } = limits;
  if (seconds === false || (Number.isInteger(seconds) && seconds >= min && seconds <= max)) return;
  throw invalid(["versionCreationTimeout"], `must be false or an integer from ${min} to ${max}.`);
}

/** 256 random bits. The prefix says what the key opens, and keeps a development key from passing for another. */
function newKey(kind: ApiKeyRecord["kind"], type: ProjectRecord["type"]): string {
  return `${prefixes[kind]}${type}_${randomBytes(32).toString("base64url")}`;
}

/** A fast hash is enough for a secret: it has 256 bits, there is nothing to guess. */
function stored(kind: ApiKeyRecord["kind"], key: string): string {
  return kind === "secret" ? hash("sha256", key, "hex") : key;
}

function opened(project: ProjectRecord): ProjectRecord {
  if (project.deletesAt !== undefined) throw new RefusedKey("PROJECT_CLOSED", project.id);
  return project;
}

function isPublic(key: ApiKeyRecord): boolean {
  return key.kind === "public";
}

function works(key: ApiKeyRecord, now: number): boolean {
  return key.active && (key.expiresAt === undefined || now < key.expiresAt);
}
