import { Link } from "react-router";
import { request } from "../../../api/request.ts";
import { countOf } from "../../../formats/count.ts";
import { Badge } from "../../../ui/badge.tsx";
import { IdText } from "../../../ui/id-text.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { useProject } from "../shared/project-context.ts";
import { threadAddress } from "../threads/thread-address.ts";
import { PagedList } from "./paged-list.tsx";

/** Threads that the user takes part in. */
export function ThreadsTab({ userId }: { userId: string }) {
  const { project, base } = useProject();
  return (
    <PagedList
      title="Threads"
      about="Threads the user wrote in, was mentioned in or subscribed to, most recently updated first."
      queryKey={["project", project.id, "user", userId, "threads"]}
      fetchPage={(cursor, signal) =>
        request("GET /internal/projects/{projectId}/users/{userId}/threads", {
          path: { projectId: project.id, userId },
          query: { ...(cursor !== undefined && { cursor }) },
          signal,
        })
      }
      keyOf={({ id, roomId }) => `${roomId} ${id}`}
      empty={
        <>
          This user has no threads. Learn{" "}
          <Link to="/docs/ready-made-features/comments" className="link">
            how to add comments to your application
          </Link>
          .
        </>
      }
    >
      {(thread) => (
        <>
          <span className="flex min-w-0 flex-1 basis-60 flex-col gap-0.5">
            <Link
              to={threadAddress(base, thread)}
              className="w-fit max-w-full truncate underline-offset-4 hover:underline"
            >
              {thread.excerpt === "" ? "No text" : thread.excerpt}
            </Link>
            <Link
              to={`${base}/rooms/${encodeURIComponent(thread.roomId)}`}
              className="w-fit max-w-full truncate font-mono text-xs text-muted underline-offset-4 hover:underline"
            >
              <IdText id={thread.roomId} />
            </Link>
          </span>
          <span className="flex shrink-0 items-center gap-2">
            {thread.visibility === "private" && <Badge>Private</Badge>}
            {thread.resolved && <Badge tone="success">Resolved</Badge>}
            <span className="text-xs text-muted">
              {countOf(thread.comments, "comment")}, {thread.ownComments} by this user
            </span>
            <RelativeTime at={thread.updatedAt} className="text-xs text-faint" />
          </span>
        </>
      )}
    </PagedList>
  );
}
