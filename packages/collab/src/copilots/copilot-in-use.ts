import type { CopilotId, CopilotProvider, CopilotProviderOptions, CopilotSettings, ProjectId } from "@weft/protocol";

/** A copilot with all that a call of its model needs. */
export interface CopilotInUse {
  /** Undefined for the server's own default, which is no project's. */
  readonly id?: CopilotId;
  readonly name: string;
  readonly systemPrompt: string;
  readonly knowledgePrompt?: string;
  readonly alwaysUseKnowledge: boolean;
  /** Undefined: no provider is configured, and answers are passages of the knowledge. */
  readonly model?: {
    readonly provider: CopilotProvider;
    /** The name by which the provider knows it. */
    readonly name: string;
    readonly apiKey: string;
    readonly options?: CopilotProviderOptions;
    /** For `openai-compatible`. An address that the operator has configured may be one that users may not name. */
    readonly compatible?: { readonly name: string; readonly baseUrl: string; readonly ofOperator: boolean };
    readonly settings?: CopilotSettings;
  };
}

/** The copilots of projects, as answers use them. */
export interface CopilotsInUse {
  /**
   * The copilot of this id, or without one the server's default. Undefined if the project has no such copilot.
   * Notes that it was used.
   */
  use(project: ProjectId, id: CopilotId | undefined): Promise<CopilotInUse | undefined>;
}
