import { useMarkAllInboxNotificationsAsRead, useRoom } from "@weft/react";
import { InboxNotification, InboxNotificationList } from "@weft/react-ui";
import { useEffect, useRef } from "react";
import type { Inbox } from "./use-inbox.ts";

interface InboxPanelProps {
  readonly inbox: Inbox;
  readonly onClose: () => void;
  /** Shows a thread of this room. */
  readonly onThread: (threadId: string) => void;
}

/** What concerns the user: mentions, and replies in threads that they take part in. */
export function InboxPanel({ inbox, onClose, onThread }: InboxPanelProps) {
  const markAllAsRead = useMarkAllInboxNotificationsAsRead();
  const roomId = useRoom().id;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <aside
      className="inbox"
      aria-label="Inbox"
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <header className="inbox-head">
        <h2 ref={heading} tabIndex={-1}>
          Inbox
        </h2>
        <button type="button" className="button" disabled={inbox.unread === 0} onClick={markAllAsRead}>
          Mark all as read
        </button>
        <button type="button" className="icon-button" aria-label="Close the inbox" onClick={onClose}>
          <svg
            width="18"
            height="18"
            viewBox="0 0 18 18"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.6"
            aria-hidden
          >
            <path strokeLinecap="round" d="m4.500 4.500 9 9m0-9-9 9" />
          </svg>
        </button>
      </header>
      {inbox.kind === "failed" && <p role="alert">The inbox could not be loaded. Trying again shortly.</p>}
      {inbox.kind === "loading" && <p role="status">Loading notifications…</p>}
      {inbox.kind === "ready" && inbox.notifications.length === 0 && (
        <p className="inbox-empty">
          <strong>No notifications yet.</strong> Open a second window and mention this window’s user with @.
        </p>
      )}
      <InboxNotificationList>
        {inbox.notifications.map((notification) => (
          <InboxNotification
            key={notification.id}
            inboxNotification={notification}
            onClick={(event) => {
              // Its link leads to the room's page, which is this one.
              if (notification.kind !== "thread" || notification.roomId !== roomId) return;
              event.preventDefault();
              onThread(notification.threadId);
            }}
          />
        ))}
      </InboxNotificationList>
    </aside>
  );
}
