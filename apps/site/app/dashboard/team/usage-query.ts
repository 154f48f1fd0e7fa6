import { queryOptions } from "@tanstack/react-query";
import { request } from "../../api/request.ts";

/** What a team used in a month (`2026-11`), the present one by default. */
export const usageQuery = (teamId: string, period?: string) =>
  queryOptions({
    queryKey: ["team", teamId, "usage", period ?? "now"],
    queryFn: ({ signal }) =>
      request("GET /internal/teams/{teamId}/usage", { path: { teamId }, query: period ? { period } : {}, signal }),
    staleTime: 60_000,
  });
