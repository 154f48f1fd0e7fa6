import type {
  CopilotConfiguration,
  CopilotId,
  CopilotProvider,
  CopilotProviderOptions,
  CopilotSettings,
  ProjectId,
} from "@weft/protocol";
import type { Effects } from "../effects.ts";

/** A copilot as it is stored. Instants are milliseconds since the epoch. */
export interface CopilotRecord {
  readonly id: CopilotId;
  readonly name: string;
  readonly description?: string;
  readonly systemPrompt: string;
  readonly knowledgePrompt?: string;
  readonly alwaysUseKnowledge: boolean;
  readonly provider: CopilotProvider;
  readonly providerModel: string;
  readonly providerOptions?: CopilotProviderOptions;
  readonly compatibleProviderName?: string;
  readonly providerBaseUrl?: string;
  readonly settings?: CopilotSettings;
  /** The provider's key, sealed under the master key, and its last four characters. */
  readonly sealedKey: string;
  readonly keyEnd: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly lastUsedAt?: number;
  /** Counts the changes, beginning with 1. */
  readonly revision: number;
}

/** Who has saved a version: a member in the dashboard, a caller with a secret key, or, before versions were kept, no one known. */
export type VersionAuthor =
  | { readonly kind: "member"; readonly account: string }
  | { readonly kind: "api" }
  | { readonly kind: "unknown" };

/** A version without its contents. */
export interface CopilotVersionEntry {
  /** The revision of the copilot that it was. */
  readonly revision: number;
  readonly createdAt: number;
  readonly by: VersionAuthor;
  /** What differs from the version before; nothing for the first one. */
  readonly changed: readonly (keyof CopilotConfiguration)[];
}

export interface CopilotVersionRecord extends CopilotVersionEntry {
  readonly configuration: CopilotConfiguration;
}

/** A configuration that the playground tries. */
export interface CopilotTrialRecord {
  readonly id: string;
  readonly copilot: CopilotId;
  readonly createdAt: number;
  readonly configuration: CopilotConfiguration;
  /** Sealed for the trial; undefined if the copilot's own key is used. */
  readonly sealedKey?: string;
}

/** Versions that are written with a copilot, and how many of it are kept: the newest. */
export interface VersionsToKeep {
  readonly versions: readonly CopilotVersionRecord[];
  readonly most: number;
}

export interface CopilotPlace {
  readonly createdAt: number;
  readonly id: string;
}

export interface CopilotSlice {
  readonly limit: number;
  readonly after?: CopilotPlace;
}

/** Where copilots are stored. Writes are durable when they answer. Lists are ordered from the newest to the oldest. */
export interface CopilotRecords {
  find(project: ProjectId, id: CopilotId): Promise<CopilotRecord | undefined>;
  list(project: ProjectId, slice: CopilotSlice): Promise<readonly CopilotRecord[]>;
  /** False if the project has `most` copilots. */
  insert(
    project: ProjectId,
    copilot: Omit<CopilotRecord, "revision">,
    most: number,
    kept?: VersionsToKeep,
  ): Promise<boolean>;
  /** Replaces a copilot of this revision and raises the revision; false if it has another, or does not exist. */
  update(project: ProjectId, copilot: CopilotRecord, kept?: VersionsToKeep): Promise<boolean>;
  used(project: ProjectId, id: CopilotId, at: number): Promise<void>;
  /** False if it does not exist. Its versions and trials are deleted with it. */
  delete(project: ProjectId, id: CopilotId, effects?: Effects): Promise<boolean>;

  /** Newest first. */
  versions(project: ProjectId, id: CopilotId): Promise<readonly CopilotVersionEntry[]>;
  /** Without a revision, the newest one. */
  version(project: ProjectId, id: CopilotId, revision?: number): Promise<CopilotVersionRecord | undefined>;
  /** Keeps the newest trials of the copilot, so many of them. False if there is no such copilot. */
  insertTrial(project: ProjectId, trial: CopilotTrialRecord, most: number): Promise<boolean>;
  trial(project: ProjectId, id: string): Promise<CopilotTrialRecord | undefined>;
}
