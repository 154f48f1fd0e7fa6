import { queryOptions } from "@tanstack/react-query";
import { request } from "../../../api/request.ts";

/** A project's webhook endpoints; every key of what belongs to one of them begins with `["project", projectId, "webhooks"]`. */
export function webhooksQuery(projectId: string) {
  return queryOptions({
    queryKey: ["project", projectId, "webhooks"],
    queryFn: ({ signal }) => request("GET /internal/projects/{projectId}/webhooks", { path: { projectId }, signal }),
    refetchInterval: 15_000,
  });
}

export function webhookQuery(projectId: string, webhookId: string) {
  return queryOptions({
    queryKey: ["project", projectId, "webhooks", webhookId, "itself"],
    queryFn: ({ signal }) =>
      request("GET /internal/projects/{projectId}/webhooks/{webhookId}", { path: { projectId, webhookId }, signal }),
    refetchInterval: 15_000,
  });
}

/** The events that endpoints can be subscribed to. They change with a release alone. */
export function webhookEventsQuery(projectId: string) {
  return queryOptions({
    queryKey: ["project", projectId, "webhook-events"],
    queryFn: ({ signal }) =>
      request("GET /internal/projects/{projectId}/webhook-events", { path: { projectId }, signal }),
    staleTime: Infinity,
  });
}

export function figuresQuery(projectId: string, webhookId: string, span: "hour" | "day" | "week") {
  return queryOptions({
    queryKey: ["project", projectId, "webhooks", webhookId, "figures", span],
    queryFn: ({ signal }) =>
      request("GET /internal/projects/{projectId}/webhooks/{webhookId}/figures", {
        path: { projectId, webhookId },
        query: { span },
        signal,
      }),
    refetchInterval: 30_000,
  });
}

/** What the request catcher received for an endpoint, as it arrives. */
export function caughtRequestsQuery(projectId: string, webhookId: string) {
  return queryOptions({
    queryKey: ["project", projectId, "webhooks", webhookId, "caught-requests"],
    queryFn: ({ signal }) =>
      request("GET /internal/projects/{projectId}/webhooks/{webhookId}/caught-requests", {
        path: { projectId, webhookId },
        signal,
      }),
    refetchInterval: 1_500,
  });
}

export function caughtRequestQuery(projectId: string, webhookId: string, requestId: string) {
  return queryOptions({
    queryKey: ["project", projectId, "webhooks", webhookId, "caught-requests", requestId],
    queryFn: ({ signal }) =>
      request("GET /internal/projects/{projectId}/webhooks/{webhookId}/caught-requests/{requestId}", {
        path: { projectId, webhookId, requestId },
        signal,
      }),
    // A request that was received does not change.
    staleTime: Infinity,
  });
}

/** What the keys of all lists of an endpoint's deliveries, and of single ones, begin with. */
export function deliveriesKey(projectId: string, webhookId: string) {
  return ["project", projectId, "webhooks", webhookId, "deliveries"] as const;
}

export function deliveryQuery(projectId: string, webhookId: string, deliveryId: string) {
  return queryOptions({
    queryKey: [...deliveriesKey(projectId, webhookId), deliveryId],
    queryFn: ({ signal }) =>
      request("GET /internal/projects/{projectId}/webhooks/{webhookId}/deliveries/{deliveryId}", {
        path: { projectId, webhookId, deliveryId },
        signal,
      }),
    // A delivery that waits is attempted again by itself.
    refetchInterval: ({ state }) => (state.data?.state === "waiting" ? 2_000 : false),
  });
}
