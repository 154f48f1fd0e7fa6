import { z } from "zod";
import { CopilotId, KnowledgeSourceId } from "../ids.ts";
import { retrievalQueryLength } from "./form-rules.ts";
import { internalEndpoint } from "./internal-endpoint.ts";

const project = z.object({ projectId: z.string() });
const models = z.array(z.string());

/** What copilots of a project may use. */
export const CopilotChoices = z.object({
  /** The models of the providers that have a list, the newest first. */
  models: z.object({ openai: models, anthropic: models, google: models }),
  /** Whether the operator has configured a model that answers where no copilot is named. */
  hasDefaultModel: z.boolean(),
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
      }),
    ),
  }),
});
export type CopilotUsages = z.output<typeof getCopilotUsage.returns>;

export const copilotPageEndpoints = [
  getCopilotChoices,
  getCopilotKey,
  countKnowledge,
  testRetrieval,
  createPlaygroundToken,
  getCopilotUsage,
] as const;
