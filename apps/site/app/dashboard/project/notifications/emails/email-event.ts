import type { TextMentionNotificationEvent, ThreadNotificationEvent } from "@weft/node";
import { isRead } from "../../shared/is-read.ts";
import type { InboxNotificationBody } from "../notification-queries.ts";

export type ThreadNotification = Extract<InboxNotificationBody, { threadId: string }>;
type TextMentionNotification = Extract<InboxNotificationBody, { mentionId: string }>;
/** A notification about which `@weft/emails` makes an email. */
export type EmailNotification = ThreadNotification | TextMentionNotification;
export type EmailKind = EmailNotification["kind"];
type EventOf<N extends EmailNotification> = N extends ThreadNotification
  ? ThreadNotificationEvent
  : TextMentionNotificationEvent;

/** The unread notifications of an inbox about threads and text mentions. */
export function emailNotifications(inbox: readonly InboxNotificationBody[]): readonly EmailNotification[] {
  return inbox.filter((one): one is EmailNotification => !isRead(one) && ("threadId" in one || "mentionId" in one));
}

/**
 * The webhook event of a notification, as a back end receives it for the email channel. It begins with the first comment that was not
 * read. The server's begins after the comments of the last email.
 */
export function emailEventOf<N extends EmailNotification>(
  projectId: string,
  userId: string,
  notification: N,
): EventOf<N> {
  const { id, kind, roomId, notifiedAt, readAt } = notification;
  const subject =
    "threadId" in notification ? { threadId: notification.threadId } : { mentionId: notification.mentionId };
  const data = {
    channel: "email",
    kind,
    projectId,
    roomId,
    userId,
    inboxNotificationId: id,
    createdAt: notifiedAt,
    triggeredAt: readAt ?? new Date(0).toISOString(),
    ...subject,
  };
  return { type: "notification", data } as EventOf<N>;
}
