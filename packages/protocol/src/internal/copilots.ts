import { z } from "zod";
import { answerFailures } from "../ai/failures.ts";
import type { AnswerFailure } from "../ai/failures.ts";
import { CopilotProvider } from "../ai/models.ts";
import { CopilotId, KnowledgeSourceId } from "../ids.ts";
import { limits } from "../limits.ts";
import { CopilotDraft, CopilotPatch, CopilotProviderOptions, CopilotSettings } from "../rest/copilots.ts";
import { retrievalQueryLength } from "./form-rules.ts";
import { internalEndpoint } from "./internal-endpoint.ts";

const project = z.object({ projectId: z.string() });
const copilot = z.object({ projectId: z.string(), copilotId: CopilotId });
const models = z.array(z.string());
const instant = z.iso.datetime();

/** What a million tokens that a model reads, or writes, cost in US dollars. */
export const TokenPrice = z.object({ input: z.number().min(0), output: z.number().min(0) });
export type TokenPrice = z.output<typeof TokenPrice>;

/** What copilots of a project may use. */
export const CopilotChoices = z.object({
  /** The models of the providers that have a list, the newest first. */
  models: z.object({ openai: models, anthropic: models, google: models }),
  /** Whether the operator has configured a model that answers where no copilot is named. */
  hasDefaultModel: z.boolean(),
  /** What a million tokens cost, by model: those that the operator has priced. */
  prices: z.record(z.string(), TokenPrice),
});
export type CopilotChoices = z.output<typeof CopilotChoices>;

export const getCopilotChoices = internalEndpoint({
  id: "copilot-choices",
  route: "GET /internal/projects/{projectId}/copilot-choices",
  summary: "The models that copilots may use, and whether the server has a default model",
  role: "member",
  path: project,
  returns: CopilotChoices,
});

export const getCopilotKey = internalEndpoint({
  id: "copilot-key",
  route: "GET /internal/projects/{projectId}/copilots/{copilotId}/key",
  summary: "How the provider key of a copilot ends",
  role: "member",
  path: z.object({ projectId: z.string(), copilotId: CopilotId }),
  returns: z.object({
    /** The last characters of the key. Null if the key can no longer be read. */
    keyEnd: z.string().nullable(),
  }),
  errors: ["RESOURCE_NOT_FOUND"],
});

const { provider, providerModel, providerBaseUrl, providerApiKey } = CopilotDraft.shape;

export const KeyTestRequest = z.object({
  copilotId: CopilotId.optional(),
  provider,
  providerModel,
  providerBaseUrl,
  providerApiKey: providerApiKey.optional(),
});
export type KeyTestRequest = z.output<typeof KeyTestRequest>;

export const testCopilotKey = internalEndpoint({
  id: "test-copilot-key",
  route: "POST /internal/projects/{projectId}/copilot-key-test",
  summary: "Try a provider key with the smallest possible request",
  description:
    "Without `providerApiKey`, the stored key of the copilot is tried, if it is for this provider and base URL. The key is neither stored nor returned.",
  role: "member",
  path: project,
  body: KeyTestRequest,
  returns: z.object({
    /**
     * `refused`: the provider rejected the key. `modelNotFound`: it has no such model. `unreachable`: the address could not be
     * reached, or something else answers there. `failed`: the provider answered with another error.
     */
    outcome: z.enum(["accepted", "refused", "modelNotFound", "unreachable", "failed"]),
    /** The provider's message, cut and without the key, or why the address was not reached. Null for an accepted key. */
    message: z.string().nullable(),
  }),
  errors: ["RESOURCE_NOT_FOUND", "TOO_MANY_REQUESTS", "PROJECT_CLOSED"],
});
export type KeyTestResult = z.output<typeof testCopilotKey.returns>;

/** What a version of a copilot keeps: everything that its answers depend on, except for the key. */
export const CopilotConfiguration = z.object({
  systemPrompt: z.string(),
  knowledgePrompt: z.string().optional(),
  alwaysUseKnowledge: z.boolean(),
  provider: CopilotProvider,
  providerModel: z.string(),
  providerOptions: CopilotProviderOptions.optional(),
  compatibleProviderName: z.string().optional(),
  providerBaseUrl: z.string().optional(),
  settings: CopilotSettings.optional(),
});
export type CopilotConfiguration = z.output<typeof CopilotConfiguration>;

const versionSummary = {
  /** The revision of the copilot that it was. */
  version: z.int(),
  createdAt: instant,
  /** `unknown`: it was saved before versions were kept. */
  by: z.enum(["member", "api", "unknown"]),
  /** The member who saved it. Null for other callers, and for members whose accounts were deleted. */
  memberName: z.string().nullable(),
  /** What it changed. Empty for the first one. */
  changed: z.array(CopilotConfiguration.keyof()),
};

export const listCopilotVersions = internalEndpoint({
  id: "copilot-versions",
  route: "GET /internal/projects/{projectId}/copilots/{copilotId}/versions",
  summary: "The saved versions of a copilot's prompts, model and settings, newest first",
  description: `At most ${limits.copilotVersions}; the oldest are dropped.`,
  role: "member",
  path: copilot,
  returns: z.object({ versions: z.array(z.object(versionSummary)) }),
  errors: ["RESOURCE_NOT_FOUND"],
});
export type CopilotVersionSummary = z.output<typeof listCopilotVersions.returns>["versions"][number];

export const getCopilotVersion = internalEndpoint({
  id: "copilot-version",
  route: "GET /internal/projects/{projectId}/copilots/{copilotId}/versions/{version}",
  summary: "A version of a copilot, with its prompts, model and settings",
  role: "member",
  path: copilot.extend({ version: z.string() }),
  returns: z.object({ ...versionSummary, configuration: CopilotConfiguration }),
  errors: ["RESOURCE_NOT_FOUND"],
});

export const countKnowledge = internalEndpoint({
  id: "copilot-knowledge",
  route: "GET /internal/projects/{projectId}/copilot-knowledge",
  summary: "How many knowledge sources each copilot of a project has",
  role: "member",
  path: project,
  /** By the ids of copilots. Those without sources are left out. */
  returns: z.object({ sources: z.record(z.string(), z.int()) }),
});

export const testRetrieval = internalEndpoint({
  id: "test-retrieval",
  route: "GET /internal/projects/{projectId}/copilots/{copilotId}/passages",
  summary: "The passages of a copilot's knowledge that a query finds",
  description: "The passages, the best first, that the copilot would get for a search with this query.",
  role: "member",
  path: z.object({ projectId: z.string(), copilotId: CopilotId }),
  query: z.object({ query: z.string().trim().min(1).max(retrievalQueryLength) }),
  returns: z.object({
    passages: z.array(
      z.object({
        sourceId: KnowledgeSourceId,
        /** The title of the page, or the name of the file. */
        title: z.string(),
        /** The headings above it, outermost first. */
        headings: z.array(z.string()),
        text: z.string(),
        /** The page, with the anchor of its heading. Null for files. */
        url: z.string().nullable(),
        /** Up to 1, for a passage that ranks first by words and, with an embedding model, by meaning. */
        score: z.number(),
      }),
    ),
  }),
  errors: ["RESOURCE_NOT_FOUND"],
});
export type RetrievedPassage = z.output<typeof testRetrieval.returns>["passages"][number];

export const createPlaygroundToken = internalEndpoint({
  id: "playground-token",
  route: "POST /internal/projects/{projectId}/playground-token",
  summary: "A token with which the caller chats with copilots of a project, and nothing else",
  description:
    "The token is valid for a few minutes and grants access to no room. Its user id is `dashboard:` and the id of the caller's account.",
  role: "member",
  path: project,
  returns: z.object({ token: z.string() }),
  errors: ["PROJECT_CLOSED"],
});

export const createCopilotTrial = internalEndpoint({
  id: "create-copilot-trial",
  route: "POST /internal/projects/{projectId}/copilots/{copilotId}/trials",
  summary: "A configuration of a copilot to try in the playground, without saving it",
  description: `The saved configuration with these changes. Chats name the trial in place of the copilot. The newest ${limits.copilotTrials} of a copilot are kept.`,
  role: "member",
  path: copilot,
  body: CopilotPatch.omit({ name: true, description: true }),
  returns: z.object({ trialId: z.string() }),
  errors: ["RESOURCE_NOT_FOUND", "PROJECT_CLOSED"],
});

export const getPlaygroundAnswer = internalEndpoint({
  id: "playground-answer",
  route: "GET /internal/projects/{projectId}/playground-answers/{messageId}",
  summary: "How long an answer in the caller's playground took, and its tokens",
  role: "member",
  path: z.object({ projectId: z.string(), messageId: z.string() }),
  returns: z.object({
    /** From the start to the first piece of text or reasoning. Null if there was none. */
    firstTokenMs: z.int().nullable(),
    /** Without the time that it waited for results of tools. */
    totalMs: z.int(),
    /** Of all calls of the model, as the provider reports them. Null if it does not. */
    inputTokens: z.int().nullable(),
    outputTokens: z.int().nullable(),
    /** The name by which the provider knows it. Null without one: the answer was made of passages. */
    model: z.string().nullable(),
  }),
  errors: ["RESOURCE_NOT_FOUND"],
});
export type PlaygroundAnswer = z.output<typeof getPlaygroundAnswer.returns>;

export const reindexKnowledge = internalEndpoint({
  id: "reindex-knowledge",
  route: "POST /internal/projects/{projectId}/copilots/{copilotId}/knowledge/{knowledgeSourceId}/reindex",
  summary: "Read a knowledge source again",
  description:
    "Web pages are requested again; the stored text of a file is divided into passages again. What was read before is found until the new reading ends. A source that is being read is left as it is.",
  role: "member",
  path: copilot.extend({ knowledgeSourceId: KnowledgeSourceId }),
  returns: z.object({ status: z.literal("ingesting") }),
  errors: ["RESOURCE_NOT_FOUND", "TOO_MANY_REQUESTS", "PROJECT_CLOSED"],
});

const failureNames = Object.keys(answerFailures) as [AnswerFailure, ...AnswerFailure[]];

export const getCopilotUsage = internalEndpoint({
  id: "copilot-usage",
  route: "GET /internal/projects/{projectId}/copilot-usage",
  summary: "What each copilot of a project has used in a month",
  description: "Of those that were used, the one with the most tokens first.",
  role: "member",
  path: project,
  query: z.object({
    month: z
      .string()
      .regex(/^\d{4}-(0[1-9]|1[0-2])$/, "must be a month, as in 2026-11.")
      .optional()
      .meta({ description: "A month in UTC; the present one by default." }),
  }),
  returns: z.object({
    month: z.string(),
    copilots: z.array(
      z.object({
        /** Null for the server's default model, which answers where no copilot is named. */
        id: z.string().nullable(),
        /** Null for the default model, and for copilots that were deleted. */
        name: z.string().nullable(),
        /** Questions that it has begun to answer. */
        messages: z.int(),
        /** Of all calls of its models: answers, titles and embeddings of its knowledge. */
        inputTokens: z.int(),
        outputTokens: z.int(),
        /** Of completed answers: estimates from counts by duration. Null if there are none. */
        latency: z
          .object({
            answers: z.int(),
            medianMs: z.int(),
            p95Ms: z.int(),
            p99Ms: z.int(),
            firstTokenMedianMs: z.int().nullable(),
          })
          .nullable(),
        /** Answers that failed, by reason, the most frequent first. Those that users stopped are left out. */
        failures: z.array(z.object({ reason: z.enum(failureNames), answers: z.int() })),
      }),
    ),
  }),
});
export type CopilotUsages = z.output<typeof getCopilotUsage.returns>;

export const copilotPageEndpoints = [
  getCopilotChoices,
  getCopilotKey,
  testCopilotKey,
  listCopilotVersions,
  getCopilotVersion,
  countKnowledge,
  testRetrieval,
  createPlaygroundToken,
  createCopilotTrial,
  getPlaygroundAnswer,
  reindexKnowledge,
  getCopilotUsage,
] as const;
