import type { InboxNotification } from "@weft/protocol";
import { Link } from "react-router";
import type { z } from "zod";
import { Badge } from "../../../ui/badge.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { gateway } from "../shared/gateway.ts";
import { useProject } from "../shared/project-context.ts";
import type { CursorPage } from "../shared/room-body.ts";
import { PagedList } from "./paged-list.tsx";

type Notification = z.output<typeof InboxNotification>;

/** A user's inbox in the default organization, as it is. Nothing here marks a notification as read. */
export function InboxTab({ userId }: { userId: string }) {
  const { project, base } = useProject();
  return (
    <PagedList
      title="Inbox"
      about="Notifications in the default organization, newest first. Viewing them here does not mark them as read."
      queryKey={["project", project.id, "user", userId, "inbox"]}
      fetchPage={(cursor, signal) =>
        gateway<CursorPage<Notification>>(
          project.id,
          "GET",
          `/users/${encodeURIComponent(userId)}/inbox-notifications`,
          { query: { ...(cursor !== undefined && { startingAfter: cursor }) }, signal },
        )
      }
      keyOf={({ id }) => id}
      empty="The inbox is empty. Users are notified about comments in their threads, mentions and notifications you trigger."
    >
      {(notification) => (
        <>
          <Badge tone={isUnread(notification) ? "accent" : "neutral"}>{notification.kind}</Badge>
          <span className="min-w-0 flex-1 truncate font-mono text-xs text-muted">{subjectOf(notification)}</span>
          {typeof notification.roomId === "string" && (
            <Link
              to={`${base}/rooms/${encodeURIComponent(notification.roomId)}`}
              className="max-w-48 truncate font-mono text-xs underline-offset-4 hover:underline"
            >
              {notification.roomId}
            </Link>
          )}
          <span className="shrink-0 text-xs text-muted">{isUnread(notification) ? "Unread" : "Read"}</span>
          <RelativeTime at={notification.notifiedAt} className="shrink-0 text-xs text-faint" />
        </>
      )}
    </PagedList>
  );
}

function isUnread({ readAt, notifiedAt }: Notification): boolean {
  return readAt === null || readAt < notifiedAt;
}

function subjectOf(notification: Notification): string {
  if ("threadId" in notification) return notification.threadId;
  return "mentionId" in notification ? notification.mentionId : notification.subjectId;
}
