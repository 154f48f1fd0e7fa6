/**
 * Projects and the keys that open them.
 *
 *   Authorization: Bearer sk_… ──► cache by header ──miss──► SHA-256 ──► AccountRecords ──► project
 *
 * - A secret key is seen whole once, by whoever made it; only its hash and its last four characters are kept.
 * - A known key costs one map look-up. What is cached is dropped by every change made here and is read anew after
 *   `freshForMs`, so that a change made on another node is obeyed within that time.
 * - Which key was used decides the code path: `pk_` never opens what needs `sk_`, nor the reverse.
 */
import { hash, randomBytes } from "node:crypto";
import { limits, ProjectId, WeftError } from "@weft/protocol";
import { BoundedCache } from "../bounded-cache.ts";
import { invalid } from "../invalid.ts";
import { Turns } from "../turns.ts";
import type { AccountRecords, ApiKeyRecord, ProjectRecord } from "./account-records.ts";

export interface NewProject {
  readonly name: string;
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
}

/** How a key is replaced. */
export interface KeyRoll {
  /** Until when the keys in use now keep working: the present instant or earlier ends them at once. */
  readonly oldKeysExpireAt: number;
  /** Until when the new key works; left out: without end. */
  readonly newKeyExpiresAt?: number;
}

export interface DemoProject {
  readonly project: ProjectRecord;
  readonly publicKey: string;
  /** Known when it was made just now, or given; otherwise it was shown on the first start and is gone. */
  readonly secretKey?: string;
  /** Whether this call created the project. */
  readonly created: boolean;
}

/** Absent members stay as they are. */
export type ProjectChange = Partial<Pick<ProjectRecord, "name" | "publicKeyCreatesRooms" | "versionCreationTimeout">>;

/** Projects, their settings, and who may act for them. */
export interface Accounts {
  createProject(project: NewProject): Promise<CreatedProject>;
  projects(): Promise<readonly ProjectRecord[]>;
  /** From the cache when fresh: cheap enough for every socket join. */
  project(id: ProjectId): Promise<ProjectRecord | undefined>;
  updateProject(id: ProjectId, change: ProjectChange): Promise<ProjectRecord>;
  /** Revokes every token issued so far. */
  revokeTokens(id: ProjectId): Promise<ProjectRecord>;

  /** Every key of the project, ended ones included; secret keys as hash and last four characters. */
  keys(id: ProjectId): Promise<readonly ApiKeyRecord[]>;
  /** A further secret key beside those in use. Answers the key itself, once. */
  createSecretKey(id: ProjectId, options?: { readonly expiresAt?: number }): Promise<string>;
  rollSecretKey(id: ProjectId, roll: KeyRoll): Promise<string>;
  /** Ends a secret key at once. `keyHash` is its `ApiKeyRecord.key`. */
  revokeSecretKey(id: ProjectId, keyHash: string): Promise<void>;
  rollPublicKey(id: ProjectId, roll: KeyRoll): Promise<string>;
  setPublicKeysActive(id: ProjectId, active: boolean): Promise<void>;

  /**
   * The project whose secret key an `Authorization` header carries. Throws MISSING_SECRET_KEY, WRONG_KEY_USED or
   * INVALID_SECRET_KEY (rest-api 2).
   */
  authenticateSecret(header: string | undefined): Promise<ProjectRecord>;
  /** The project of an active public key. Throws INVALID_PUBLIC_KEY. */
  authenticatePublic(key: string | undefined): Promise<ProjectRecord>;

  /**
   * The project a fresh server starts with. Any number of calls create it once; keys that are given are made to work
   * for it, beside those it has.
   */
  ensureDemoProject(fixed?: { readonly secretKey?: string; readonly publicKey?: string }): Promise<DemoProject>;

  /** Drops what is cached of a project, because another node changed it. */
  forget(id: ProjectId): void;
}

export interface AccountsOptions {
  readonly now?: () => number;
  /** How long an answer is taken from memory before it is read anew. Defaults to five seconds. */
  readonly freshForMs?: number;
  readonly cachedKeys?: number;
  readonly cachedProjects?: number;
}

/** Opens the accounts kept in `records`. */
export function openAccounts(records: AccountRecords, options: AccountsOptions = {}): Accounts {
  return new RecordedAccounts(records, options);
}

const demoProjectId = ProjectId.parse("demo");
const keyShape = /^[sp]k_[\w-]{1,253}$/;

interface Known {
  readonly project: ProjectRecord;
  readonly key: ApiKeyRecord;
  readonly readAt: number;
}

class RecordedAccounts implements Accounts {
  readonly #records: AccountRecords;
  readonly #now: () => number;
  readonly #freshForMs: number;
  /** By whole header: neither parsed nor hashed again. */
  readonly #secrets: BoundedCache<string, Known>;
  readonly #publics: BoundedCache<string, Known>;
  readonly #projects: BoundedCache<ProjectId, { readonly project: ProjectRecord; readonly readAt: number }>;
  /** Read-then-write of one project's rows, one at a time. */
  readonly #turns = new Turns();
  /** Raised by every change, so that a read that began before it is not cached after it. */
  #changes = 0;

  constructor(records: AccountRecords, options: AccountsOptions) {
    this.#records = records;
    this.#now = options.now ?? Date.now;
    this.#freshForMs = options.freshForMs ?? 5_000;
    this.#secrets = new BoundedCache(options.cachedKeys ?? 10_000);
    this.#publics = new BoundedCache(options.cachedKeys ?? 10_000);
    this.#projects = new BoundedCache(options.cachedProjects ?? 10_000);
  }

  async createProject(input: NewProject): Promise<CreatedProject> {
    checkVersionTimeout(input.versionCreationTimeout);
    const project: ProjectRecord = {
      id: ProjectId.parse(`proj_${randomBytes(16).toString("base64url")}`),
      name: input.name,
      type: input.type,
      region: input.region,
      createdAt: this.#now(),
      publicKeyCreatesRooms: input.publicKeyCreatesRooms ?? false,
      versionCreationTimeout: input.versionCreationTimeout ?? false,
      tokenGeneration: 0,
    };
    await this.#records.putProject(project);
    this.forget(project.id);
    const secretKey = await this.#putKey(project, "secret", newKey("secret", project.type));
    const publicKey = await this.#putKey(project, "public", newKey("public", project.type));
    return { project, secretKey, publicKey };
  }

  projects(): Promise<readonly ProjectRecord[]> {
    return this.#records.projects();
  }

  async project(id: ProjectId): Promise<ProjectRecord | undefined> {
    const known = this.#projects.get(id);
    const now = this.#now();
    if (known && this.#isFresh(known.readAt, now)) return known.project;
    const changes = this.#changes;
    const project = await this.#records.project(id);
    if (project && changes === this.#changes) this.#projects.set(id, { project, readAt: now });
    return project;
  }

  async updateProject(id: ProjectId, change: ProjectChange): Promise<ProjectRecord> {
    checkVersionTimeout(change.versionCreationTimeout);
    return this.#changeProject(id, (project) => ({
      ...project,
      name: change.name ?? project.name,
      publicKeyCreatesRooms: change.publicKeyCreatesRooms ?? project.publicKeyCreatesRooms,
      versionCreationTimeout: change.versionCreationTimeout ?? project.versionCreationTimeout,
    }));
  }

  revokeTokens(id: ProjectId): Promise<ProjectRecord> {
    return this.#changeProject(id, (project) => ({ ...project, tokenGeneration: project.tokenGeneration + 1 }));
  }

  keys(id: ProjectId): Promise<readonly ApiKeyRecord[]> {
    return this.#records.apiKeys(id);
  }

  async createSecretKey(id: ProjectId, options: { readonly expiresAt?: number } = {}): Promise<string> {
    const project = await this.#existing(id);
    return this.#putKey(project, "secret", newKey("secret", project.type), options.expiresAt);
  }

  rollSecretKey(id: ProjectId, roll: KeyRoll): Promise<string> {
    return this.#roll(id, "secret", roll);
  }

  revokeSecretKey(id: ProjectId, keyHash: string): Promise<void> {
    return this.#turns.run(id, async () => {
      const key = (await this.#records.apiKeys(id)).find((k) => k.kind === "secret" && k.key === keyHash);
      if (!key) throw new WeftError("RESOURCE_NOT_FOUND", { message: "Secret key not found." });
      await this.#records.putApiKey({
        ...key,
        active: false,
        expiresAt: Math.min(key.expiresAt ?? Infinity, this.#now()),
      });
      this.forget(id);
    });
  }

  rollPublicKey(id: ProjectId, roll: KeyRoll): Promise<string> {
    return this.#roll(id, "public", roll);
  }

  setPublicKeysActive(id: ProjectId, active: boolean): Promise<void> {
    return this.#turns.run(id, async () => {
      for (const key of await this.#records.apiKeys(id)) {
        if (key.kind === "public" && key.active !== active) await this.#records.putApiKey({ ...key, active });
      }
      this.forget(id);
    });
  }

  async authenticateSecret(header: string | undefined): Promise<ProjectRecord> {
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
    if (!known || !works(known.key, now)) throw new WeftError("INVALID_SECRET_KEY");
    return known.project;
  }

  async authenticatePublic(key: string | undefined): Promise<ProjectRecord> {
    const now = this.#now();
    let known = key === undefined ? undefined : this.#publics.get(key);
    if (key !== undefined && (!known || !this.#isFresh(known.readAt, now))) {
      known = await this.#look("public", key, this.#publics, key, now);
    }
    if (!known || !works(known.key, now)) throw new WeftError("INVALID_PUBLIC_KEY");
    return known.project;
  }

  ensureDemoProject(fixed: { readonly secretKey?: string; readonly publicKey?: string } = {}): Promise<DemoProject> {
    for (const kind of ["secret", "public"] as const) {
      const key = kind === "secret" ? fixed.secretKey : fixed.publicKey;
      if (key !== undefined && (!keyShape.test(key) || !key.startsWith(prefixes[kind]))) {
        throw new Error(
          `A fixed ${kind} key must begin with ${prefixes[kind]} and hold only letters, digits, _ and -.`,
        );
      }
    }
    return this.#turns.run(demoProjectId, async () => {
      const existing = await this.#records.project(demoProjectId);
      const project = existing ?? {
        id: demoProjectId,
        name: "Demo",
        type: "dev" as const,
        createdAt: this.#now(),
        publicKeyCreatesRooms: true,
        versionCreationTimeout: false as const,
        tokenGeneration: 0,
      };
      if (!existing) await this.#records.putProject(project);
      this.forget(demoProjectId);
      const keys = (await this.#records.apiKeys(demoProjectId)).filter((key) => works(key, this.#now()));
      // A start that was cut short left a project without keys: whoever starts it next is shown new ones.
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
        if (!known || !works(known, this.#now())) await this.#putKey(project, kind, key);
      }
      return { project, publicKey, secretKey, created: !existing };
    });
  }

  forget(id: ProjectId): void {
    this.#changes++;
    this.#projects.delete(id);
    this.#secrets.deleteWhere((known) => known.project.id === id);
    this.#publics.deleteWhere((known) => known.project.id === id);
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
    const project = key && (await this.#records.project(key.project));
    if (!project) return undefined;
    const known = { project, key, readAt: now };
    if (works(key, now) && changes === this.#changes) cache.set(cacheKey, known);
    return known;
  }

  async #existing(id: ProjectId): Promise<ProjectRecord> {
    const project = await this.#records.project(id);
    if (!project) throw new WeftError("RESOURCE_NOT_FOUND", { message: "Project not found." });
    return project;
  }

  #changeProject(id: ProjectId, change: (project: ProjectRecord) => ProjectRecord): Promise<ProjectRecord> {
    return this.#turns.run(id, async () => {
      const changed = change(await this.#existing(id));
      await this.#records.putProject(changed);
      this.forget(id);
      return changed;
    });
  }

  #roll(id: ProjectId, kind: ApiKeyRecord["kind"], roll: KeyRoll): Promise<string> {
    return this.#turns.run(id, async () => {
      const project = await this.#existing(id);
      const old = (await this.#records.apiKeys(id)).filter((key) => key.kind === kind);
      const publicIsActive = kind === "secret" || old.length === 0 || old.some((key) => key.active);
      // The new key first: a crash in between leaves one key too many, never none.
      const key = await this.#putKey(project, kind, newKey(kind, project.type), roll.newKeyExpiresAt, publicIsActive);
      for (const record of old) {
        if ((record.expiresAt ?? Infinity) > roll.oldKeysExpireAt) {
          await this.#records.putApiKey({ ...record, expiresAt: roll.oldKeysExpireAt });
        }
      }
      this.forget(id);
      return key;
    });
  }

  async #putKey(
    project: ProjectRecord,
    kind: ApiKeyRecord["kind"],
    key: string,
    expiresAt?: number,
    active = true,
  ): Promise<string> {
    await this.#records.putApiKey({
      project: project.id,
      kind,
      key: stored(kind, key),
      lastFour: key.slice(-4),
      createdAt: this.#now(),
      expiresAt,
      active,
    });
    this.forget(project.id);
    return key;
  }
}

const prefixes = { secret: "sk_", public: "pk_" } as const;

/** 256 random bits. The prefix says what the key opens, and keeps a development key from passing for another. */
function checkVersionTimeout(seconds: number | false = false): void {
  const { versionTimeoutSecondsMin: min, versionTimeoutSecondsMax: max } = limits;
  if (seconds === false || (Number.isInteger(seconds) && seconds >= min && seconds <= max)) return;
  throw invalid(["versionCreationTimeout"], `must be false or an integer from ${min} to ${max}.`);
}

function newKey(kind: ApiKeyRecord["kind"], type: ProjectRecord["type"]): string {
  return `${prefixes[kind]}${type}_${randomBytes(32).toString("base64url")}`;
}

/** A fast hash is enough for a secret: it has 256 bits, there is nothing to guess. */
function stored(kind: ApiKeyRecord["kind"], key: string): string {
  return kind === "secret" ? hash("sha256", key, "hex") : key;
}

function works(key: ApiKeyRecord, now: number): boolean {
  return key.active && (key.expiresAt === undefined || now < key.expiresAt);
}
