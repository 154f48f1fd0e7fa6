/**
 * The project that a key opens.
 *
 *   Authorization: Bearer sk_… ──► cache by header ──miss──► SHA-256 ──► ProjectRecords ──► project
 *
 * - A known key costs one map look-up. What is cached is dropped by every change, and is read anew after `freshForMs`.
 * - Which key was used decides the code path: `pk_` never opens what needs `sk_`, nor the reverse.
 */
import { WeftError } from "@weft/protocol";
import type { ProjectId } from "@weft/protocol";
import { BoundedCache } from "../bounded-cache.ts";
import { FreshCache } from "../fresh-cache.ts";
import type { WatchCache } from "../fresh-cache.ts";
import { admitsOrigin } from "./allowed-origins.ts";
import { isKey, storedKey, works } from "./api-keys.ts";
import type { ApiKeyRecord, KeyUse, ProjectRecord, ProjectRecords } from "./project-records.ts";
import { RefusedKey } from "./refused-key.ts";

/** What a request reveals about the use of its key: whether a web page sent it, and the network that it came from. */
export type SeenUse = Pick<KeyUse, "inBrowser" | "from">;

/** Authenticates calls by the keys of projects. */
export interface ProjectAuthentication {
  /**
   * The project whose secret key an `Authorization` header carries. Throws MISSING_SECRET_KEY, WRONG_KEY_USED or
   * INVALID_SECRET_KEY, or PROJECT_CLOSED.
   */
  authenticateSecret(header: string | undefined, seen?: SeenUse): Promise<ProjectRecord>;
  /**
   * The project of an active public key. Throws INVALID_PUBLIC_KEY, PROJECT_CLOSED, and ORIGIN_NOT_ALLOWED for a page that
   * the project does not name. `origin`: the header of this name; a call without it is not from a page.
   */
  authenticatePublic(key: string | undefined, origin?: string): Promise<ProjectRecord>;
}

export interface KeyAuthenticationOptions {
  readonly records: Pick<ProjectRecords, "apiKey" | "find" | "noteUses">;
  readonly watchCache: WatchCache | undefined;
  readonly now: () => number;
  readonly freshForMs: number;
  readonly cachedKeys: number;
  readonly usesNotedEveryMs: number;
}

interface KnownKey {
  readonly project: ProjectRecord;
  readonly key: ApiKeyRecord;
}

export class KeyAuthentication implements ProjectAuthentication {
  readonly #options: KeyAuthenticationOptions;
  /** By whole header: neither parsed nor hashed again. */
  readonly #secrets: FreshCache<string, KnownKey>;
  readonly #publics: FreshCache<string, KnownKey>;
  /** What was noted last of a key's use, by kind and key. */
  readonly #uses: BoundedCache<string, { readonly at: number; readonly inBrowser: boolean }>;

  constructor(options: KeyAuthenticationOptions) {
    const { freshForMs, cachedKeys: capacity, now, watchCache } = options;
    this.#options = options;
    // Only the project of a key that has ended is of use, for its log.
    const cache = { freshForMs, now, capacity, keeps: ({ key }: KnownKey) => works(key, now()) };
    this.#secrets = new FreshCache(cache);
    this.#publics = new FreshCache(cache);
    this.#uses = new BoundedCache(capacity);
    watchCache?.("secret keys", () => this.#secrets.figures);
    watchCache?.("public keys", () => this.#publics.figures);
  }

  async authenticateSecret(header: string | undefined, seen: SeenUse = { inBrowser: false }): Promise<ProjectRecord> {
    if (header === undefined) throw new WeftError("MISSING_SECRET_KEY");
    const now = this.#options.now();
    let known = this.#secrets.get(header);
    if (known === undefined) {
      const scheme = /^bearer +/i.exec(header)?.[0];
      const token = scheme === undefined ? "" : header.slice(scheme.length).trimEnd();
      if (token === "") throw new WeftError("MISSING_SECRET_KEY");
      if (token.startsWith("pk_")) throw new WeftError("WRONG_KEY_USED");
      known = await this.#secrets.reload(header, () => this.#look("secret", token));
    }
    if (!known) throw new WeftError("INVALID_SECRET_KEY");
    if (!works(known.key, now)) throw new RefusedKey("INVALID_SECRET_KEY", known.project.id);
    this.#noteUse(known.key, now, seen);
    return opened(known.project);
  }

  async authenticatePublic(key: string | undefined, origin?: string): Promise<ProjectRecord> {
    const now = this.#options.now();
    let known = key === undefined ? undefined : this.#publics.get(key);
    if (key !== undefined && known === undefined)
      known = await this.#publics.reload(key, () => this.#look("public", key));
    if (!known) throw new WeftError("INVALID_PUBLIC_KEY");
    if (!works(known.key, now)) throw new RefusedKey("INVALID_PUBLIC_KEY", known.project.id);
    if (!admitsOrigin(known.project.allowedOrigins, origin))
      throw new RefusedKey("ORIGIN_NOT_ALLOWED", known.project.id);
    this.#noteUse(known.key, now, { inBrowser: false });
    return opened(known.project);
  }

  /** Drops what is cached of a project's keys. */
  forget(id: ProjectId): void {
    this.#secrets.dropWhere((known) => known.project.id === id);
    this.#publics.dropWhere((known) => known.project.id === id);
  }

  /** Runs in the background, and a use that could not be noted is noted with the next. */
  #noteUse({ kind, key }: ApiKeyRecord, at: number, { inBrowser, from }: SeenUse): void {
    const name = `${kind} ${key}`;
    const noted = this.#uses.get(name);
    const isNews = inBrowser && noted?.inBrowser !== true;
    if (noted !== undefined && !isNews && at >= noted.at && at - noted.at < this.#options.usesNotedEveryMs) return;
    const use = { at, inBrowser: inBrowser || noted?.inBrowser === true };
    this.#uses.set(name, use);
    this.#options.records.noteUses([{ kind, key, ...use, from }]).catch(() => this.#uses.delete(name));
  }

  async #look(kind: ApiKeyRecord["kind"], text: string): Promise<KnownKey | undefined> {
    if (!isKey(kind, text)) return undefined;
    const { records } = this.#options;
    const key = await records.apiKey(kind, storedKey(kind, text));
    const project = key && (await records.find(key.project));
    return project && { project, key };
  }
}

function opened(project: ProjectRecord): ProjectRecord {
  if (project.deletesAt !== undefined) throw new RefusedKey("PROJECT_CLOSED", project.id);
  return project;
}
