import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { RequestFailed } from "../../../api/request-failed.ts";
import { request } from "../../../api/request.ts";
import { filled } from "../shared/filled.ts";
import { gateway, roomPath } from "../shared/gateway.ts";
import type { SubscriptionBody, ThreadBody, ThreadNotificationBody } from "./thread-bodies.ts";

const everyMs = 10_000;

/** The path of a thread in a project's REST API. */
export function threadPath(roomId: string, threadId: string): string {
  return `${roomPath(roomId)}/threads/${encodeURIComponent(threadId)}`;
}

/** Every key of a project's threads begins with this. */
export const threadsKey = (projectId: string) => ["project", projectId, "threads"] as const;

/** What a list of threads is narrowed down to; empty texts narrow nothing. */
export interface ThreadNarrowing {
  readonly roomId: string;
  readonly userId: string;
  readonly text: string;
  readonly hasAttachments: "" | "true";
  readonly query: string;
}

export interface ThreadSearch extends ThreadNarrowing {
  readonly limit: string;
  readonly cursor: string;
}

/** A page of threads, as the server answers it. */
export function fetchThreads(projectId: string, search: ThreadSearch, signal: AbortSignal) {
  return request("GET /internal/projects/{projectId}/threads", {
    path: { projectId },
    query: filled({ ...search }),
    signal,
  });
}

/** A page of threads, of one room when it is named. */
export function threadsQuery(projectId: string, search: ThreadSearch) {
  return queryOptions({
    queryKey: [...threadsKey(projectId), "list", search],
    queryFn: ({ signal }) => fetchThreads(projectId, search, signal),
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
    retry: (failures, error) => failures < 2 && (error as RequestFailed).status !== 422,
  });
}

export function threadQuery(projectId: string, roomId: string, threadId: string) {
  return queryOptions({
    queryKey: [...threadsKey(projectId), roomId, threadId, "itself"],
    queryFn: ({ signal }) => gateway<ThreadBody>(projectId, "GET", threadPath(roomId, threadId), { signal }),
    refetchInterval: everyMs,
  });
}

/** Who is notified of a thread, and who was. */
export function threadReadersQuery(projectId: string, roomId: string, threadId: string) {
  const path = threadPath(roomId, threadId);
  return queryOptions({
    queryKey: [...threadsKey(projectId), roomId, threadId, "readers"],
    queryFn: async ({ signal }) => {
      const [subscriptions, notifications] = await Promise.all([
        gateway<{ data: readonly SubscriptionBody[] }>(projectId, "GET", `${path}/subscriptions`, { signal }),
        gateway<{ data: readonly ThreadNotificationBody[] }>(projectId, "GET", `${path}/inbox-notifications`, {
          signal,
        }),
      ]);
      return { subscriptions: subscriptions.data, notifications: notifications.data };
    },
  });
}
