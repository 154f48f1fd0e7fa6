import { useQueryClient } from "@tanstack/react-query";
import type { TeamSecurity } from "@weft/protocol";
import { request } from "../../api/request.ts";
import { meQuery } from "../../api/use-me.ts";
import { teamQuery } from "./use-team.ts";

/** Changes the sign-in requirements of a team, and reads again what depends on them. */
export function useChangeSecurity(teamId: string) {
  const queries = useQueryClient();
  return async (change: Partial<TeamSecurity>) => {
    const changed = await request("PATCH /internal/teams/{teamId}/security", { path: { teamId }, body: change });
    queries.setQueryData(["team", teamId, "security"], changed);
    await Promise.all(
      [teamQuery(teamId).queryKey, meQuery.queryKey].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
  };
}
