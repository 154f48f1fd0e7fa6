import { queryOptions } from "@tanstack/react-query";
import type { ProjectExport } from "@weft/protocol";
import { request } from "../../../api/request.ts";

export const isUnderWay = ({ state }: ProjectExport) => state === "waiting" || state === "running";

/** A project's exports, often while one is being made. */
export function exportsQuery(projectId: string) {
  return queryOptions({
    queryKey: ["project", projectId, "exports"],
    queryFn: ({ signal }) => request("GET /internal/projects/{projectId}/exports", { path: { projectId }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.some(isUnderWay) ? 1_500 : false),
  });
}
