import { Navigate, useLocation } from "react-router";
import { useMe } from "../../api/use-me.ts";
import { teamPath } from "../frame/place.ts";

/** `/dashboard/settings/billing`: the billing of the team one was in last, else of the first one owns. */
export default function DefaultBillingPage() {
  const { data: me } = useMe();
  const { search, hash } = useLocation();
  if (!me) return null;
  const team =
    me.teams.find(({ id }) => id === me.lastTeamId) ?? me.teams.find(({ role }) => role === "owner") ?? me.teams[0];
  if (team === undefined) return <Navigate to={`/dashboard/new${search}`} replace />;
  return <Navigate to={`${teamPath(team.id)}/settings/billing${search}${hash}`} replace />;
}
