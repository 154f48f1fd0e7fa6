import { Navigate } from "react-router";
import { teamPath } from "../frame/place.ts";
import { useTeamId } from "./use-team.ts";

/** `/dashboard/{teamId}/usage` is a part of the billing page. */
export default function UsageAliasPage() {
  return <Navigate to={`${teamPath(useTeamId())}/settings/billing#usage`} replace />;
}
