import { describe, expect, test } from "vitest";
import { faultsOf, refusedField } from "./copilot-faults.ts";
import { emptyFields } from "./copilot-fields.ts";
import type { CopilotFields } from "./copilot-fields.ts";
import { copilotTemplates } from "./copilot-templates.ts";

const filled: CopilotFields = {
  ...emptyFields,
  name: "Helper",
  systemPrompt: "Help.",
  providerModel: "gpt-5",
  providerApiKey: "sk-1",
};

describe("faults of a copilot's fields", () => {
  test("are empty if all fields are valid, and name each required field", () => {
    expect(faultsOf(filled)).toEqual({});
    expect(faultsOf(emptyFields)).toEqual({
      name: "Required",
      systemPrompt: "Required",
      providerModel: "Required",
      providerApiKey: "Required",
    });
    expect(faultsOf({ ...filled, provider: "openai-compatible" })).toEqual({
      compatibleProviderName: "Required",
      providerBaseUrl: "Enter an absolute URL, such as https://models.example.com/v1",
    });
  });

  test("allow an empty key where one of the provider is stored", () => {
    const kept = { ...filled, providerApiKey: "" };
    expect(faultsOf(kept, { provider: "openai" })).toEqual({});
    expect(faultsOf(kept, { provider: "google" })).toEqual({ providerApiKey: "Required" });
  });

  test("ask for the key again if the base URL has changed", () => {
    const compatible = { provider: "openai-compatible", compatibleProviderName: "Local" } as const;
    const kept: CopilotFields = {
      ...filled,
      ...compatible,
      providerApiKey: "",
      providerBaseUrl: "https://a.example/v1/",
    };
    const stored = { provider: "openai-compatible", baseUrl: "https://a.example/v1" } as const;
    expect(faultsOf(kept, stored)).toEqual({});
    expect(faultsOf({ ...kept, providerBaseUrl: "https://b.example/v1" }, stored)).toEqual({
      providerApiKey: "Required",
    });
  });

  test.for([
    [{ temperature: "warm" }, { temperature: "Enter a number" }],
    [{ temperature: "2.5" }, { temperature: "Must be at most 2" }],
    [{ topK: "1.5" }, { topK: "Enter a whole number" }],
    [{ maxTokens: "0" }, { maxTokens: "Must be at least 1" }],
    [{ stopSequences: "a\n".repeat(21) }, { stopSequences: "Use at most 20" }],
    [
      { webSearch: true, allowedDomains: "a.example https://b" },
      { allowedDomains: "Must be a host name, such as example.com." },
    ],
    [{ name: "a".repeat(257) }, { name: "Use at most 256 characters" }],
    [
      { provider: "anthropic", thinking: "enabled", thinkingBudget: "" },
      { thinkingBudget: "Enter a whole number of tokens" },
    ],
    [{ provider: "google", thinkingBudget: "-1" }, { thinkingBudget: "Must be at least 0" }],
    [
      { provider: "openai-compatible", compatibleProviderName: "Local", providerBaseUrl: "localhost" },
      { providerBaseUrl: "Enter an absolute URL, such as https://models.example.com/v1" },
    ],
  ] as const)("of %j are %j", ([change, faults]) =>
    expect(faultsOf({ ...filled, ...(change as Partial<CopilotFields>) })).toEqual(faults),
  );

  test("of the templates are what only the user knows", () => {
    for (const { fields } of copilotTemplates)
      expect(Object.keys(faultsOf({ ...emptyFields, ...fields }))).toEqual(["providerModel", "providerApiKey"]);
  });
});

describe("what the server refuses", () => {
  test.for([
    [
      "Value at keypath 'providerOptions.anthropic.thinking.budgetTokens': must be less than 'settings.maxTokens'.",
      ["thinkingBudget", "Must be less than 'settings.maxTokens'."],
    ],
    ["Value at key 'providerBaseUrl': must be https.", ["providerBaseUrl", "Must be https."]],
    ["Value at keypath 'settings.topP': is wrong.", ["topP", "Is wrong."]],
    [
      "The model 'a' is not one of the provider 'openai'.",
      ["providerModel", "The model 'a' is not one of the provider 'openai'."],
    ],
    [
      "Missing key: 'providerApiKey'. The stored key is not sent elsewhere, so a change of 'provider' needs a key.",
      ["providerApiKey", "Enter the key for this provider and base URL"],
    ],
    ["The project has 1,000 copilots, its limit.", undefined],
  ] as const)("%s", ([message, field]) => expect(refusedField({ message })).toEqual(field));
});
