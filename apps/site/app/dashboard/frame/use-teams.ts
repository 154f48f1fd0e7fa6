import { queryOptions, useQuery } from "@tanstack/react-query";
import { request } from "../../api/request.ts";
import { useMe } from "../../api/use-me.ts";

/** One's teams and their projects, for switchers. Invalidate `teamsQuery.queryKey` when a team or a project comes, goes or is renamed. */
export const teamsQuery = queryOptions({
  queryKey: ["teams"],
  queryFn: ({ signal }) => request("GET /internal/teams/info", { signal }),
  staleTime: 60_000,
});

export function useTeams() {
  const { data: me } = useMe();
  return useQuery({ ...teamsQuery, enabled: Boolean(me?.user) });
}
