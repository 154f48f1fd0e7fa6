import { queryOptions } from "@tanstack/react-query";
import { request } from "../../../api/request.ts";

export function keysQuery(projectId: string) {
  return queryOptions({
    queryKey: ["project", projectId, "keys"],
    queryFn: ({ signal }) => request("GET /internal/projects/{projectId}/keys", { path: { projectId }, signal }),
    refetchInterval: 30_000,
  });
}
