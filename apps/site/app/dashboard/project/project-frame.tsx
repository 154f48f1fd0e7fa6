import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ReactNode } from "react";
import { useMe } from "../../api/use-me.ts";
import NotFoundPage from "../frame/not-found-page.tsx";
import { projectPath } from "../frame/place.ts";
import { Loaded } from "../shared/loaded.tsx";
import { ClosedProjectNote } from "./shared/closed-project-note.tsx";
import { ProjectContext } from "./shared/project-context.ts";
import { projectQuery } from "./shared/project-query.ts";

export interface ProjectFrameProps {
  teamId: string;
  projectId: string;
  children: ReactNode;
}

/** Finds the project of the address for all of its screens. */
export function ProjectFrame({ teamId, projectId, children }: ProjectFrameProps) {
  const { data: me } = useMe();
  const query = useQuery(projectQuery(projectId));
  const owner = me?.teams.find(({ id }) => id === teamId)?.role === "owner";
  const open = useMemo(
    () => query.data && { project: query.data, owner, base: projectPath(teamId, projectId) },
    [query.data, owner, teamId, projectId],
  );
  // Each screen marks its own stale data.
  if (open)
    return open.project.teamId === teamId ? (
      <ProjectContext value={open}>
        {open.project.deletesAt !== null && (
          <ClosedProjectNote project={{ ...open.project, deletesAt: open.project.deletesAt }} owner={owner} />
        )}
        {children}
      </ProjectContext>
    ) : (
      <NotFoundPage />
    );
  return (
    <Loaded query={query} missing={<NotFoundPage />}>
      {() => null}
    </Loaded>
  );
}
