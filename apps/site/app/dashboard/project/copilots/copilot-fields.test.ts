import { describe, expect, test } from "vitest";
import { draftOf, emptyFields, fieldsOf, patchOf } from "./copilot-fields.ts";
import type { CopilotFields } from "./copilot-fields.ts";
import type { CopilotBody } from "./copilot-queries.ts";

const stored: CopilotBody = {
  type: "copilot",
  id: "co_1",
  name: "Helper",
  systemPrompt: "Help.",
  alwaysUseKnowledge: false,
  provider: "anthropic",
  providerModel: "claude-opus-4-6",
  providerOptions: {
    anthropic: {
      thinking: { type: "enabled", budgetTokens: 2_000 },
      webSearch: { allowedDomains: ["a.example", "b.example"] },
    },
  },
  settings: { temperature: 0.5, maxRetries: 0, stopSequences: ["END", "\n\n"] },
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
};

describe("the fields of a copilot", () => {
  test("show the stored values, and return them unchanged", () => {
    const fields = fieldsOf(stored);
    expect(fields).toMatchObject({
      thinking: "enabled",
      thinkingBudget: "2000",
      webSearch: true,
      allowedDomains: "a.example\nb.example",
      temperature: "0.5",
      maxRetries: "0",
      maxTokens: "",
      stopSequences: "END\n\\n\\n",
      providerApiKey: "",
    });
    const { providerOptions, settings, description } = draftOf(fields);
    expect({ providerOptions, settings, description }).toEqual({
      providerOptions: stored.providerOptions,
      settings: stored.settings,
      description: null,
    });
    expect(patchOf(fields, fields)).toEqual({});
  });

  test("change only the members that differ", () => {
    const before = fieldsOf(stored);
    const after: CopilotFields = { ...before, name: " Guide ", temperature: "", maxRetries: "", stopSequences: "" };
    expect(patchOf(before, after)).toEqual({ name: "Guide", settings: null });
    expect(patchOf(before, { ...before, providerApiKey: " sk-1 " })).toEqual({ providerApiKey: "sk-1" });
  });

  test("drop options that another provider does not support", () => {
    const before = fieldsOf(stored);
    const after: CopilotFields = {
      ...before,
      provider: "openai-compatible",
      providerModel: "llama",
      compatibleProviderName: "Local",
      providerBaseUrl: "http://localhost:1/v1",
      providerApiKey: "k",
    };
    expect(patchOf(before, after)).toEqual({
      provider: "openai-compatible",
      providerModel: "llama",
      providerOptions: null,
      compatibleProviderName: "Local",
      providerBaseUrl: "http://localhost:1/v1",
      providerApiKey: "k",
    });
    const google: CopilotFields = { ...after, provider: "google", thinkingBudget: "0" };
    expect(draftOf(google)).toMatchObject({
      providerOptions: { google: { thinkingConfig: { thinkingBudget: 0 } } },
      compatibleProviderName: null,
      providerBaseUrl: null,
    });
    const openai: CopilotFields = { ...emptyFields, reasoningEffort: "high", webSearch: true };
    expect(draftOf(openai).providerOptions).toEqual({ openai: { reasoningEffort: "high", webSearch: {} } });
  });
});
