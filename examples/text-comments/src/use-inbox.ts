import { useInboxNotifications } from "@weft/react";
import type { InboxNotificationData } from "@weft/client";

export interface Inbox {
  readonly kind: "loading" | "ready" | "failed";
  readonly notifications: readonly InboxNotificationData[];
  readonly unread: number;
}

/** The user's notifications from all of their rooms. */
export function useInbox(): Inbox {
  const { inboxNotifications = [], isLoading, error } = useInboxNotifications();
  return {
    kind: error ? "failed" : isLoading ? "loading" : "ready",
    notifications: inboxNotifications,
    // Counted from the list, which changes together with the threads of this room.
    unread: inboxNotifications.filter(({ readAt, notifiedAt }) => readAt === null || readAt < notifiedAt).length,
  };
}
