import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useMatches } from "react-router";
import { request } from "../../api/request.ts";
import { meQuery, useMe } from "../../api/use-me.ts";
import { rememberRoom } from "../../search/visited-rooms.ts";
import type { Place } from "./place.ts";
import { useOpenProject } from "./use-open-project.ts";

/** Remembers the team and the project that were last open, for the next visit, and the rooms, for the search. */
export function useVisited(place: Place): void {
  const roomId = useMatches().at(-1)?.params["roomId"];
  const client = useQueryClient();
  const { data: me } = useMe();
  const { data: project } = useOpenProject(place);
  const teamId = "teamId" in place ? place.teamId : undefined;
  const projectId = place.kind === "project" ? place.projectId : undefined;
  const section = place.kind === "project" ? place.section : undefined;
  const known =
    me?.teams.some(({ id }) => id === teamId) === true && (projectId === undefined || project?.teamId === teamId);
  const news =
    me?.user != null &&
    known &&
    (me.lastTeamId !== teamId || (projectId !== undefined && me.lastProjectId !== projectId));

  useEffect(() => {
    if (section === "rooms" && projectId !== undefined && roomId !== undefined) rememberRoom(projectId, roomId);
  }, [section, projectId, roomId]);

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
