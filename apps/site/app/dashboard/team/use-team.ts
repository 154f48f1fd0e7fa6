import { queryOptions, useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { request } from "../../api/request.ts";

/** The team of the address. */
export function useTeamId(): string {
  return useParams()["teamId"] ?? "";
}

export const teamQuery = (teamId: string) =>
  queryOptions({
    queryKey: ["team", teamId],
    queryFn: ({ signal }) => request("GET /internal/teams/{teamId}", { path: { teamId }, signal }),
  });

export function useTeam() {
  return useQuery(teamQuery(useTeamId()));
}
