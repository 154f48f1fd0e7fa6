import { infiniteQueryOptions } from "@tanstack/react-query";
import { request } from "../../../api/request.ts";
import { filled } from "../shared/filled.ts";

export const requestFilters = ["status", "method", "path", "errorCode", "key", "requestId", "from", "to"] as const;

export const requestStatuses = [
  { value: "any", label: "Any status" },
  { value: "2xx", label: "2xx Success" },
  { value: "3xx", label: "3xx Redirect" },
  { value: "4xx", label: "4xx Client error" },
  { value: "5xx", label: "5xx Server error" },
] as const;

/** The requests of a project that pass the filters, newest first. */
export function requestsQuery(projectId: string, filters: Readonly<Record<(typeof requestFilters)[number], string>>) {
  const { status, method, path, errorCode, key, requestId, from, to } = filters;
  return infiniteQueryOptions({
    queryKey: ["project", projectId, "requests", filters],
    queryFn: ({ pageParam, signal }) =>
      request("GET /internal/projects/{projectId}/requests", {
        path: { projectId },
        query: {
          ...filled({ method, path, errorCode, key, requestId, from, to, cursor: pageParam }),
          ...(requestStatuses.some(({ value }) => value === status && value !== "any") && { status: status as "2xx" }),
        },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}
