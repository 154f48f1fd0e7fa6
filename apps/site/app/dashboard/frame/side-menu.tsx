import { ArrowLeft } from "lucide-react";
import { Link } from "react-router";
import { accountGroups, projectGroups, teamGroups } from "./destinations.ts";
import { NavigationList } from "./navigation-list.tsx";
import { projectPath, teamPath } from "./place.ts";
import type { Place } from "./place.ts";

/** The navigation of the place that is open. */
export function SideMenu({ place, owner }: { place: Place; owner: boolean }) {
  switch (place.kind) {
    case "account":
      return (
        <nav aria-label="Account">
          <BackLink to="/dashboard">Back to projects</BackLink>
          <NavigationList base="/dashboard/account" groups={accountGroups} owner={owner} />
        </nav>
      );
    case "team":
      return (
        <nav aria-label="Team">
          <NavigationList base={teamPath(place.teamId)} groups={teamGroups} owner={owner} />
        </nav>
      );
    case "project":
      return (
        <nav aria-label="Project">
          <BackLink to={teamPath(place.teamId)}>All projects</BackLink>
          <NavigationList base={projectPath(place.teamId, place.projectId)} groups={projectGroups} owner={owner} />
        </nav>
      );
    case "elsewhere":
      return null;
  }
}

function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="mb-4 flex h-9 items-center gap-2.5 rounded-md px-3 text-sm text-muted transition-colors duration-(--quick) hover:bg-hover hover:text-ink"
    >
      <ArrowLeft className="size-4 text-faint" aria-hidden />
      {children}
    </Link>
  );
}
