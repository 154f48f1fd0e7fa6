import { Link, useLocation } from "react-router";
import { Avatar } from "../../ui/avatar.tsx";
import { EnvironmentBadge } from "./environment-badge.tsx";
import { placeOf, projectPath, teamPath } from "./place.ts";
import { Switcher } from "./switcher.tsx";
import { useTeams } from "./use-teams.ts";

/** Where one is: the team, the project and its environment, each of which opens the others. */
export function DashboardBar() {
  const { pathname } = useLocation();
  const { data: teams } = useTeams();
  const place = placeOf(pathname);
  const team = "teamId" in place ? teams?.find(({ id }) => id === place.teamId) : undefined;
  const project = place.kind === "project" ? team?.projects.find(({ id }) => id === place.projectId) : undefined;
  return (
    <div className="sticky top-(--header-height) z-30 border-b border-line bg-canvas">
      <nav aria-label="Breadcrumb" className="page flex h-11 items-center">
        <ol className="-ml-2 flex min-w-0 items-center gap-1 text-sm">
          {place.kind === "account" && <li className="px-2 font-medium">Account</li>}
          {place.kind === "elsewhere" && (
            <li className="px-2">
              <Link to="/dashboard" className="font-medium">
                Dashboard
              </Link>
            </li>
          )}
          {teams && team && (
            <li className="min-w-0">
              <Switcher
                what="team"
                current={team.id}
                currentName={team.name}
                entries={teams.map(({ id, name }) => ({
                  id,
                  name,
                  to: teamPath(id),
                  before: <Avatar id={id} name={name} size="sm" team decorative />,
                }))}
                create={{ to: "?dialog=create-team", label: "Create team" }}
              />
            </li>
          )}
          {place.kind === "project" && team && project && (
            <>
              <li aria-hidden className="text-faint">
                /
              </li>
              <li className="flex min-w-0 items-center gap-2">
                <Switcher
                  what="project"
                  current={project.id}
                  currentName={project.displayName}
                  entries={team.projects.map(({ id, displayName, type }) => ({
                    id,
                    name: displayName,
                    // Another project is opened where one is.
                    to: projectPath(team.id, id) + (place.section === "" ? "" : `/${place.section}`),
                    after: <EnvironmentBadge type={type} />,
                  }))}
                  create={{ to: "?dialog=create-project", label: "Create project" }}
                />
                <EnvironmentBadge type={project.type} />
              </li>
            </>
          )}
        </ol>
      </nav>
    </div>
  );
}
