import type { Group } from "@weft/protocol";
import { Link } from "react-router";
import type { z } from "zod";
import { countOf } from "../../../formats/count.ts";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { gateway } from "../shared/gateway.ts";
import { useProject } from "../shared/project-context.ts";
import type { CursorPage } from "../shared/room-body.ts";
import { PagedList } from "./paged-list.tsx";

/** The groups that the user is a member of. */
export function GroupsTab({ userId }: { userId: string }) {
  const { project, base } = useProject();
  return (
    <PagedList
      title="Groups"
      about="Groups this user belongs to."
      queryKey={["project", project.id, "user", userId, "groups"]}
      fetchPage={(cursor, signal) =>
        gateway<CursorPage<z.output<typeof Group>>>(project.id, "GET", `/users/${encodeURIComponent(userId)}/groups`, {
          query: { ...(cursor !== undefined && { startingAfter: cursor }) },
          signal,
        })
      }
      keyOf={({ id }) => id}
      empty="This user isn't in a group. Create groups with POST /v2/groups so that users can mention them."
    >
      {({ id, members, createdAt }) => (
        <>
          <Link
            to={`${base}/groups/${encodeURIComponent(id)}`}
            className="min-w-0 flex-1 truncate font-mono text-xs underline-offset-4 hover:underline"
          >
            {id}
          </Link>
          <span className="shrink-0 text-xs text-muted">{countOf(members.length, "member")}</span>
          <RelativeTime at={createdAt} className="shrink-0 text-xs text-faint" />
        </>
      )}
    </PagedList>
  );
}
