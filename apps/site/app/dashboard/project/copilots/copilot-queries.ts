import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Copilot } from "@weft/protocol";
import type { z } from "zod";
import { request } from "../../../api/request.ts";
import type { Answer } from "../../../api/request.ts";
import { filled } from "../shared/filled.ts";
import { gateway } from "../shared/gateway.ts";
import type { CursorPage } from "../shared/room-body.ts";

/** A copilot as the REST API answers it. */
export type CopilotBody = Omit<z.output<typeof Copilot>, "id"> & { readonly id: string };

export type CopilotMonth = Answer<"GET /internal/projects/{projectId}/copilot-usage">;

/** The metrics of a project that tell of its copilots. */
export const usageMetrics = ["aiMessages", "aiInputTokens", "aiOutputTokens"] as const;
export type UsageRange = "1d" | "1w" | "1mo";

export const copilotsKey = (projectId: string) => ["project", projectId, "copilots"] as const;
export const copilotPath = (copilotId: string) => `/ai/copilots/${encodeURIComponent(copilotId)}`;

export function copilotsQuery(projectId: string, cursor: string) {
  return queryOptions({
    queryKey: [...copilotsKey(projectId), "list", cursor],
    queryFn: ({ signal }) =>
      gateway<CursorPage<CopilotBody>>(projectId, "GET", "/ai/copilots", {
        query: filled({ startingAfter: cursor }),
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export function copilotQuery(projectId: string, copilotId: string) {
  return queryOptions({
    queryKey: [...copilotsKey(projectId), "one", copilotId],
    queryFn: ({ signal }) => gateway<CopilotBody>(projectId, "GET", copilotPath(copilotId), { signal }),
  });
}

export const versionsKey = (projectId: string, copilotId: string) =>
  [...copilotsKey(projectId), "versions", copilotId] as const;

/** The saved versions of a copilot, the newest first. */
export function versionsQuery(projectId: string, copilotId: string) {
  return queryOptions({
    queryKey: [...versionsKey(projectId, copilotId), "list"],
    queryFn: ({ signal }) =>
      request("GET /internal/projects/{projectId}/copilots/{copilotId}/versions", {
        path: { projectId, copilotId },
        signal,
      }),
  });
}

/** A version with its prompts, model and settings, which never change. */
export function versionQuery(projectId: string, copilotId: string, version: number) {
  return queryOptions({
    queryKey: [...versionsKey(projectId, copilotId), "one", version],
    queryFn: ({ signal }) =>
      request("GET /internal/projects/{projectId}/copilots/{copilotId}/versions/{version}", {
        path: { projectId, copilotId, version: String(version) },
        signal,
      }),
    staleTime: Infinity,
  });
}

/** What an answer in the playground took. */
export function answerQuery(projectId: string, messageId: string) {
  return queryOptions({
    queryKey: ["project", projectId, "playground-answer", messageId],
    queryFn: ({ signal }) =>
      request("GET /internal/projects/{projectId}/playground-answers/{messageId}", {
        path: { projectId, messageId },
        signal,
      }),
    staleTime: Infinity,
    // Of a question that was refused nothing is stored.
    retry: false,
  });
}

/** The models that copilots may use. */
export function choicesQuery(projectId: string) {
  return queryOptions({
    queryKey: [...copilotsKey(projectId), "choices"],
    queryFn: ({ signal }) =>
      request("GET /internal/projects/{projectId}/copilot-choices", { path: { projectId }, signal }),
    staleTime: 300_000,
  });
}

/** How many knowledge sources each copilot has, by its id. */
export function knowledgeCountsQuery(projectId: string) {
  return queryOptions({
    queryKey: [...copilotsKey(projectId), "knowledge-counts"],
    queryFn: ({ signal }) =>
      request("GET /internal/projects/{projectId}/copilot-knowledge", { path: { projectId }, signal }),
  });
}

/** What a project's copilots have used in the time up to now. */
export function copilotUsageQuery(projectId: string, range: UsageRange) {
  return queryOptions({
    queryKey: [...copilotsKey(projectId), "usage", range],
    queryFn: ({ signal }) =>
      request("GET /internal/projects/{projectId}/analytics", {
        path: { projectId },
        query: { range, metrics: usageMetrics.join(",") },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** What each copilot has used in a month; in the present one by default. */
export function copilotMonthQuery(projectId: string, month?: string) {
  return queryOptions({
    queryKey: [...copilotsKey(projectId), "month", month ?? ""],
    queryFn: ({ signal }) =>
      request("GET /internal/projects/{projectId}/copilot-usage", {
        path: { projectId },
        query: { ...(month !== undefined && { month }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** How the key of a copilot's provider ends. */
export function keyEndQuery(projectId: string, copilotId: string) {
  return queryOptions({
    queryKey: [...copilotsKey(projectId), "key", copilotId],
    queryFn: ({ signal }) =>
      request("GET /internal/projects/{projectId}/copilots/{copilotId}/key", {
        path: { projectId, copilotId },
        signal,
      }),
  });
}
