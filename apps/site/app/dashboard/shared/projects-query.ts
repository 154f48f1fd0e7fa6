import { queryOptions } from "@tanstack/react-query";
import { request } from "../../api/request.ts";

/** The projects of a team, with what they have and do. */
export const projectsQuery = (teamId: string) =>
  queryOptions({
    queryKey: ["team", teamId, "projects"],
    queryFn: ({ signal }) => request("GET /internal/teams/{teamId}/projects", { path: { teamId }, signal }),
  });
