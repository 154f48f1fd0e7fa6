import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { request } from "../../api/request.ts";
import { useMe } from "../../api/use-me.ts";
import { useSiteConfig } from "../../api/use-site-config.ts";
import { chosenProject, rememberProject, shownProject } from "./chosen-project.ts";
import { teamName } from "@weft/protocol/internal/team-name";

/** The project whose keys code shows. */
export function useOwnProject() {
  const { data: me } = useMe();
  const { data: config } = useSiteConfig();
  const signedIn = me?.user != null;
  const [chosen, setChosen] = useState(chosenProject);
  const teams = useQuery({
    queryKey: ["docs-projects"],
    queryFn: ({ signal }) => request("GET /internal/teams/info", { query: {}, signal }),
    enabled: signedIn,
  });
  // Development projects first.
  const projects = (teams.data ?? [])
    .flatMap((team) => team.projects.map((project) => ({ ...project, team: teamName(team.name) })))
    .toSorted((a, b) => Number(b.type === "dev") - Number(a.type === "dev"));
  const workedIn = me?.lastProjectId ?? null;
  const projectId = shownProject(
    projects.map(({ id }) => id),
    chosen,
    workedIn,
  );
  const project = useQuery({
    queryKey: ["docs-project", projectId],
    queryFn: ({ signal }) =>
      request("GET /internal/projects/{projectId}", { path: { projectId: projectId ?? "" }, signal }),
    enabled: projectId !== undefined,
  });
  return {
    signedIn,
    /** Whether the user and, if signed in, their teams have loaded. */
    known: me !== undefined && (!signedIn || teams.data !== undefined),
    projects,
    project: project.data,
    projectId,
    /** The demo project's key if the user has no project. */
    publicKey: project.data?.publicKey ?? config?.demoPublicKey ?? undefined,
    serverUrl: config?.serverUrl,
    pick: (id: string) => {
      const choice = { id, workedIn };
      setChosen(choice);
      rememberProject(choice);
    },
  };
}
