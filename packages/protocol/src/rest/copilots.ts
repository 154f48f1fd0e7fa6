/** AI copilots of a project: which model answers, with which instructions. */
import { z } from "zod";
import { CopilotProvider } from "../ai/models.ts";
import { endpoint, integer } from "../endpoint.ts";
import { CopilotId } from "../ids.ts";
import { limits } from "../limits.ts";
import { StorableText } from "../storable.ts";

const tag = "AI copilots";
const instant = z.iso.datetime();
const path = z.object({ copilotId: CopilotId });

const webSearch = z.object({
  allowedDomains: z
    .array(
      z
        .string()
        .max(limits.copilotDomainLength)
        .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i, "must be a host name, such as `example.com`."),
    )
    .max(limits.copilotDomains)
    .optional()
    .meta({ description: "Host names, including their subdomains. Defaults to all domains." }),
});

const budget = z.int().min(0);

export const CopilotProviderOptions = z
  .object({
    openai: z
      .object({ reasoningEffort: z.enum(["low", "medium", "high"]).optional(), webSearch: webSearch.optional() })
      .optional(),
    anthropic: z
      .object({
        thinking: z
          .union([
            z.object({ type: z.literal("enabled"), budgetTokens: budget }),
            z.object({ type: z.literal("disabled") }),
          ])
          .optional(),
        webSearch: webSearch.optional(),
      })
      .optional(),
    google: z.object({ thinkingConfig: z.object({ thinkingBudget: budget.optional() }).optional() }).optional(),
  })
  .meta({ id: "CopilotProviderOptions", description: "One property, named after the copilot's provider." });
export type CopilotProviderOptions = z.output<typeof CopilotProviderOptions>;

export const CopilotSettings = z
  .object({
    maxTokens: z.int().min(1).optional(),
    temperature: z.number().min(0).max(2).optional(),
    topP: z.number().min(0).max(1).optional(),
    topK: z.int().min(1).optional(),
    frequencyPenalty: z.number().min(-2).max(2).optional(),
    presencePenalty: z.number().min(-2).max(2).optional(),
    stopSequences: z.array(StorableText.min(1)).max(limits.copilotStopSequences).optional(),
    seed: z.int().optional(),
    maxRetries: z.int().min(0).max(10).optional(),
  })
  .meta({ id: "CopilotSettings", description: "Passed to the provider. Unset properties are not sent." });
export type CopilotSettings = z.output<typeof CopilotSettings>;

const name = StorableText.min(1).max(limits.copilotNameLength);
const description = StorableText.max(limits.copilotDescriptionLength);
const prompt = StorableText.max(limits.copilotPromptLength);
const model = StorableText.min(1).max(limits.copilotModelLength);
const providerApiKey = StorableText.min(1).max(limits.providerKeyLength).meta({
  description:
    "The key of your account with the provider. It is stored encrypted, never returned, and sent only to the provider and address that it was set with.",
});
const compatibleProviderName = StorableText.min(1).max(limits.copilotNameLength);
const providerBaseUrl = z.url({ protocol: /^https?$/ }).max(limits.urlLength);

export const Copilot = z
  .strictObject({
    type: z.literal("copilot"),
    id: CopilotId,
    name: z.string(),
    description: z.string().optional(),
    systemPrompt: z.string(),
    knowledgePrompt: z
      .string()
      .optional()
      .meta({ description: "Tells the model when to search the copilot's knowledge." }),
    alwaysUseKnowledge: z
      .boolean()
      .meta({ description: "Whether the copilot searches its knowledge before every answer." }),
    provider: CopilotProvider,
    providerModel: z.string(),
    providerOptions: CopilotProviderOptions.optional(),
    compatibleProviderName: z.string().optional().meta({ description: "Only for `openai-compatible`." }),
    providerBaseUrl: z.string().optional().meta({ description: "Only for `openai-compatible`." }),
    settings: CopilotSettings.optional(),
    createdAt: instant,
    updatedAt: instant,
    lastUsedAt: instant.optional().meta({ description: "Absent if the copilot was never used." }),
  })
  .meta({ id: "Copilot" });
export type Copilot = z.output<typeof Copilot>;

const optionalOnCreation = {
  description: description.nullish(),
  knowledgePrompt: prompt.nullish(),
  alwaysUseKnowledge: z.boolean().nullish(),
  providerOptions: CopilotProviderOptions.nullish(),
  compatibleProviderName: compatibleProviderName
    .nullish()
    .meta({ description: "Required for `openai-compatible`, and not allowed for other providers." }),
  providerBaseUrl: providerBaseUrl
    .nullish()
    .meta({ description: "Required for `openai-compatible`, and not allowed for other providers." }),
  settings: CopilotSettings.nullish(),
};

export const CopilotDraft = z
  .object({
    name,
    systemPrompt: prompt,
    provider: CopilotProvider,
    providerModel: model,
    providerApiKey,
    ...optionalOnCreation,
  })
  .meta({ id: "CopilotDraft" });
export type CopilotDraft = z.output<typeof CopilotDraft>;

export const CopilotPatch = z
  .object({
    name: name.optional(),
    systemPrompt: prompt.optional(),
    provider: CopilotProvider.optional(),
    providerModel: model.optional(),
    providerApiKey: providerApiKey.optional(),
    ...optionalOnCreation,
  })
  .meta({
    id: "CopilotPatch",
    description:
      "Absent properties don't change. Null removes `description`, `knowledgePrompt`, `providerOptions` and `settings`. The last two are replaced as a whole. A change of `provider` or `providerBaseUrl` requires `providerApiKey`.",
  });
export type CopilotPatch = z.output<typeof CopilotPatch>;

export const listCopilots = endpoint({
  id: "list-copilots",
  route: "GET /v2/ai/copilots",
  tag,
  summary: "List copilots",
  auth: "secret",
  query: z.object({
    limit: integer({ min: 1, max: limits.pageSizeMax, default: limits.pageSize, description: "Copilots per page." }),
    startingAfter: z.string().optional().meta({ description: "The `nextCursor` of the previous page." }),
  }),
  returns: z.strictObject({
    data: z.array(Copilot),
    nextCursor: z.string().nullable().meta({ description: "Null on the last page." }),
  }),
});

export const createCopilot = endpoint({
  id: "create-copilot",
  route: "POST /v2/ai/copilots",
  tag,
  summary: "Create copilot",
  description: "The model must be one of the provider's models. For `openai-compatible`, it can have any name.",
  auth: "secret",
  body: CopilotDraft,
  returns: Copilot,
  status: 201,
  errors: ["PROJECT_FULL"],
});

export const getCopilot = endpoint({
  id: "get-copilot",
  route: "GET /v2/ai/copilots/{copilotId}",
  tag,
  summary: "Get copilot",
  auth: "secret",
  path,
  returns: Copilot,
  errors: ["RESOURCE_NOT_FOUND"],
});

export const updateCopilot = endpoint({
  id: "update-copilot",
  route: "POST /v2/ai/copilots/{copilotId}",
  tag,
  summary: "Update copilot",
  description:
    "If you change the provider, the model must be one of its models. The options of the old provider are removed unless you set new ones. A change of the provider or of `providerBaseUrl` requires `providerApiKey`: the stored key is not sent elsewhere.",
  auth: "secret",
  path,
  body: CopilotPatch,
  returns: Copilot,
  errors: ["RESOURCE_NOT_FOUND"],
});

export const deleteCopilot = endpoint({
  id: "delete-copilot",
  route: "DELETE /v2/ai/copilots/{copilotId}",
  tag,
  summary: "Delete copilot",
  description: "Cannot be undone.",
  auth: "secret",
  path,
  returns: { empty: true },
  status: 204,
  errors: ["RESOURCE_NOT_FOUND"],
});

export const copilotEndpoints = [listCopilots, createCopilot, getCopilot, updateCopilot, deleteCopilot] as const;
