/**
 * The key pairs that sign a project's tokens (ES256).
 *
 *   made on first use ──► signs ──rotate──► verifies until the longest token has expired ──► gone
 *                                   └ after `signingKeyLifetimeMs`, or when the project's tokens are revoked
 *
 * At most two are live: the newest signs. The private half is kept sealed under the master key. Imported keys stay in
 * memory per `kid`; the list of a project is read anew when another node signals that it has rotated, after `freshForMs`,
 * or when a token names a `kid` that is not in it.
 */
import { createPrivateKey } from "node:crypto";
import type { JsonWebKey, KeyObject } from "node:crypto";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from "jose";
import type { CryptoKey, JWK } from "jose";
import { limits } from "@weft/protocol";
import type { Limits, ProjectId } from "@weft/protocol";
import type { ProjectRecords, SigningKeyRecord } from "../projects/project-records.ts";
import { FreshCache } from "../fresh-cache.ts";
import type { WatchCache } from "../fresh-cache.ts";
import type { Seal } from "../seal.ts";
import { KeyedMutex } from "../keyed-mutex.ts";
import { createInProcessSignals } from "../signals/in-process-signals.ts";
import type { Signals } from "../signals/signals.ts";

export type SigningKeyRecords = Pick<
  ProjectRecords,
  "signingKeys" | "insertSigningKey" | "retireSigningKey" | "deleteSigningKey"
>;

/** The only algorithm of tokens; any other is refused unread. */
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
}

export interface SigningKeysOptions {
  readonly records: SigningKeyRecords;
  readonly seal: Seal;
  /** Signals of changes. By default, only those that are made here. */
  readonly signals?: Signals;
  readonly watchCache?: WatchCache;
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
/** Newest first. */
type KeyRing = readonly LiveKey[];

/** An unknown `kid` causes a new read, but not more often than this: forging tokens costs nothing. */
const rereadAfterMs = 1_000;

class RecordedSigningKeys implements SigningKeys {
  readonly #records: SigningKeyRecords;
  readonly #seal: Seal;
  readonly #signals: Signals;
  readonly #lifetimeMs: number;
  readonly #rings: FreshCache<ProjectId, KeyRing>;
  readonly #mutex = new KeyedMutex();

  constructor(options: SigningKeysOptions) {
    this.#records = options.records;
    this.#seal = options.seal;
    this.#signals = options.signals ?? createInProcessSignals();
    this.#lifetimeMs = (options.limits ?? limits).signingKeyLifetimeMs;
    const { freshForMs = 5_000, cachedProjects: capacity = 1_000, watchCache } = options;
    this.#rings = new FreshCache({ capacity, freshForMs, now: Date.now });
    watchCache?.("signing keys", () => this.#rings.figures);
    this.#signals.subscribe("signingKeysChanged", ({ project }) => this.#rings.drop(project));
  }

  async signer(project: ProjectId, now: number): Promise<{ readonly kid: string; readonly key: KeyObject }> {
    let live = signing(await this.#ring(project, now));
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
    const ring = await this.#ring(project, now);
    const key = ring.find(named) ?? (await this.#ring(project, now, rereadAfterMs)).find(named);
    return key?.publicKey;
  }

  rotate(
    project: ProjectId,
    now: number,
    options: { readonly dropOld?: boolean } = {},
  ): Promise<"rotated" | "tooSoon"> {
    return this.#mutex.run(project, () => this.#rotate(project, now, options.dropOld === true));
  }

  /** The key that replaces one that is too old; the old one itself while the key before it still verifies. */
  async #renewed(project: ProjectId, old: LiveKey, now: number): Promise<LiveKey> {
    return this.#mutex.run(project, async () => {
      const present = signing(await this.#load(project, now));
      // Another call has rotated it while this one waited.
      if (present !== undefined && present.record.kid !== old.record.kid) return present;
      if ((await this.#rotate(project, now, false)) === "tooSoon") return old;
      return signing(await this.#load(project, now)) ?? old;
    });
  }

  async #ring(project: ProjectId, now: number, maxAgeMs?: number): Promise<KeyRing> {
    return this.#rings.get(project, { now, maxAgeMs }) ?? this.#load(project, now);
  }

  #load(project: ProjectId, now: number): Promise<KeyRing> {
    return this.#rings.reload(project, () => this.#read(project, now), { now });
  }

  async #read(project: ProjectId, now: number): Promise<KeyRing> {
    const known = new Map(this.#rings.last(project)?.map((key) => [key.record.kid, key]));
    const keys: LiveKey[] = [];
    for (const record of await this.#records.signingKeys(project)) {
      if (now >= (record.retiredAt ?? Infinity)) continue;
      const { publicKey, privateKey } = known.get(record.kid) ?? {};
      keys.push({ record, publicKey: publicKey ?? (await importKey(record.publicKey)), privateKey });
    }
    return keys;
  }

  async #rotate(project: ProjectId, now: number, dropOld: boolean): Promise<"rotated" | "tooSoon"> {
    const old = await this.#records.signingKeys(project);
    const stillVerifies = old.some((key) => key.retiredAt !== undefined && now < key.retiredAt);
    if (stillVerifies && !dropOld) return "tooSoon";
    await this.#create(project, now);
    for (const key of old) {
      if (dropOld || key.retiredAt !== undefined) await this.#records.deleteSigningKey(project, key.kid);
      else
        await this.#records.retireSigningKey(project, key.kid, now + limits.tokenLifetimeMaxMs + limits.tokenLeewayMs);
    }
    this.#changed(project);
    return "rotated";
  }

  async #create(project: ProjectId, now: number): Promise<void> {
    const pair = await generateKeyPair(tokenAlgorithm, { extractable: true });
    const publicKey = await exportJWK(pair.publicKey);
    const kid = await calculateJwkThumbprint(publicKey);
    await this.#records.insertSigningKey({
      project,
      kid,
      sealedKey: this.#seal.seal(JSON.stringify(await exportJWK(pair.privateKey)), sealContext(project, kid)),
      publicKey: JSON.stringify(publicKey),
      createdAt: now,
    });
    this.#changed(project);
  }

  #changed(project: ProjectId): void {
    this.#signals.publish({ type: "signingKeysChanged", project });
  }

  #unseal({ sealedKey, project, kid }: SigningKeyRecord): KeyObject {
    const key = JSON.parse(this.#seal.unseal(sealedKey, sealContext(project, kid))) as JsonWebKey;
    return createPrivateKey({ key, format: "jwk" });
  }
}

/** The newest key that was not retired. */
function signing(ring: KeyRing): LiveKey | undefined {
  return ring.find(({ record }) => record.retiredAt === undefined);
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
