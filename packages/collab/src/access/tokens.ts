/**
 * The tokens that clients carry: ES256 JWTs, with the claims that official clients read, and `iss`, `aud` and `gen`.
 *
 *   token ──► shape, algorithm, kid ──► pid ──► project ──► signature ──► claims ──► lifetime, generation
 *              (nothing is believed before the signature; pid and kid only choose which key to try)
 *
 * A token that was signed here, or whose signature held once, is remembered under its hash; everything that can change
 * (lifetime, generation, whether the key is still live) is asked every time.
 *
 * Signatures are checked by jose, which uses WebCrypto. On two cores it costs 78 to 140 µs of CPU a token, against 65
 * to 71 µs for node:crypto's synchronous `verify`: less than twice as much, and beside the event loop instead of on it.
 * They are made by node:crypto (RFC 7515, 7.1): 50 µs of CPU a token, against 68 to 101 by jose.
 */
import { hash, randomFillSync, sign } from "node:crypto";
import { compactVerify } from "jose";
import {
  isJsonObject,
  isStorable,
  limits,
  permissions as knownPermissions,
  ProjectId,
  storableRule,
  WeftError,
} from "@weft/protocol";
import type { Json, JsonObject, Limits, Permission } from "@weft/protocol";
import type { ProjectRecord } from "../projects/project-records.ts";
import { BoundedCache } from "../bounded-cache.ts";
import { invalid } from "../invalid.ts";
import { isRoomPattern } from "./pattern.ts";
import { tokenAlgorithm } from "./signing-keys.ts";
import type { SigningKeys } from "./signing-keys.ts";

/** What both kinds of token say. */
interface Claims {
  readonly project: ProjectId;
  readonly userId: string;
  readonly userInfo?: JsonObject;
  /** Where rooms go that the user creates; rooms of other organizations stay closed. Absent means the default one. */
  readonly organizationId?: string;
  /** Milliseconds since the epoch, like every instant. */
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly tokenId: string;
  readonly generation: number;
}
/** Carries its permissions: patterns of room ids and what they grant. */
export interface AccessTokenClaims extends Claims {
  readonly kind: "access";
  readonly permissions: ReadonlyMap<string, readonly Permission[]>;
}
/** States who a user is. The room's accesses decide what they may do. */
export interface IdTokenClaims extends Claims {
  readonly kind: "id";
  readonly groupIds: readonly string[];
}
export type TokenClaims = AccessTokenClaims | IdTokenClaims;

interface TokenSubject {
  readonly userId: string;
  readonly userInfo?: JsonObject;
  readonly organizationId?: string;
  /** Defaults to the limit `tokenLifetimeMs`; at most `tokenLifetimeMaxMs`. */
  readonly lifetimeMs?: number;
}
export interface AccessGrant extends TokenSubject {
  readonly permissions: Iterable<readonly [pattern: string, permissions: readonly Permission[]]>;
}
export interface Identity extends TokenSubject {
  readonly groupIds?: readonly string[];
}

export interface Tokens {
  /** Throws UNPROCESSABLE_ENTITY for claims that a token may not carry. Two calls never return the same token. */
  issueAccessToken(project: ProjectId, grant: AccessGrant, now: number): Promise<string>;
  issueIdToken(project: ProjectId, identity: Identity, now: number): Promise<string>;
  /**
   * The claims of a genuine token. Throws TOKEN_EXPIRED only for a token that was valid in everything but time,
   * PROJECT_CLOSED where its project was deleted, and INVALID_TOKEN for all else: with `project`, also for a token of
   * another project.
   */
  verify(token: string, now: number, project?: ProjectId): Promise<TokenClaims>;
}

export interface TokensOptions {
  /** Looks a project up, from memory when possible: every call needs it. */
  readonly project: (id: ProjectId) => Promise<ProjectRecord | undefined>;
  readonly signingKeys: SigningKeys;
  /** The `iss` claim: the server that issued a token. */
  readonly issuer?: string;
  readonly rememberedTokens?: number;
  readonly limits?: Pick<Limits, "tokenLifetimeMs" | "restHeaders">;
}

/** Issues and verifies the tokens of every project of this server. */
export function createTokens(options: TokensOptions): Tokens {
  return new SignedTokens(options);
}

/** A token whose signature is known to hold. */
interface Genuine {
  readonly kid: string;
  readonly project: ProjectId;
  /** Its claims, until they are read for the first time. */
  payload: Uint8Array | undefined;
  claims: TokenClaims | undefined;
}

const rememberedHeads = 1_000;
const shape = /^([\w-]+)\.([\w-]+)\.[\w-]{86}$/;
const permissionSet: ReadonlySet<string> = new Set(knownPermissions);

class SignedTokens implements Tokens {
  readonly #project: TokensOptions["project"];
  readonly #signingKeys: SigningKeys;
  readonly #issuer: string;
  readonly #lifetimeMs: number;
  /** A token is sent in a request's head, so it cannot be longer than one. */
  readonly #longest: number;
  /** Genuine tokens by SHA-256. */
  readonly #genuine: BoundedCache<string, Genuine>;
  readonly #drawn = Buffer.alloc(drawnBytes);
  #drawnAt = drawnBytes;
  /** The first parts of tokens, by the key that they name. */
  readonly #heads: BoundedCache<string, string>;

  constructor(options: TokensOptions) {
    this.#project = options.project;
    this.#signingKeys = options.signingKeys;
    this.#issuer = options.issuer ?? "weft";
    const { tokenLifetimeMs, restHeaders } = options.limits ?? limits;
    this.#lifetimeMs = tokenLifetimeMs;
    this.#longest = restHeaders;
    this.#genuine = new BoundedCache(options.rememberedTokens ?? 4_096);
    this.#heads = new BoundedCache(rememberedHeads);
  }

  async issueAccessToken(project: ProjectId, grant: AccessGrant, now: number): Promise<string> {
    const perms: Record<string, readonly Permission[]> = Object.create(null);
    let patterns = 0;
    for (const [pattern, permissions] of grant.permissions) {
      if (!isRoomPattern(pattern)) {
        throw invalid(["permissions", pattern], "must be a room id, a prefix followed by one '*', or '*'.");
      }
      if (!permissions.every((permission) => permissionSet.has(permission))) {
        throw invalid(["permissions", pattern], "must be a list of known permissions.");
      }
      perms[pattern] = permissions;
      patterns++;
    }
    if (patterns > limits.tokenPermissionPatterns) {
      throw invalid(["permissions"], `must have at most ${limits.tokenPermissionPatterns} entries.`);
    }
    return this.#issue(project, grant, { k: "acc", perms }, now);
  }

  async issueIdToken(project: ProjectId, identity: Identity, now: number): Promise<string> {
    const groups = identity.groupIds;
    if (groups && groups.length > limits.tokenGroups) {
      throw invalid(["groupIds"], `must have at most ${limits.tokenGroups} entries.`);
    }
    return this.#issue(project, identity, { k: "id", gids: groups }, now);
  }

  async verify(token: string, now: number, only?: ProjectId): Promise<TokenClaims> {
    if (token.length > this.#longest) throw new WeftError("INVALID_TOKEN");
    const id = idOf(token);
    const known = this.#genuine.get(id);
    const named = known ?? peek(token);
    if (!named || (only !== undefined && named.project !== only)) throw new WeftError("INVALID_TOKEN");
    const project = await this.#project(named.project);
    const key = project && (await this.#signingKeys.verifier(project.id, named.kid, now));
    if (!key) throw new WeftError("INVALID_TOKEN");

    if (known?.payload !== undefined) {
      known.claims = readClaims(known.payload, project.id, this.#issuer);
      known.payload = undefined;
    }
    let claims = known?.claims;
    if (!claims) {
      const payload = await compactVerify(token, key, { algorithms: [tokenAlgorithm] }).then(
        (verified) => verified.payload,
        (cause: unknown) => {
          throw new WeftError("INVALID_TOKEN", { cause });
        },
      );
      claims = readClaims(payload, project.id, this.#issuer);
      if (!claims) throw new WeftError("INVALID_TOKEN");
      this.#genuine.set(id, { kid: named.kid, project: project.id, payload: undefined, claims });
    }

    // A newer generation than we know comes from a node that revoked tokens before we learned of it.
    if (claims.generation < project.tokenGeneration) throw new WeftError("INVALID_TOKEN");
    if (project.deletesAt !== undefined) throw new WeftError("PROJECT_CLOSED");
    if (claims.issuedAt > now + limits.tokenLeewayMs) throw new WeftError("INVALID_TOKEN");
    if (now >= claims.expiresAt + limits.tokenLeewayMs) throw new WeftError("TOKEN_EXPIRED");
    return claims;
  }

  #tokenId(): string {
    if (this.#drawnAt === drawnBytes) {
      randomFillSync(this.#drawn);
      this.#drawnAt = 0;
    }
    return this.#drawn.toString("base64url", this.#drawnAt, (this.#drawnAt += tokenIdBytes));
  }

  async #issue(id: ProjectId, subject: TokenSubject, own: object, now: number): Promise<string> {
    const { userId, userInfo, organizationId, lifetimeMs = this.#lifetimeMs } = subject;
    if (userId.length === 0 || userId.length > limits.userIdLength) {
      throw invalid(["userId"], `must be 1 to ${limits.userIdLength} characters long.`);
    }
    if (!isStorable(userId)) throw invalid(["userId"], storableRule);
    if (userInfo && JSON.stringify(userInfo).length > limits.userInfoLength) {
      throw invalid(["userInfo"], `must be at most ${limits.userInfoLength} characters of JSON.`);
    }
    if (organizationId !== undefined && !isOrganizationId(organizationId)) {
      throw invalid(["organizationId"], `must be 1 to ${limits.organizationIdLength} characters long.`);
    }
    if (!(lifetimeMs >= 1_000 && lifetimeMs <= limits.tokenLifetimeMaxMs)) {
      throw new RangeError("A token lives for at least a second and at most a day.");
    }
    const project = await this.#project(id);
    if (!project) throw new Error("Tokens are issued for projects that exist.");
    const { kid, key } = await this.#signingKeys.signer(id, now);
    const issuedAt = Math.floor(now / 1_000);
    const payload = {
      ...own,
      pid: id,
      uid: userId,
      ui: userInfo,
      oid: organizationId,
      iss: this.#issuer,
      aud: id,
      iat: issuedAt,
      exp: issuedAt + Math.floor(lifetimeMs / 1_000),
      // iat has steps of a second, and a client refuses a token it has seen before.
      jti: this.#tokenId(),
      gen: project.tokenGeneration,
    };
    const text = Buffer.from(JSON.stringify(payload));
    let head = this.#heads.get(kid);
    if (head === undefined) {
      head = Buffer.from(JSON.stringify({ alg: tokenAlgorithm, typ: "JWT", kid })).toString("base64url");
      this.#heads.set(kid, head);
    }
    const signed = `${head}.${text.toString("base64url")}`;
    const signature = sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" });
    const token = `${signed}.${signature.toString("base64url")}`;
    if (token.length > this.#longest) {
      throw new WeftError("UNPROCESSABLE_ENTITY", {
        message: `The token would be longer than ${this.#longest} characters.`,
        suggestion: "Use fewer groups, or shorter ids.",
      });
    }
    // Most tokens come back within the second, to enter a room.
    this.#genuine.set(idOf(token), { kid, project: id, payload: text, claims: undefined });
    return token;
  }
}

/** Random bytes of one token's id, and of the ids that are drawn together: a call of the generator costs more than its bytes. */
const tokenIdBytes = 12;
const drawnBytes = 256 * tokenIdBytes;

function idOf(token: string): string {
  return hash("sha256", token, "base64url");
}

/** The project and the key that a token names. Nothing else in it is read before its signature is verified. */
function peek(token: string): { readonly kid: string; readonly project: ProjectId } | undefined {
  const [, head, body] = shape.exec(token) ?? [];
  if (head === undefined || body === undefined) return undefined;
  const header = parse(Buffer.from(head, "base64url"));
  const payload = parse(Buffer.from(body, "base64url"));
  if (!isJsonObject(header) || !isJsonObject(payload)) return undefined;
  if (header.alg !== tokenAlgorithm || header.typ !== "JWT" || typeof header.kid !== "string") return undefined;
  if (header.crit !== undefined) return undefined;
  const project = ProjectId.safeParse(payload.pid);
  return project.success ? { kid: header.kid, project: project.data } : undefined;
}

function readClaims(payload: Uint8Array, project: ProjectId, issuer: string): TokenClaims | undefined {
  const claims = parse(payload);
  if (!isJsonObject(claims)) return undefined;
  const { k, iss, aud, pid, uid, ui, oid, iat, exp, jti, gen } = claims;
  if (iss !== issuer || aud !== project || pid !== project) return undefined;
  if (typeof uid !== "string" || uid.length === 0 || uid.length > limits.userIdLength) return undefined;
  if (!isStorable(uid)) return undefined;
  if (ui !== undefined && !isJsonObject(ui)) return undefined;
  if (oid !== undefined && !isOrganizationId(oid)) return undefined;
  if (typeof jti !== "string" || jti.length === 0) return undefined;
  if (!isCount(iat) || !isCount(exp) || !isCount(gen)) return undefined;
  if (exp <= iat || (exp - iat) * 1_000 > limits.tokenLifetimeMaxMs) return undefined;
  const common = {
    project,
    userId: uid,
    userInfo: ui,
    organizationId: oid,
    issuedAt: iat * 1_000,
    expiresAt: exp * 1_000,
    tokenId: jti,
    generation: gen,
  };
  if (k === "acc") {
    const permissions = readPermissions(claims.perms);
    return permissions && { kind: "access", ...common, permissions };
  }
  if (k === "id") {
    const groupIds = claims.gids ?? [];
    if (!isStrings(groupIds) || groupIds.length > limits.tokenGroups) return undefined;
    return { kind: "id", ...common, groupIds };
  }
  return undefined;
}

function readPermissions(perms: Json | undefined): ReadonlyMap<string, readonly Permission[]> | undefined {
  if (!isJsonObject(perms)) return undefined;
  const entries = Object.entries(perms);
  if (entries.length > limits.tokenPermissionPatterns) return undefined;
  const permissions = new Map<string, readonly Permission[]>();
  for (const [pattern, list] of entries) {
    if (!isRoomPattern(pattern) || !isPermissions(list)) return undefined;
    permissions.set(pattern, list);
  }
  return permissions;
}

function isStrings(value: Json): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isPermissions(value: Json | undefined): value is readonly Permission[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string" && permissionSet.has(item));
}

function isOrganizationId(value: Json): value is string {
  return typeof value === "string" && value.length > 0 && value.length <= limits.organizationIdLength;
}

function isCount(value: Json | undefined): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function parse(bytes: Uint8Array): Json | undefined {
  try {
    const value: Json = JSON.parse(utf8.decode(bytes));
    return value;
  } catch {
    return undefined;
  }
}
