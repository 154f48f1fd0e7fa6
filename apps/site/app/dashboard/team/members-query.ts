import { queryOptions } from "@tanstack/react-query";
import { request } from "../../api/request.ts";

/** Who is in a team. */
export const membersQuery = (teamId: string) =>
  queryOptions({
    queryKey: ["team", teamId, "members"],
    queryFn: ({ signal }) => request("GET /internal/teams/{teamId}/members", { path: { teamId }, signal }),
  });
