import { expect, test } from "vitest";
import { fieldsOf } from "../copilot-fields.ts";
import type { CopilotBody } from "../copilot-queries.ts";
import { fieldsOfVersion, restoringPatch, textsOf } from "./version-configuration.ts";

const copilot: CopilotBody = {
  type: "copilot",
  id: "co_1",
  name: "Helper",
  systemPrompt: "Help.",
  knowledgePrompt: "Search.",
  alwaysUseKnowledge: true,
  provider: "openai",
  providerModel: "gpt-5",
  providerOptions: { openai: { webSearch: { allowedDomains: ["a.example", "b.example"] } } },
  settings: { temperature: 0.5 },
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
};

test("a version is restored with all that it has, and without what it did not have", () => {
  const version = {
    systemPrompt: "Help briefly.",
    alwaysUseKnowledge: true,
    provider: "openai-compatible",
    providerModel: "llama",
    compatibleProviderName: "Local",
    providerBaseUrl: "https://a.example/v1",
  } as const;
  expect(restoringPatch(copilot, version, "key")).toEqual({
    systemPrompt: "Help briefly.",
    knowledgePrompt: null,
    provider: "openai-compatible",
    providerModel: "llama",
    providerOptions: null,
    compatibleProviderName: "Local",
    providerBaseUrl: "https://a.example/v1",
    settings: null,
    providerApiKey: "key",
  });
  expect(fieldsOfVersion(copilot, version)).toMatchObject({ name: "Helper", temperature: "", knowledgePrompt: "" });
  expect(restoringPatch(copilot, copilot)).toEqual({});
});

test("versions are compared by their prompts, and by a line for each setting", () => {
  expect(textsOf(fieldsOf(copilot))).toEqual([
    { name: "System prompt", text: "Help." },
    { name: "Knowledge prompt", text: "Search." },
    {
      name: "Model and settings",
      text: "Always use knowledge: on\nProvider: OpenAI\nModel: gpt-5\nWeb search: on\nAllowed domains: a.example, b.example\nTemperature: 0.5",
    },
  ]);
});
