import { useQuery } from "@tanstack/react-query";
import type { UserErasure } from "@weft/protocol";
import { Link } from "react-router";
import { Badge } from "../../../ui/badge.tsx";
import type { BadgeTone } from "../../../ui/badge.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { useProject } from "../shared/project-context.ts";
import { erasuresQuery } from "./users-queries.ts";

const states: Record<UserErasure["state"], { readonly label: string; readonly tone: BadgeTone }> = {
  waiting: { label: "Waiting", tone: "neutral" },
  running: { label: "Erasing", tone: "accent" },
  done: { label: "Erased", tone: "success" },
  failed: { label: "Failed", tone: "danger" },
};

/** The most recent user erasures: those in progress, and those that are done. The record of a finished one has no user ID. */
export function ErasureList() {
  const { project, base } = useProject();
  const { data = [] } = useQuery(erasuresQuery(project.id));
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="erasures" className="mt-10 rounded-lg border border-line bg-surface">
      <div className="border-b border-line px-5 py-3">
        <h2 id="erasures" className="text-base">
          Erased users
        </h2>
        <p className="text-sm text-muted">
          A record of each erasure. The user ID is removed when the erasure finishes.
        </p>
      </div>
      <ul className="max-h-96 overflow-y-auto">
        {data.map((one) => (
          <li
            key={one.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-5 py-2.5 text-sm last:border-0"
          >
            <Badge tone={states[one.state].tone}>{states[one.state].label}</Badge>
            <span className="min-w-0 flex-1 truncate">
              {one.userId === null ? (
                <span className="font-mono text-xs text-muted">{one.id}</span>
              ) : (
                <Link
                  to={`${base}/users/${encodeURIComponent(one.userId)}?tab=erase&erasure=${one.id}`}
                  className="link font-mono text-xs"
                >
                  {one.userId}
                </Link>
              )}
            </span>
            <span className="text-xs text-muted">
              <RelativeTime at={one.finishedAt ?? one.requestedAt} />
              {one.requestedBy !== null && ` by ${one.requestedBy}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
