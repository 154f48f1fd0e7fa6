import { useState } from "react";
import { Link, useLocation } from "react-router";
import { useMe } from "../../api/use-me.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { EnvironmentBadge } from "./environment-badge.tsx";
import { placeOf, projectPath, teamPath } from "./place.ts";
import { Switcher } from "./switcher.tsx";
import { useOpenProject } from "./use-open-project.ts";
import { useTeams } from "./use-teams.ts";
import { teamName } from "@weft/protocol/internal/team-name";

/** The team and the project that are open; each opens a list of the others. */
export function Breadcrumb() {
  const { pathname } = useLocation();
  const { data: me } = useMe();
  const place = placeOf(pathname);
  const team = "teamId" in place ? me?.teams.find(({ id }) => id === place.teamId) : undefined;
  const { data: project } = useOpenProject(place);
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1 text-sm">
        {place.kind === "account" && <li className="px-2 font-medium">Account</li>}
        {place.kind === "elsewhere" && (
          <li className="px-2">
            <Link to="/dashboard" className="font-medium">
              Dashboard
            </Link>
          </li>
        )}
        {team && (
          <li className={place.kind === "project" ? "min-w-0 max-sm:hidden" : "min-w-0"}>
            <TeamSwitcher teamId={team.id} name={teamName(team.name)} />
          </li>
        )}
        {place.kind === "project" && team && project && (
          <>
            <li aria-hidden className="text-faint max-sm:hidden">
              /
            </li>
            <li className="flex min-w-0 items-center gap-2">
              <ProjectSwitcher
                teamId={team.id}
                projectId={place.projectId}
                name={project.displayName}
                section={place.section}
              />
              <EnvironmentBadge type={project.type} />
            </li>
          </>
        )}
      </ol>
    </nav>
  );
}

function TeamSwitcher({ teamId, name }: { teamId: string; name: string }) {
  const { data: me } = useMe();
  return (
    <Switcher
      what="team"
      current={teamId}
      currentName={name}
      entries={me?.teams.map((team) => ({
        id: team.id,
        name: teamName(team.name),
        to: teamPath(team.id),
        before: <Avatar id={team.id} name={teamName(team.name)} image={team.image} size="sm" team decorative />,
      }))}
      create={{ to: "?dialog=create-team", label: "Create team" }}
    />
  );
}

interface ProjectSwitcherProps {
  teamId: string;
  projectId: string;
  name: string;
  section: string;
}

function ProjectSwitcher({ teamId, projectId, name, section }: ProjectSwitcherProps) {
  const [open, setOpen] = useState(false);
  const { data: teams } = useTeams(open);
  const team = teams?.find(({ id }) => id === teamId);
  return (
    <Switcher
      what="project"
      current={projectId}
      currentName={name}
      onOpenChange={setOpen}
      entries={team?.projects.map(({ id, displayName, type }) => ({
        id,
        name: displayName,
        // The same screen of the other project.
        to: projectPath(teamId, id) + (section === "" ? "" : `/${section}`),
        after: <EnvironmentBadge type={type} />,
      }))}
      create={{ to: "?dialog=create-project", label: "Create project" }}
    />
  );
}
