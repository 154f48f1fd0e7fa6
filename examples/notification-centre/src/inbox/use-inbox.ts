import type { InboxNotificationData } from "@liveblocks/client";
import { useInboxNotifications } from "@liveblocks/react";

export type Filter = "all" | "unread" | "thread" | "$invitation" | "$deployment";

export type ThreadNotification = Extract<InboxNotificationData, { readonly kind: "thread" }>;

export interface Inbox {
  readonly kind: "loading" | "ready" | "failed";
  readonly notifications: readonly InboxNotificationData[];
  readonly unread: number;
}

/** The notifications of the user, from all rooms, newest first. */
export function useInbox(): Inbox {
  const { inboxNotifications = [], isLoading, error } = useInboxNotifications();
  return {
    kind: error ? "failed" : isLoading ? "loading" : "ready",
    notifications: inboxNotifications,
    // Counted from the list, which changes at once: `useUnreadInboxNotificationsCount` asks the server, every minute.
    unread: inboxNotifications.filter(isUnread).length,
  };
}

export function isUnread({ readAt, notifiedAt }: InboxNotificationData): boolean {
  return readAt === null || readAt < notifiedAt;
}

export function passes(filter: Filter, notification: InboxNotificationData): boolean {
  if (filter === "all") return true;
  return filter === "unread" ? isUnread(notification) : notification.kind === filter;
}
