import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { useMe } from "../api/use-me.ts";
import { noticeOf } from "./notice.ts";
import type { Notice } from "./notice.ts";
import { useReachedLimit } from "./reached-limit.ts";
import { useNewVersion } from "./use-new-version.ts";
import { useServerReachable } from "./use-server-reachable.ts";
import { teamName } from "@weft/protocol/internal/team-name";

/** What concerns more than the page that is open, most pressing first; one at a time. */
export function StatusBanners() {
  const reachable = useServerReachable();
  const newVersion = useNewVersion(reachable);
  const limit = useReachedLimit();
  const { pathname } = useLocation();
  const { data: me } = useMe();
  const notice = noticeOf({ reachable, limit, me, pathname, newVersion });
  return (
    <div role="status" aria-label="Notices" className="text-sm">
      {notice && (
        <p className={`border-b ${tones[notice.kind]}`}>
          <span className="page block py-2">{textOf(notice)}</span>
        </p>
      )}
    </div>
  );
}

const tones: Readonly<Record<Notice["kind"], string>> = {
  unreachable: "border-warning-line bg-warning-soft text-warning",
  limit: "border-danger-line bg-danger-soft text-danger",
  unverified: "border-line bg-accent-soft",
  invitation: "border-line bg-accent-soft",
  newVersion: "border-line bg-accent-soft",
};

function textOf(notice: Notice): ReactNode {
  switch (notice.kind) {
    case "unreachable":
      return "The server can't be reached. Trying again…";
    case "limit":
      return (
        <>
          {`${notice.teamName} has reached a limit of its plan: ${notice.what}. `}
          <Link to={notice.href} className="underline underline-offset-4">
            Plan and usage
          </Link>
        </>
      );
    case "unverified":
      return (
        <>
          Your address {notice.email} is not confirmed yet.{" "}
          <Link to="/dashboard/account" className="link">
            Send the link again
          </Link>
        </>
      );
    case "invitation":
      return (
        <>
          You are invited to {teamName(notice.teamName)}.{" "}
          <Link to={`/accept-invitation/${notice.id}`} className="link">
            See the invitation
          </Link>
        </>
      );
    case "newVersion":
      return (
        <>
          A new version of Weft is available.{" "}
          <button type="button" className="link cursor-pointer" onClick={() => location.reload()}>
            Reload
          </button>
        </>
      );
  }
}
