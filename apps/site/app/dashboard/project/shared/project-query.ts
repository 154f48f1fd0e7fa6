import { queryOptions } from "@tanstack/react-query";
import { request } from "../../../api/request.ts";

/** A project; every key of what belongs to it begins with `["project", projectId]`. */
export function projectQuery(projectId: string) {
  return queryOptions({
    queryKey: ["project", projectId, "itself"],
    queryFn: ({ signal }) => request("GET /internal/projects/{projectId}", { path: { projectId }, signal }),
    staleTime: 60_000,
  });
}
