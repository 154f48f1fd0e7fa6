import { queryOptions } from "@tanstack/react-query";
import { request } from "../../api/request.ts";

/** For how long data of a team's projects is kept. */
export const retentionQuery = (teamId: string) =>
  queryOptions({
    queryKey: ["team", teamId, "retention"],
    queryFn: ({ signal }) => request("GET /internal/teams/{teamId}/retention", { path: { teamId }, signal }),
  });
