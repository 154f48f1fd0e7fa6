import { infiniteQueryOptions } from "@tanstack/react-query";
import { request } from "../../../api/request.ts";
import { filled } from "../shared/filled.ts";

export const eventFilters = ["kind", "roomId", "userId", "text", "from", "to"] as const;

/** The events of a project that pass the filters, newest first. */
export function eventsQuery(
  projectId: string,
  { kind, roomId, userId, text, from, to }: Readonly<Record<(typeof eventFilters)[number], string>>,
) {
  return infiniteQueryOptions({
    queryKey: ["project", projectId, "events", { kind, roomId, userId, text, from, to }],
    queryFn: ({ pageParam, signal }) =>
      request("GET /internal/projects/{projectId}/events", {
        path: { projectId },
        query: filled({ kind, roomId, userId, text, from, to, cursor: pageParam }),
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}
