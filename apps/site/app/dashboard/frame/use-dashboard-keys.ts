import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { isSingleKey, useSingleKeys } from "../../shell/single-keys.ts";
import { projectGroups, teamGroups } from "./destinations.ts";
import type { DestinationGroup } from "./destinations.ts";
import { projectPath, teamPath } from "./place.ts";
import type { Place } from "./place.ts";

const chordMs = 1_500;

/** `G` and a letter lead to a screen, `[` folds the navigation. They rest while a text has focus. */
export function useDashboardKeys(place: Place, lastTeamId: string | undefined, toggleNavigation: () => void): void {
  const navigate = useNavigate();
  const enabled = useSingleKeys();
  // When `G` was pressed, in milliseconds. Outlives the effect: the account's answer may come between the two keys.
  const begun = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (!enabled) return;
    const press = (event: KeyboardEvent) => {
      if (!isSingleKey(event)) return;
      const key = event.key.toLowerCase();
      if (key === "g") {
        begun.current = event.timeStamp;
      } else if (event.timeStamp - begun.current < chordMs) {
        begun.current = Number.NEGATIVE_INFINITY;
        const address = addressOf(place, key, lastTeamId);
        if (address === undefined) return;
        event.preventDefault();
        // The letter is spent: a list would take it for one of its own.
        event.stopImmediatePropagation();
        void navigate(address);
      } else if (key === "[") {
        event.preventDefault();
        toggleNavigation();
      }
    };
    // Before the keys of lists: after `G` a letter is a place, and not their own.
    addEventListener("keydown", press, { capture: true });
    return () => removeEventListener("keydown", press, { capture: true });
  }, [place, enabled, lastTeamId, navigate, toggleNavigation]);
}

/** Where `G` and this letter lead from here; outside of teams, into the one that was open last. */
export function addressOf(place: Place, letter: string, lastTeamId?: string): string | undefined {
  if (place.kind === "project") {
    const path = pathOf(projectGroups, letter);
    if (path !== undefined) return projectPath(place.teamId, place.projectId) + path;
  }
  const teamId = "teamId" in place ? place.teamId : lastTeamId;
  const path = pathOf(teamGroups, letter);
  return teamId === undefined || path === undefined ? undefined : teamPath(teamId) + path;
}

function pathOf(groups: readonly DestinationGroup[], letter: string): string | undefined {
  return groups.flatMap(({ destinations }) => destinations).find((destination) => destination.letter === letter)?.path;
}
