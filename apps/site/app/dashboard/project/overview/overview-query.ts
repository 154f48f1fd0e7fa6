import { queryOptions } from "@tanstack/react-query";
import { request } from "../../../api/request.ts";

/** A project's key numbers and charts. */
export const overviewQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["project", projectId, "overview"],
    queryFn: ({ signal }) => request("GET /internal/projects/{projectId}/overview", { path: { projectId }, signal }),
  });
