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
