import type { ManagementScope } from "@weft/protocol";
import type { Effects } from "../effects.ts";

/** A management token as it is stored: its SHA-256 and its last four characters, never the token itself. */
export interface ManagementTokenRecord {
  readonly team: string;
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly ManagementScope[];
  /** SHA-256, in hex. */
  readonly tokenHash: string;
  readonly lastFour: string;
  /** The account that created it. */
  readonly createdBy: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly revokedAt?: number;
  /** To the minute. */
  readonly lastUsedAt?: number;
}

/** Where the management tokens of teams are stored. They are deleted with their team. */
export interface ManagementTokenRecords {
  /** Newest first, revoked and expired ones included. */
  ofTeam(team: string): Promise<readonly ManagementTokenRecord[]>;
  /** Finds the team of a request. */
  tokenOf(tokenHash: string): Promise<ManagementTokenRecord | undefined>;
  /**
   * False when the team does not exist, or has `limit` tokens that work at `createdAt`. Deletes the team's tokens that
   * ended before `keptFrom`.
   */
  insert(
    token: ManagementTokenRecord,
    bounds: { readonly limit: number; readonly keptFrom: number },
    effects?: Effects,
  ): Promise<boolean>;
  /** False when the team has no such token, or it was revoked before. */
  revoke(team: string, id: string, revokedAt: number, effects?: Effects): Promise<boolean>;
  /** Uses may be noted out of order. */
  noteUse(team: string, id: string, at: number): Promise<void>;
}
