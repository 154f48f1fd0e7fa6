/**
 * The key pairs that sign a project's tokens (ES256).
 *
 *   made on first use ──► signs ──rotate──► verifies until the longest token has expired ──► gone
 *                                   └ after `signingKeyLifetimeMs`, or when the project's tokens are revoked
 *
 * At most two are live: the newest signs. The private half is kept sealed under the master key. Imported keys stay in
 * memory per `kid`; the list of a project is read anew after `freshForMs`, or when a token names a `kid` that is not
 * in it, since another node may have rotated.
 */
import { createPrivateKey } from "node:crypto";
import type { JsonWebKey, KeyObject } from "node:crypto";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from "jose";
import type { CryptoKey, JWK } from "jose";
import { limits } from "@weft/protocol";
import type { Limits, ProjectId } from "@weft/protocol";
import type { ProjectRecords, SigningKeyRecord } from "../projects/project-records.ts";
import { BoundedCache } from "../bounded-cache.ts";
import type { Seal } from "../seal.ts";
import { KeyedMutex } from "../keyed-mutex.ts";

export type SigningKeyRecords = Pick<ProjectRecords, "signingKeys" | "putSigningKey" | "deleteSigningKey">;

/** The one algorithm of every token; anything else is refused unread. */
export const tokenAlgorithm = "ES256";

export interface SigningKeys {
  /** The private key that signs the project's tokens now. */
  signer(project: ProjectId, now: number): Promise<{ readonly kid: string; readonly key: KeyObject }>;
  /** The public key of this id, or undefined when the project has no such live key. */
  verifier(project: ProjectId, kid: string, now: number): Promise<CryptoKey | undefined>;
  /**
   * A new key signs; the one before verifies until its longest token has expired. Answers "tooSoon", and does nothing,
   * while the key before that one still verifies. `dropOld` is for a key that leaked: every token signed so far dies.
   */
  rotate(project: ProjectId, now: number, options?: { readonly dropOld?: boolean }): Promise<"rotated" | "tooSoon">;
  /** Drops what is cached of a project, because another node changed it. */
  forget(project: ProjectId): void;
}

export interface SigningKeysOptions {
  readonly records: SigningKeyRecords;
  readonly seal: Seal;
  /** How long a project's list of keys is taken from memory. Defaults to five seconds. */
  readonly freshForMs?: number;
  readonly cachedProjects?: number;
  readonly limits?: Pick<Limits, "signingKeyLifetimeMs">;
}

/** Opens the signing keys kept in `records`; `seal` holds the master key. */
export function createSigningKeys(options: SigningKeysOptions): SigningKeys {
  return new RecordedSigningKeys(options);
}

interface LiveKey {
  readonly record: SigningKeyRecord;
  readonly publicKey: CryptoKey;
  /** Unsealed when it first signs. */
  privateKey?: KeyObject;
}
interface KeyRing {
  /** Newest first. */
  readonly keys: readonly LiveKey[];
  readonly readAt: number;
}

/** A `kid` nobody knows makes us read again, but not more often than this: tokens are made up at no cost. */
const rereadAfterMs = 1_000;

class RecordedSigningKeys implements SigningKeys {
  readonly #records: SigningKeyRecords;
  readonly #seal: Seal;
  readonly #freshForMs: number;
  readonly #lifetimeMs: number;
  readonly #rings: BoundedCache<ProjectId, KeyRing>;
  readonly #loading = new Map<ProjectId, Promise<KeyRing>>();
  readonly #mutex = new KeyedMutex();

  constructor(options: SigningKeysOptions) {
    this.#records = options.records;
    this.#seal = options.seal;
    this.#freshForMs = options.freshForMs ?? 5_000;
    this.#lifetimeMs = (options.limits ?? limits).signingKeyLifetimeMs;
    this.#rings = new BoundedCache(options.cachedProjects ?? 1_000);
  }

  async signer(project: ProjectId, now: number): Promise<{ readonly kid: string; readonly key: KeyObject }> {
    let live = signing(await this.#ring(project, now, this.#freshForMs));
    live ??= await this.#mutex.run(project, async () => {
      const found = signing(await this.#load(project, now));
      if (found) return found;
      await this.#create(project, now);
      const made = signing(await this.#load(project, now));
      if (!made) throw new Error("A signing key was stored and cannot be found.");
      return made;
    });
    if (now - live.record.createdAt >= this.#lifetimeMs) live = await this.#renewed(project, live, now);
    live.privateKey ??= this.#unseal(live.record);
    return { kid: live.record.kid, key: live.privateKey };
  }

  async verifier(project: ProjectId, kid: string, now: number): Promise<CryptoKey | undefined> {
    const named = ({ record }: LiveKey) => record.kid === kid && now < (record.retiredAt ?? Infinity);
    const ring = await this.#ring(project, now, this.#freshForMs);
    const key = ring.keys.find(named) ?? (await this.#ring(project, now, rereadAfterMs)).keys.find(named);
    return key?.publicKey;
  }

  rotate(
    project: ProjectId,
    now: number,
    options: { readonly dropOld?: boolean } = {},
  ): Promise<"rotated" | "tooSoon"> {
    return this.#mutex.run(project, () => this.#rotate(project, now, options.dropOld === true));
  }

  forget(project: ProjectId): void {
    this.#rings.delete(project);
    this.#loading.delete(project);
  }

  /** The key that signs in the place of one that is too old; that one itself while the key before it still verifies. */
  async #renewed(project: ProjectId, old: LiveKey, now: number): Promise<LiveKey> {
    return this.#mutex.run(project, async () => {
      const present = signing(await this.#load(project, now));
      // Others have waited for the same.
      if (present !== undefined && present.record.kid !== old.record.kid) return present;
      if ((await this.#rotate(project, now, false)) === "tooSoon") return old;
      return signing(await this.#load(project, now)) ?? old;
    });
  }

  async #ring(project: ProjectId, now: number, maxAgeMs: number): Promise<KeyRing> {
    const ring = this.#rings.get(project);
    if (ring && now >= ring.readAt && now - ring.readAt < maxAgeMs) return ring;
    return this.#load(project, now);
  }

  /** Reads the list; many callers at once share one reading. */
  #load(project: ProjectId, now: number): Promise<KeyRing> {
    const running = this.#loading.get(project);
    if (running) return running;
    const loading = this.#read(project, now)
      .then((ring) => {
        // Forgotten meanwhile: what was read may be older than the change.
        if (this.#loading.get(project) === loading) this.#rings.set(project, ring);
        return ring;
      })
      .finally(() => {
        if (this.#loading.get(project) === loading) this.#loading.delete(project);
      });
    this.#loading.set(project, loading);
    return loading;
  }

  async #read(project: ProjectId, now: number): Promise<KeyRing> {
    const known = new Map(this.#rings.get(project)?.keys.map((key) => [key.record.kid, key]));
    const keys: LiveKey[] = [];
    for (const record of await this.#records.signingKeys(project)) {
      if (now >= (record.retiredAt ?? Infinity)) continue;
      const { publicKey, privateKey } = known.get(record.kid) ?? {};
      keys.push({ record, publicKey: publicKey ?? (await importKey(record.publicKey)), privateKey });
    }
    return { keys, readAt: now };
  }

  async #rotate(project: ProjectId, now: number, dropOld: boolean): Promise<"rotated" | "tooSoon"> {
    const old = await this.#records.signingKeys(project);
    const stillVerifies = old.some((key) => key.retiredAt !== undefined && now < key.retiredAt);
    if (stillVerifies && !dropOld) return "tooSoon";
    await this.#create(project, now);
    for (const key of old) {
      if (dropOld || key.retiredAt !== undefined) await this.#records.deleteSigningKey(project, key.kid);
      else
        await this.#records.putSigningKey({
          ...key,
          retiredAt: now + limits.tokenLifetimeMaxMs + limits.tokenLeewayMs,
        });
    }
    this.forget(project);
    return "rotated";
  }

  async #create(project: ProjectId, now: number): Promise<void> {
    const pair = await generateKeyPair(tokenAlgorithm, { extractable: true });
    const publicKey = await exportJWK(pair.publicKey);
    const kid = await calculateJwkThumbprint(publicKey);
    await this.#records.putSigningKey({
      project,
      kid,
      sealedKey: this.#seal.seal(JSON.stringify(await exportJWK(pair.privateKey)), sealContext(project, kid)),
      publicKey: JSON.stringify(publicKey),
      createdAt: now,
    });
    this.forget(project);
  }

  #unseal({ sealedKey, project, kid }: SigningKeyRecord): KeyObject {
    const key = JSON.parse(this.#seal.unseal(sealedKey, sealContext(project, kid))) as JsonWebKey;
    return createPrivateKey({ key, format: "jwk" });
  }
}

/** The newest key that was not retired. */
function signing(ring: KeyRing): LiveKey | undefined {
  return ring.keys.find(({ record }) => record.retiredAt === undefined);
}

function sealContext(project: ProjectId, kid: string): string {
  return JSON.stringify(["signing key", project, kid]);
}

async function importKey(jwk: string): Promise<CryptoKey> {
  const parsed: JWK = JSON.parse(jwk);
  const key = await importJWK(parsed, tokenAlgorithm);
  if (key instanceof Uint8Array) throw new TypeError("A signing key must be an elliptic-curve key.");
  return key;
}
