import { useDeleteAllInboxNotifications, useMarkAllInboxNotificationsAsRead } from "@liveblocks/react";
import { InboxNotification, InboxNotificationList } from "@liveblocks/react-ui";
import { useState } from "react";
import { FilterBar } from "./filter-bar.tsx";
import { kinds } from "./kinds.tsx";
import { passes, useInbox } from "./use-inbox.ts";
import type { Filter, ThreadNotification } from "./use-inbox.ts";

/** The inbox: unread first at a glance, narrowed by kind, marked as read and emptied. */
export function InboxPanel({ onThread }: { readonly onThread: (thread: ThreadNotification) => void }) {
  const { kind, notifications, unread } = useInbox();
  const [filter, setFilter] = useState<Filter>("all");
  const markAllAsRead = useMarkAllInboxNotificationsAsRead();
  const deleteAll = useDeleteAllInboxNotifications();
  const shown = notifications.filter((notification) => passes(filter, notification));
  return (
    <section className="card inbox" aria-labelledby="inbox">
      <header className="inbox-head">
        <h2 id="inbox">Inbox</h2>
        <p className="unread" role="status">
          {unread === 0 ? "No unread notifications" : `${unread} unread`}
        </p>
        <div className="inbox-actions">
          <button type="button" className="button" disabled={unread === 0} onClick={markAllAsRead}>
            Mark all as read
          </button>
          <button type="button" className="button" disabled={notifications.length === 0} onClick={deleteAll}>
            Delete all
          </button>
        </div>
      </header>
      <FilterBar filter={filter} notifications={notifications} onChoose={setFilter} />
      {kind === "failed" && <p role="alert">The inbox could not be loaded. Trying again shortly.</p>}
      {kind === "loading" && <p role="status">Loading notifications…</p>}
      {kind === "ready" && shown.length === 0 && (
        <p className="inbox-empty">
          {filter === "all" ? (
            <>
              <strong>No notifications.</strong> Have your colleague mention, invite or reply to you.
            </>
          ) : (
            "No notifications match this filter."
          )}
        </p>
      )}
      <InboxNotificationList>
        {shown.map((notification) => (
          <InboxNotification
            key={notification.id}
            inboxNotification={notification}
            kinds={kinds}
            href="#thread"
            onClick={(event) => {
              event.preventDefault();
              if (notification.kind === "thread") onThread(notification);
            }}
          />
        ))}
      </InboxNotificationList>
    </section>
  );
}
