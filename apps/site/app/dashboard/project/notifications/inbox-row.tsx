import { CheckCheck, Mail, Trash2 } from "lucide-react";
import { Link } from "react-router";
import { countOf } from "../../../formats/count.ts";
import { Badge } from "../../../ui/badge.tsx";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Cell, HeaderCell, Row } from "../../../ui/table.tsx";
import { isRead } from "../shared/is-read.ts";
import { useProject } from "../shared/project-context.ts";
import { RoomLink } from "../shared/room-link.tsx";
import { threadAddress } from "../threads/thread-address.ts";
import { emailNotifications } from "./emails/email-event.ts";
import type { InboxNotificationBody } from "./notification-queries.ts";
import { notificationSentence } from "./notification-sentence.ts";

export interface InboxRowProps {
  userId: string;
  notification: InboxNotificationBody;
  onRead: () => void;
  reading: boolean;
  onDelete: () => void;
  deleting: boolean;
}

/** A notification of an inbox: what it says, where, and whether it is read. */
export function InboxRow({ userId, notification, onRead, reading, onDelete, deleting }: InboxRowProps) {
  const { base } = useProject();
  const read = isRead(notification);
  const preview = new URLSearchParams({ tab: "emails", user: userId, notification: notification.id });
  return (
    <Row>
      <HeaderCell scope="row" className="max-w-72 min-w-40 as-card:max-w-none">
        <Sentence notification={notification} isRead={read} />
      </HeaderCell>
      <Cell label="Room">
        {typeof notification.roomId === "string" ? (
          <RoomLink id={notification.roomId} />
        ) : (
          <span className="text-muted">None</span>
        )}
      </Cell>
      <Cell label="Kind">
        <code className="text-xs whitespace-nowrap">{notification.kind}</code>
      </Cell>
      <Cell label="State">
        <Badge tone={read ? "neutral" : "accent"}>{read ? "Read" : "Unread"}</Badge>
      </Cell>
      <Cell label="Time" className="whitespace-nowrap">
        <RelativeTime at={notification.notifiedAt} />
      </Cell>
      <Cell className="text-right whitespace-nowrap">
        <span className="inline-flex">
          {emailNotifications([notification]).length > 0 && (
            <ButtonLink
              variant="ghost"
              size="sm"
              className="w-8 px-0!"
              aria-label="Preview email"
              title="Preview email"
              to={`${base}/notifications?${preview.toString()}`}
            >
              <Mail className="size-4" aria-hidden />
            </ButtonLink>
          )}
          {!read && (
            <IconButton name="Mark as read" size="sm" busy={reading} onClick={onRead}>
              <CheckCheck className="size-4" aria-hidden />
            </IconButton>
          )}
          <IconButton name="Delete notification" size="sm" busy={deleting} onClick={onDelete}>
            <Trash2 className="size-4" aria-hidden />
          </IconButton>
        </span>
      </Cell>
    </Row>
  );
}

/** What a notification says, with a link to its thread and the data of its latest activity. */
function Sentence({ notification, isRead: read }: { notification: InboxNotificationBody; isRead: boolean }) {
  const { base } = useProject();
  const sentence = notificationSentence(notification);
  const look = `block truncate as-card:whitespace-normal ${read ? "font-normal" : "font-medium"}`;
  if ("threadId" in notification)
    return (
      <Link
        to={threadAddress(base, { roomId: notification.roomId, id: notification.threadId })}
        className={`${look} underline-offset-4 hover:underline`}
        title={sentence}
      >
        {sentence}
      </Link>
    );
  const activities = "activities" in notification ? notification.activities : [];
  return (
    <>
      <span className={look} title={sentence}>
        {sentence}
      </span>
      {activities.length > 0 && (
        <code
          className="block truncate text-xs font-normal text-muted as-card:whitespace-normal"
          title={JSON.stringify(activities.at(-1)?.data)}
        >
          {JSON.stringify(activities.at(-1)?.data)}
          {activities.length > 1 && ` (${countOf(activities.length, "activity", "activities")})`}
        </code>
      )}
    </>
  );
}
