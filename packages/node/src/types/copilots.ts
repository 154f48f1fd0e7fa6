/** AI copilots and what they know, as methods take and answer them. */
import type { PaginationOptions } from "../calls/pages.ts";

/** How a copilot's model writes answers. Members that are absent are left to the provider. */
export interface AiCopilotProviderSettings {
  maxTokens?: number;
  temperature?: number;
  topP?: number;
  topK?: number;
  frequencyPenalty?: number;
  presencePenalty?: number;
  stopSequences?: string[];
  seed?: number;
  maxRetries?: number;
}

interface WebSearch {
  /** Host names, including their subdomains. All domains unless given. */
  allowedDomains?: string[];
}

interface OpenAiOptions {
  openai: { reasoningEffort?: "low" | "medium" | "high"; webSearch?: WebSearch };
}

interface AnthropicOptions {
  anthropic: {
    thinking?: { type: "enabled"; budgetTokens: number } | { type: "disabled" };
    webSearch?: WebSearch;
  };
}

interface GoogleOptions {
  google: { thinkingConfig?: { thinkingBudget?: number } };
}

/** Which model answers. The names of models that a provider offers are checked by the server, which knows them. */
type CopilotModel =
  | { provider: "openai"; providerModel: string; providerOptions?: OpenAiOptions }
  | { provider: "anthropic"; providerModel: string; providerOptions?: AnthropicOptions }
  | { provider: "google"; providerModel: string; providerOptions?: GoogleOptions }
  | {
      provider: "openai-compatible";
      providerModel: string;
      compatibleProviderName: string;
      providerBaseUrl: string;
    };

/** A copilot of the project, without its API key. */
export type AiCopilot = {
  type: "copilot";
  id: string;
  name: string;
  description?: string;
  systemPrompt: string;
  /** Tells the model when to search the copilot's knowledge. */
  knowledgePrompt?: string;
  alwaysUseKnowledge: boolean;
  createdAt: Date;
  updatedAt: Date;
  /** Absent if the copilot was never used. */
  lastUsedAt?: Date;
  settings?: AiCopilotProviderSettings;
} & CopilotModel;

export type GetAiCopilotsOptions = PaginationOptions;

/** A copilot to create, with its model and its API key. */
export type CreateAiCopilotOptions = {
  name: string;
  description?: string;
  systemPrompt: string;
  knowledgePrompt?: string;
  alwaysUseKnowledge?: boolean;
  settings?: AiCopilotProviderSettings;
  /** The key of your account with the provider. It is never answered. */
  providerApiKey: string;
} & CopilotModel;

interface NotCompatible {
  compatibleProviderName?: never;
  providerBaseUrl?: never;
}

/** Changes of a copilot. Absent members stay as they are, and null removes one. */
export type UpdateAiCopilotOptions = {
  name?: string;
  description?: string | null;
  systemPrompt?: string;
  knowledgePrompt?: string | null;
  alwaysUseKnowledge?: boolean;
  settings?: AiCopilotProviderSettings | null;
  providerApiKey?: string;
} & (
  | ({ provider?: "openai"; providerModel?: string; providerOptions?: OpenAiOptions | null } & NotCompatible)
  | ({ provider?: "anthropic"; providerModel?: string; providerOptions?: AnthropicOptions | null } & NotCompatible)
  | ({ provider?: "google"; providerModel?: string; providerOptions?: GoogleOptions | null } & NotCompatible)
  | {
      provider?: "openai-compatible";
      providerModel?: string;
      compatibleProviderName?: string;
      providerBaseUrl?: string;
      providerOptions?: never;
    }
);

/** `individual_link`: one page. `crawl`: also the pages below it that it links to. `sitemap`: the pages of a sitemap. */
type WebSourceType = "individual_link" | "crawl" | "sitemap";

/** Web pages that a copilot is to search: one page, a site, or a sitemap. */
export interface CreateWebKnowledgeSourceOptions {
  copilotId: string;
  url: string;
  type: WebSourceType;
}

/** A file that a copilot is to search. */
export interface CreateFileKnowledgeSourceOptions {
  copilotId: string;
  /** Text, Markdown, HTML, PDF or Word. One with the name of an earlier file replaces it. */
  file: File;
}

/** Whose knowledge is listed, and which page of it. */
export type GetKnowledgeSourcesOptions = { copilotId: string } & PaginationOptions;
/** Of which web source the pages are listed. */
export type GetWebKnowledgeSourceLinksOptions = { copilotId: string; knowledgeSourceId: string } & PaginationOptions;

/** Web pages or a file that a copilot searches, with the status of reading them. */
export type CopilotKnowledgeSource = (
  | { type: "ai-knowledge-web-source"; link: { url: string; type: WebSourceType } }
  | { type: "ai-knowledge-file-source"; file: { name: string; mimeType: string } }
) & {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  lastIndexedAt: Date;
} & ({ status: "ingesting" | "ready" } | { status: "error"; errorMessage: string });

/** A page of a web source. */
export interface WebKnowledgeSourceLink {
  id: string;
  url: string;
  status: "ingesting" | "ready" | "error";
  createdAt: Date;
  lastIndexedAt: Date;
}
