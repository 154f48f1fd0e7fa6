import type { CopilotFields } from "./copilot-fields.ts";

export const fieldLabels: Readonly<Record<keyof CopilotFields, string>> = {
  name: "Name",
  description: "Description",
  systemPrompt: "System prompt",
  knowledgePrompt: "Knowledge prompt",
  alwaysUseKnowledge: "Always use knowledge",
  provider: "Provider",
  providerModel: "Model",
  compatibleProviderName: "Provider name",
  providerBaseUrl: "Base URL",
  providerApiKey: "API key",
  reasoningEffort: "Reasoning effort",
  thinking: "Thinking",
  thinkingBudget: "Thinking budget",
  webSearch: "Web search",
  allowedDomains: "Allowed domains",
  maxTokens: "Max tokens",
  temperature: "Temperature",
  topP: "Top P",
  topK: "Top K",
  frequencyPenalty: "Frequency penalty",
  presencePenalty: "Presence penalty",
  stopSequences: "Stop sequences",
  seed: "Seed",
  maxRetries: "Max retries",
};

/** In the order of the form. */
export const fieldNames = Object.keys(fieldLabels) as readonly (keyof CopilotFields)[];
