import { useEffect } from "react";
import { useNavigate } from "react-router";
import { isTyping } from "../../shell/use-shell-keys.ts";
import { projectGroups, teamGroups } from "./destinations.ts";
import { projectPath, teamPath } from "./place.ts";
import type { Place } from "./place.ts";

const chordMs = 1_500;

/** `G` and a letter lead to a screen, `[` folds the navigation. They rest while a text has focus. */
export function useDashboardKeys(place: Place, enabled: boolean, toggleNavigation: () => void): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!enabled) return;
    let begun = Number.NEGATIVE_INFINITY;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const key = event.key.toLowerCase();
      if (key === "g") {
        begun = event.timeStamp;
      } else if (event.timeStamp - begun < chordMs) {
        begun = Number.NEGATIVE_INFINITY;
        const address = addressOf(place, key);
        if (address === undefined) return;
        event.preventDefault();
        void navigate(address);
      } else if (key === "[") {
        event.preventDefault();
        toggleNavigation();
      }
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [place, enabled, navigate, toggleNavigation]);
}

/** Where `G` and this letter lead from here. */
export function addressOf(place: Place, letter: string): string | undefined {
  if (!("teamId" in place)) return undefined;
  const of = (groups: typeof teamGroups) =>
    groups.flatMap(({ destinations }) => destinations).find((destination) => destination.letter === letter);
  const inProject = place.kind === "project" ? of(projectGroups) : undefined;
  if (place.kind === "project" && inProject) return projectPath(place.teamId, place.projectId) + inProject.path;
  const inTeam = of(teamGroups);
  return inTeam && teamPath(place.teamId) + inTeam.path;
}
