import type { CopilotId, CopilotProvider, CopilotProviderOptions, CopilotSettings, ProjectId } from "@weft/protocol";
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
  insert(project: ProjectId, copilot: Omit<CopilotRecord, "revision">, most: number): Promise<boolean>;
  /** Replaces a copilot of this revision and raises the revision; false if it has another, or does not exist. */
  update(project: ProjectId, copilot: CopilotRecord): Promise<boolean>;
  used(project: ProjectId, id: CopilotId, at: number): Promise<void>;
  /** False if it does not exist. */
  delete(project: ProjectId, id: CopilotId, effects?: Effects): Promise<boolean>;
}
