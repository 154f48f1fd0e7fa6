import type { ModelChoice } from "@weft/collab";
import type { JsonObject } from "@weft/protocol";

/** The options of a copilot in the names of its provider's package. */
export function providerOptionsOf({ provider, options }: ModelChoice): Record<string, JsonObject> {
  const { openai, anthropic, google } = options ?? {};
  return {
    ...(provider === "openai" && {
      // Chats are stored here alone, and outlive what OpenAI stores: its reasoning is sent along, sealed by OpenAI.
      openai: {
        store: false,
        ...(openai?.reasoningEffort !== undefined && { reasoningEffort: openai.reasoningEffort }),
      },
    }),
    ...(anthropic?.thinking !== undefined && { anthropic: { thinking: anthropic.thinking } }),
    ...(google?.thinkingConfig !== undefined && {
      // Thoughts are shown as reasoning.
      google: {
        thinkingConfig: { ...google.thinkingConfig, includeThoughts: google.thinkingConfig.thinkingBudget !== 0 },
      },
    }),
  };
}

/** The settings of a copilot. What is not set is not sent. */
export function settingsOf({ settings = {} }: ModelChoice) {
  const { maxTokens, temperature, topP, topK, frequencyPenalty, presencePenalty, stopSequences, seed } = settings;
  const { maxRetries } = settings;
  return {
    maxOutputTokens: maxTokens,
    temperature,
    topP,
    topK,
    frequencyPenalty,
    presencePenalty,
    stopSequences,
    seed,
    maxRetries,
  };
}
