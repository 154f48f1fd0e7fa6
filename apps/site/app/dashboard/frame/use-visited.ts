import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { request } from "../../api/request.ts";
import { meQuery, useMe } from "../../api/use-me.ts";
import type { Place } from "./place.ts";
import { useOpenProject } from "./use-open-project.ts";

/** Remembers the team and the project that were last open, for the next visit. */
export function useVisited(place: Place): void {
  const client = useQueryClient();
  const { data: me } = useMe();
  const { data: project } = useOpenProject(place);
  const teamId = "teamId" in place ? place.teamId : undefined;
  const projectId = place.kind === "project" ? place.projectId : undefined;
  const known =
    me?.teams.some(({ id }) => id === teamId) === true && (projectId === undefined || project?.teamId === teamId);
  const news =
    me?.user != null &&
    known &&
    (me.lastTeamId !== teamId || (projectId !== undefined && me.lastProjectId !== projectId));

  useEffect(() => {
    if (!news) return;
    const body = { lastTeamId: teamId, ...(projectId !== undefined && { lastProjectId: projectId }) };
    // Only a convenience: a visit that is not noted costs a click later.
    request("PATCH /internal/me", { body }).then(
      (next) => client.setQueryData(meQuery.queryKey, next),
      () => undefined,
    );
  }, [client, news, teamId, projectId]);
}
