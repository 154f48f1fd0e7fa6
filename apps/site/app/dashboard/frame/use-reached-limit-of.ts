import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useMe } from "../../api/use-me.ts";
import { useProvideReachedLimit } from "../../shell/reached-limit.ts";
import { usageMeasures } from "../../usage/usage-measures.ts";
import { usageQuery } from "../team/usage-query.ts";
import { teamPath } from "./place.ts";
import type { Place } from "./place.ts";
import { teamName } from "@weft/protocol/internal/team-name";

/** Notifies the shell when the current team has reached a hard limit of its plan. */
export function useReachedLimitOf(place: Place): void {
  const { data: me } = useMe();
  const teamId = "teamId" in place ? place.teamId : "";
  const team = me?.teams.find(({ id }) => id === teamId);
  const { data } = useQuery({ ...usageQuery(teamId), enabled: team?.plan === "Free" });
  const name = team && teamName(team.name);
  const limit = useMemo(() => {
    const reached = data && usageMeasures(data.usage).find(({ meter }) => "tone" in meter && meter.tone === "danger");
    if (reached === undefined || name === undefined) return null;
    return { teamName: name, what: reached.label, href: `${teamPath(teamId)}/settings/billing` };
  }, [data, teamId, name]);
  useProvideReachedLimit(limit);
}
