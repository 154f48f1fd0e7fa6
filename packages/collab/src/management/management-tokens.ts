/**
 * Management tokens: what a team's programs call the management API with.
 *
 *   Authorization: Bearer wmt_… ──► SHA-256 ──► ManagementTokenRecords ──► team and scopes
 *
 * - A token is shown once, to the owner who creates it; only its hash and its last four characters are stored.
 * - It is looked up on every call, so a revoked token is refused from the next call on, on every node.
 * - It belongs to the team: it stays valid when its creator leaves, until it is revoked or expires.
 */
import { hash, randomBytes } from "node:crypto";
import { limits as platformLimits, WeftError } from "@weft/protocol";
import type { Limits, ManagementScope } from "@weft/protocol";
import { BoundedCache } from "../bounded-cache.ts";
import type { Actor, Teams } from "../teams/teams.ts";
import type { ManagementTokenRecord, ManagementTokenRecords } from "./management-token-records.ts";

/** A token that was created just now. */
export interface CreatedManagementToken {
  readonly record: ManagementTokenRecord;
  /** The token itself; it cannot be read again. */
  readonly token: string;
}

export interface ManagementTokens {
  /** Those that were not revoked, newest first. */
  list(team: string): Promise<readonly ManagementTokenRecord[]>;
  /** CONFLICT when the team has as many tokens as it may have. */
  create(
    actor: Actor,
    team: string,
    token: { readonly name: string; readonly scopes: readonly ManagementScope[] },
  ): Promise<CreatedManagementToken>;
  /** NOT_FOUND. */
  revoke(actor: Actor, team: string, id: string): Promise<void>;
  /**
   * The token of an `Authorization` header, and notes its use. Throws MISSING_, INVALID_, NOT_EXISTING_, REVOKED_ or
   * EXPIRED_MANAGEMENT_API_ACCESS_TOKEN.
   */
  authenticate(header: string | undefined): Promise<ManagementTokenRecord>;
}

export interface ManagementTokensOptions {
  readonly records: ManagementTokenRecords;
  readonly teams: Pick<Teams, "entry">;
  readonly now: () => number;
  readonly limits?: Pick<Limits, "managementTokensPerTeam" | "managementTokenLifetimeMs" | "managementTokenKeptMs">;
}

export function createManagementTokens(options: ManagementTokensOptions): ManagementTokens {
  return new RecordedTokens(options);
}

const prefix = "wmt_";
const shape = /^wmt_[\w-]{43}$/;
/** How often the use of one token is noted. */
const usesNotedEveryMs = 60_000;

class RecordedTokens implements ManagementTokens {
  readonly #options: ManagementTokensOptions;
  /** When the use of a token was noted last, by its id. */
  readonly #uses = new BoundedCache<string, number>(1_000);

  constructor(options: ManagementTokensOptions) {
    this.#options = options;
  }

  async list(team: string): Promise<readonly ManagementTokenRecord[]> {
    return (await this.#options.records.ofTeam(team)).filter(({ revokedAt }) => revokedAt === undefined);
  }

  async create(
    actor: Actor,
    team: string,
    { name, scopes }: { readonly name: string; readonly scopes: readonly ManagementScope[] },
  ): Promise<CreatedManagementToken> {
    const { records, teams, now, limits = platformLimits } = this.#options;
    const token = prefix + randomBytes(32).toString("base64url");
    const createdAt = now();
    const record: ManagementTokenRecord = {
      team,
      id: `mt_${randomBytes(12).toString("base64url")}`,
      name,
      scopes,
      tokenHash: hashOf(token),
      lastFour: token.slice(-4),
      createdBy: actor.person.id,
      createdAt,
      expiresAt: createdAt + limits.managementTokenLifetimeMs,
    };
    const bounds = {
      limit: limits.managementTokensPerTeam,
      keptFrom: createdAt - limits.managementTokenKeptMs,
    };
    const effects = { audit: [teams.entry(team, actor, "managementToken.created", targetOf(record))] };
    if (!(await records.insert(record, bounds, effects)))
      throw new WeftError("CONFLICT", {
        message: `A team has at most ${bounds.limit} management tokens.`,
        suggestion: "Revoke one that is no longer used.",
      });
    return { record, token };
  }

  async revoke(actor: Actor, team: string, id: string): Promise<void> {
    const { records, teams, now } = this.#options;
    const token = (await this.list(team)).find((candidate) => candidate.id === id);
    const effects = token && { audit: [teams.entry(team, actor, "managementToken.revoked", targetOf(token))] };
    if (token === undefined || !(await records.revoke(team, id, now(), effects)))
      throw new WeftError("NOT_FOUND", { message: "Management token not found.", suggestion: "Check the id." });
  }

  async authenticate(header = ""): Promise<ManagementTokenRecord> {
    const sent = /^bearer /i.test(header) ? header.slice("bearer ".length).trim() : "";
    if (sent === "") throw new WeftError("MISSING_MANAGEMENT_API_ACCESS_TOKEN");
    if (!shape.test(sent)) throw new WeftError("INVALID_MANAGEMENT_API_ACCESS_TOKEN");
    const token = await this.#options.records.tokenOf(hashOf(sent));
    if (token === undefined) throw new WeftError("NOT_EXISTING_MANAGEMENT_API_ACCESS_TOKEN");
    if (token.revokedAt !== undefined) throw new WeftError("REVOKED_MANAGEMENT_API_ACCESS_TOKEN");
    const now = this.#options.now();
    if (token.expiresAt <= now) throw new WeftError("EXPIRED_MANAGEMENT_API_ACCESS_TOKEN");
    this.#noteUse(token, now);
    return token;
  }

  /** Runs in the background; a use that could not be noted is noted with the next one. */
  #noteUse({ team, id, lastUsedAt }: ManagementTokenRecord, at: number): void {
    const noted = this.#uses.get(id) ?? lastUsedAt;
    if (noted !== undefined && at >= noted && at - noted < usesNotedEveryMs) return;
    this.#uses.set(id, at);
    this.#options.records.noteUse(team, id, at).catch(() => this.#uses.delete(id));
  }
}

function targetOf({ id, name }: ManagementTokenRecord) {
  return { kind: "managementToken", id, name };
}

/** A fast hash is enough: there are 256 bits to guess. */
function hashOf(token: string): string {
  return hash("sha256", token, "hex");
}
