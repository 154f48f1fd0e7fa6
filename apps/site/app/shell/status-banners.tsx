import { Link, useLocation } from "react-router";
import { useMe } from "../api/use-me.ts";
import { useServerReachable } from "./use-server-reachable.ts";

/** What concerns the whole site, most pressing first; one at a time. */
export function StatusBanners() {
  const reachable = useServerReachable();
  const { pathname } = useLocation();
  const { data: me } = useMe();
  const invitation = me?.invitations[0];
  return (
    <div role="status" aria-label="Notices" className="text-sm">
      {!reachable ? (
        <p className="border-b border-warning-line bg-warning-soft text-warning">
          <span className="page block py-2">The server can't be reached. Trying again…</span>
        </p>
      ) : me?.user && !me.user.emailVerified ? (
        <p className="border-b border-line bg-accent-soft">
          <span className="page block py-2">
            Your address {me.user.email} is not confirmed yet.{" "}
            <Link to="/dashboard/account" className="link">
              Send the link again
            </Link>
          </span>
        </p>
      ) : invitation && !pathname.startsWith("/accept-invitation/") ? (
        <p className="border-b border-line bg-accent-soft">
          <span className="page block py-2">
            You are invited to {invitation.teamName}.{" "}
            <Link to={`/accept-invitation/${invitation.id}`} className="link">
              See the invitation
            </Link>
          </span>
        </p>
      ) : null}
    </div>
  );
}
