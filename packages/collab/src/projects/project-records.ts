import type { ProjectId } from "@weft/protocol";
import type { Effects } from "../effects.ts";

export interface ProjectRecord {
  readonly id: ProjectId;
  /** The team that it belongs to; undefined until the server has an owner. */
  readonly team?: string;
  readonly name: string;
  readonly description?: string;
  readonly type: "dev" | "prod";
  /** Regions in which rooms may live; undefined means any. A single node has one region, `local`. */
  readonly region?: string;
  readonly createdAt: number;
  /** When its settings last changed. */
  readonly updatedAt: number;
  /** Public keys may create the rooms they enter (with `room:write` by default). */
  readonly publicKeyCreatesRooms: boolean;
  /** Seconds from a change of a room to the version of it that is made by itself; false for none. */
  readonly versionCreationTimeout: number | false;
  /** Tokens of an older generation are revoked. */
  readonly tokenGeneration: number;
  /** Origins whose pages may use the public key, as `AllowedOrigin` spells them; none: pages of every origin. */
  readonly allowedOrigins: readonly string[];
  /** When what is in it goes, once it was deleted: from then on it is closed. */
  readonly deletesAt?: number;
  /** Raised by every change of the project or of its keys, from 1; uses of keys and signing keys do not count. */
  readonly revision: number;
}

/** A key as it is kept. Secret keys are stored as SHA-256 (hex) and their last four characters, never whole. */
export interface ApiKeyRecord {
  readonly project: ProjectId;
  /** Names the key where the key itself must not appear. */
  readonly id: string;
  readonly name: string;
  readonly kind: "secret" | "public";
  /** Secret: hex SHA-256 of the key. Public: the key itself. */
  readonly key: string;
  readonly lastFour: string;
  readonly createdAt: number;
  /** The account that made it; undefined for keys that the server made, and for those of the management API. */
  readonly createdBy?: string;
  /** To the minute. */
  readonly lastUsedAt?: number;
  /** Where a secret key was last used from: the network of the address (`203.0.113.0/24`), never the address itself. */
  readonly lastUsedFrom?: string;
  /** A secret key that came from a web page: anyone who can read the page has it. */
  readonly seenInBrowser: boolean;
  /** The key works until this instant; undefined means without end. */
  readonly expiresAt?: number;
  /** Deactivated public keys open nothing. */
  readonly active: boolean;
}

/** What was seen of a key in use. */
export interface KeyUse {
  readonly kind: ApiKeyRecord["kind"];
  /** As stored. */
  readonly key: string;
  readonly at: number;
  readonly inBrowser: boolean;
  /** The network that it came from, where one is known. */
  readonly from?: string;
}

/** A key pair that signs a project's tokens. At most two are live: the newest signs, the older one only verifies. */
export interface SigningKeyRecord {
  readonly project: ProjectId;
  readonly kid: string;
  /** JWK of the private key, as JSON, encrypted under the master key. */
  readonly sealedKey: string;
  /** JWK of the public key, as JSON. */
  readonly publicKey: string;
  readonly createdAt: number;
  /** Verifies until this instant; undefined while it is the one that signs. */
  readonly retiredAt?: number;
}

/** Where projects and their keys are kept. Writes are durable when they answer, together with their effects. */
export interface ProjectRecords {
  all(): Promise<readonly ProjectRecord[]>;
  find(id: ProjectId): Promise<ProjectRecord | undefined>;
  ofTeam(team: string): Promise<readonly ProjectRecord[]>;
  /** Those of a team that are not being deleted, newest first. `names`: each of them is the name of every project. */
  list(
    team: string,
    search: {
      readonly limit: number;
      /** Further back than this project. */
      readonly after?: Pick<ProjectRecord, "createdAt" | "id">;
      readonly names?: readonly string[];
    },
  ): Promise<readonly ProjectRecord[]>;
  /** Inserts a project with its first keys, as revision 1. False when there is one of this id. */
  insertProject(
    project: Omit<ProjectRecord, "revision">,
    effects?: Effects,
    keys?: readonly ApiKeyRecord[],
  ): Promise<boolean>;
  /** Replaces a project of this revision and raises the revision. False if it has another, or does not exist. */
  updateProject(project: ProjectRecord, effects?: Effects): Promise<boolean>;
  /** Gives a project of this revision to a team. "changed": it has another revision, or does not exist. */
  moveProject(
    project: Pick<ProjectRecord, "id" | "revision">,
    to: string,
    effects?: Effects,
  ): Promise<"moved" | "changed" | "missingTeam">;
  /** Ends a project with all of its keys and exports. Its rooms are gone by then. */
  deleteProject(id: ProjectId, effects?: Effects): Promise<void>;
  /** Looks a key up by kind and `key` as stored, across projects: this is how a request finds its project. */
  apiKey(kind: ApiKeyRecord["kind"], key: string): Promise<ApiKeyRecord | undefined>;
  apiKeys(project: ProjectId): Promise<readonly ApiKeyRecord[]>;
  /**
   * Inserts or replaces keys of a project of this revision, but for what was seen of their use, and raises the revision.
   * False, and no key is written, if the project has another revision or does not exist.
   */
  putApiKeys(
    project: Pick<ProjectRecord, "id" | "revision">,
    keys: readonly ApiKeyRecord[],
    effects?: Effects,
  ): Promise<boolean>;
  /** Notes uses; keys that are gone are passed over. */
  noteUses(uses: readonly KeyUse[]): Promise<void>;
  /** Newest first. */
  signingKeys(project: ProjectId): Promise<readonly SigningKeyRecord[]>;
  insertSigningKey(key: SigningKeyRecord): Promise<void>;
  /** Ends the signing of a key; one that was deleted stays so. */
  retireSigningKey(project: ProjectId, kid: string, retiredAt: number): Promise<void>;
  deleteSigningKey(project: ProjectId, kid: string): Promise<void>;
}
