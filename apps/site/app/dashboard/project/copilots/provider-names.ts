import type { CopilotProvider } from "@weft/protocol";

export const providerNames: Readonly<Record<CopilotProvider, string>> = {
  openai: "OpenAI",
  anthropic: "Anthropic",
  google: "Google",
  "openai-compatible": "OpenAI-compatible",
};
