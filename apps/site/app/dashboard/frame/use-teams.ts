import { queryOptions, useQuery } from "@tanstack/react-query";
import { request } from "../../api/request.ts";

/** The user's teams with their projects. Invalidate `teamsQuery.queryKey` when a team or a project is created, deleted or renamed. */
export const teamsQuery = queryOptions({
  queryKey: ["teams"],
  queryFn: ({ signal }) => request("GET /internal/teams/info", { signal }),
  staleTime: 60_000,
});

/** Fetches them only while `enabled`: no screen needs them before a list of projects is opened. */
export function useTeams(enabled: boolean) {
  return useQuery({ ...teamsQuery, enabled });
}
