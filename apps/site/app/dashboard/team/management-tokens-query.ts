import { queryOptions } from "@tanstack/react-query";
import { request } from "../../api/request.ts";

/** A team's management tokens; owners alone read them. */
export const managementTokensQuery = (teamId: string) =>
  queryOptions({
    queryKey: ["team", teamId, "management-tokens"],
    queryFn: ({ signal }) => request("GET /internal/teams/{teamId}/management-tokens", { path: { teamId }, signal }),
  });
