import type { ProjectId } from "@weft/protocol";

export interface ProjectRecord {
  readonly id: ProjectId;
  readonly name: string;
  readonly type: "dev" | "prod";
  /** Regions in which rooms may live; undefined means any. A single node has one region, `local`. */
  readonly region?: string;
  readonly createdAt: number;
  /** Public keys may create the rooms they enter (with `room:write` by default). */
  readonly publicKeyCreatesRooms: boolean;
  /** Seconds from a change of a room to the version of it that is made by itself; false for none. */
  readonly versionCreationTimeout: number | false;
  /** Tokens of an older generation are revoked. */
  readonly tokenGeneration: number;
}

/** A key as it is kept. Secret keys are stored as SHA-256 (hex) and their last four characters, never whole. */
export interface ApiKeyRecord {
  readonly project: ProjectId;
  readonly kind: "secret" | "public";
  /** Secret: hex SHA-256 of the key. Public: the key itself. */
  readonly key: string;
  readonly lastFour: string;
  readonly createdAt: number;
  /** The key works until this instant; undefined means without end. */
  readonly expiresAt?: number;
  /** Deactivated public keys open nothing. */
  readonly active: boolean;
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

/** Where projects and their keys are kept. Writes are durable when they answer. */
export interface AccountRecords {
  projects(): Promise<readonly ProjectRecord[]>;
  project(id: ProjectId): Promise<ProjectRecord | undefined>;
  /** Inserts or replaces. */
  putProject(project: ProjectRecord): Promise<void>;
  /** Looks a key up by kind and `key` as stored, across projects: this is how a request finds its project. */
  apiKey(kind: ApiKeyRecord["kind"], key: string): Promise<ApiKeyRecord | undefined>;
  apiKeys(project: ProjectId): Promise<readonly ApiKeyRecord[]>;
  putApiKey(key: ApiKeyRecord): Promise<void>;
  /** Newest first. */
  signingKeys(project: ProjectId): Promise<readonly SigningKeyRecord[]>;
  putSigningKey(key: SigningKeyRecord): Promise<void>;
  deleteSigningKey(project: ProjectId, kid: string): Promise<void>;
}
