import type { CopilotDraft, CopilotPatch, CopilotProvider, CopilotProviderOptions } from "@weft/protocol";
import type { StoredKey } from "./stored-key.ts";
import type { CopilotBody } from "./copilot-queries.ts";

/** The form of a copilot: numbers and lists as they are typed. */
export interface CopilotFields {
  readonly name: string;
  readonly description: string;
  readonly systemPrompt: string;
  readonly knowledgePrompt: string;
  readonly alwaysUseKnowledge: boolean;
  readonly provider: CopilotProvider;
  readonly providerModel: string;
  readonly compatibleProviderName: string;
  readonly providerBaseUrl: string;
  /** Empty: the stored key is kept. */
  readonly providerApiKey: string;
  readonly reasoningEffort: "default" | "low" | "medium" | "high";
  readonly thinking: "default" | "enabled" | "disabled";
  readonly thinkingBudget: string;
  readonly webSearch: boolean;
  /** Separated by commas or whitespace. */
  readonly allowedDomains: string;
  readonly maxTokens: string;
  readonly temperature: string;
  readonly topP: string;
  readonly topK: string;
  readonly frequencyPenalty: string;
  readonly presencePenalty: string;
  /** One line each; `\n` represents a line break. */
  readonly stopSequences: string;
  readonly seed: string;
  readonly maxRetries: string;
}

export const emptyFields: CopilotFields = {
  name: "",
  description: "",
  systemPrompt: "",
  knowledgePrompt: "",
  alwaysUseKnowledge: false,
  provider: "openai",
  providerModel: "",
  compatibleProviderName: "",
  providerBaseUrl: "",
  providerApiKey: "",
  reasoningEffort: "default",
  thinking: "default",
  thinkingBudget: "",
  webSearch: false,
  allowedDomains: "",
  maxTokens: "",
  temperature: "",
  topP: "",
  topK: "",
  frequencyPenalty: "",
  presencePenalty: "",
  stopSequences: "",
  seed: "",
  maxRetries: "",
};

export const settingNumbers = [
  "maxTokens",
  "temperature",
  "topP",
  "topK",
  "frequencyPenalty",
  "presencePenalty",
  "seed",
  "maxRetries",
] as const satisfies readonly (keyof CopilotFields)[];

export function fieldsOf(copilot: CopilotBody): CopilotFields {
  const { openai, anthropic, google } = copilot.providerOptions ?? {};
  const { stopSequences = [], ...numbers } = copilot.settings ?? {};
  const search = openai?.webSearch ?? anthropic?.webSearch;
  const thinking = anthropic?.thinking;
  const budget = thinking?.type === "enabled" ? thinking.budgetTokens : google?.thinkingConfig?.thinkingBudget;
  return {
    ...emptyFields,
    ...Object.fromEntries(settingNumbers.map((name) => [name, textOf(numbers[name])])),
    name: copilot.name,
    description: copilot.description ?? "",
    systemPrompt: copilot.systemPrompt,
    knowledgePrompt: copilot.knowledgePrompt ?? "",
    alwaysUseKnowledge: copilot.alwaysUseKnowledge,
    provider: copilot.provider,
    providerModel: copilot.providerModel,
    compatibleProviderName: copilot.compatibleProviderName ?? "",
    providerBaseUrl: copilot.providerBaseUrl ?? "",
    reasoningEffort: openai?.reasoningEffort ?? "default",
    thinking: thinking?.type ?? "default",
    thinkingBudget: textOf(budget),
    webSearch: search !== undefined,
    allowedDomains: (search?.allowedDomains ?? []).join("\n"),
    stopSequences: stopSequences.map((text) => text.replaceAll("\n", "\\n")).join("\n"),
  };
}

type Contents = Omit<CopilotDraft, "providerApiKey">;

/** What the form says, without the key; a member that is empty is null. */
function contentsOf(fields: CopilotFields): Contents {
  const { name, description, systemPrompt, knowledgePrompt, alwaysUseKnowledge, provider } = fields;
  const isCompatible = provider === "openai-compatible";
  return {
    name: name.trim(),
    description: description.trim() || null,
    systemPrompt,
    knowledgePrompt: knowledgePrompt.trim() || null,
    alwaysUseKnowledge,
    provider,
    providerModel: fields.providerModel.trim(),
    providerOptions: optionsOf(fields) ?? null,
    compatibleProviderName: isCompatible ? fields.compatibleProviderName.trim() : null,
    providerBaseUrl: isCompatible ? fields.providerBaseUrl.trim() : null,
    settings: settingsOf(fields) ?? null,
  };
}

export function draftOf(fields: CopilotFields): CopilotDraft {
  return { ...contentsOf(fields), providerApiKey: fields.providerApiKey.trim() };
}

/** The members that differ: what other members of the team change at the same time is kept. */
export function patchOf(before: CopilotFields, after: CopilotFields): CopilotPatch {
  const old = contentsOf(before);
  const changed = Object.entries(contentsOf(after)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name as keyof Contents]),
  );
  const providerApiKey = after.providerApiKey.trim();
  return { ...Object.fromEntries(changed), ...(providerApiKey !== "" && { providerApiKey }) };
}

/** Whether the stored key is for another provider or address: it is sent nowhere else, so that a new one must be entered. */
export function isElsewhere(
  stored: Pick<StoredKey, "provider" | "baseUrl">,
  { provider, providerBaseUrl }: Pick<CopilotFields, "provider" | "providerBaseUrl">,
): boolean {
  if (stored.provider !== provider) return true;
  return provider === "openai-compatible" && baseOf(stored.baseUrl ?? "") !== baseOf(providerBaseUrl.trim());
}

function baseOf(url: string): string {
  return (URL.parse(url)?.href ?? url).replace(/\/$/, "");
}

function optionsOf(fields: CopilotFields): CopilotProviderOptions | undefined {
  const { provider, reasoningEffort, thinking, thinkingBudget } = fields;
  const domains = fields.allowedDomains.split(/[\s,]+/u).filter((domain) => domain !== "");
  const webSearch = fields.webSearch ? (domains.length === 0 ? {} : { allowedDomains: domains }) : undefined;
  const budgetTokens = numberOf(thinkingBudget);
  switch (provider) {
    case "openai": {
      const effort = reasoningEffort === "default" ? undefined : reasoningEffort;
      if (effort === undefined && webSearch === undefined) return undefined;
      return { openai: { ...(effort && { reasoningEffort: effort }), ...(webSearch && { webSearch }) } };
    }
    case "anthropic": {
      if (thinking === "default" && webSearch === undefined) return undefined;
      return {
        anthropic: {
          ...(thinking === "disabled" && { thinking: { type: "disabled" } }),
          ...(thinking === "enabled" && { thinking: { type: "enabled", budgetTokens: budgetTokens ?? Number.NaN } }),
          ...(webSearch && { webSearch }),
        },
      };
    }
    case "google":
      return budgetTokens === undefined ? undefined : { google: { thinkingConfig: { thinkingBudget: budgetTokens } } };
    default:
      return undefined;
  }
}

function settingsOf(fields: CopilotFields): CopilotDraft["settings"] {
  const numbers = settingNumbers.flatMap((name) => {
    const value = numberOf(fields[name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  const stopSequences = fields.stopSequences
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.replaceAll("\\n", "\n"));
  if (numbers.length === 0 && stopSequences.length === 0) return undefined;
  return { ...Object.fromEntries(numbers), ...(stopSequences.length > 0 && { stopSequences }) };
}

/** Undefined for an empty field; not a number for what is none. */
function numberOf(text: string): number | undefined {
  return text.trim() === "" ? undefined : Number(text);
}

function textOf(value: number | undefined): string {
  return value === undefined ? "" : String(value);
}
