import { Link, Navigate } from "react-router";
import { useMe } from "../../api/use-me.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { teamPath } from "./place.ts";
import { teamName } from "@weft/protocol/internal/team-name";

/** Redirects to the last visited team. Users with several teams and no last one choose. */
export default function LandingPage() {
  const { data: me } = useMe();
  if (!me) return null;
  const [first] = me.teams;
  if (first === undefined) return <Navigate to="/dashboard/new" replace />;
  const last = me.teams.find(({ id }) => id === me.lastTeamId) ?? (me.teams.length === 1 ? first : undefined);
  if (last) return <Navigate to={teamPath(last.id)} replace />;
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-6 py-8">
      <h1 className="text-3xl">Your teams</h1>
      <ul className="flex flex-col overflow-hidden rounded-lg border border-line bg-surface">
        {me.teams.map((team) => (
          <li key={team.id} className="border-b border-line last:border-0">
            <Link
              to={teamPath(team.id)}
              className="flex items-center gap-3 px-5 py-4 transition-colors duration-(--quick) hover:bg-hover"
            >
              <Avatar id={team.id} name={teamName(team.name)} image={team.image} size="lg" team decorative />
              <span className="flex-1 font-medium">{teamName(team.name)}</span>
              <span className="text-sm text-muted">{team.role === "owner" ? "Owner" : "Member"}</span>
            </Link>
          </li>
        ))}
      </ul>
      <ButtonLink to="/dashboard/new" className="self-start">
        Create team
      </ButtonLink>
    </div>
  );
}
