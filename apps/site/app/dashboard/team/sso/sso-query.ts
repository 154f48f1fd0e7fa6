import { queryOptions, useQueryClient } from "@tanstack/react-query";
import type { TeamSso } from "@weft/protocol";
import { RequestFailed } from "../../../api/request-failed.ts";
import { request } from "../../../api/request.ts";
import { teamQuery } from "../use-team.ts";

/** The single sign-on settings of a team. */
export const ssoQuery = (teamId: string) =>
  queryOptions({
    queryKey: ["team", teamId, "sso"],
    queryFn: ({ signal }) => request("GET /internal/teams/{teamId}/sso", { path: { teamId }, signal }),
  });

/** Takes over settings that a call has answered. */
export function useChangedSso(teamId: string): (changed: TeamSso) => void {
  const queries = useQueryClient();
  return (changed) => {
    queries.setQueryData(ssoQuery(teamId).queryKey, changed);
    void queries.invalidateQueries({ queryKey: teamQuery(teamId).queryKey, exact: true });
  };
}

/** What went wrong, and what to do about it. */
export function spellFailure(error: Error | null): string | undefined {
  if (error === null) return undefined;
  if (!(error instanceof RequestFailed) || error.status === 0 || error.status >= 500)
    return "The change could not be saved. Try again.";
  // The name of the member in front of a rule is of no use to a reader.
  const message = error.message.replace(/^Value at key '\w+(\.\w+)*': (.)/u, (_, _path, first: string) =>
    first.toUpperCase(),
  );
  return error.suggestion === "" ? message : `${message} ${error.suggestion}`;
}
