"use client";

import { useInboxNotifications, useMarkAllInboxNotificationsAsRead } from "@weft/react";
import { InboxNotification, InboxNotificationList } from "@weft/react-ui";
import Link from "next/link";
import { useRef } from "react";
import type { ComponentProps } from "react";
import { Icon } from "../ui/icon.tsx";
import styles from "./inbox.module.css";

/** A bell with the number of unread notifications, and the list of all of them: mentions, and replies to your threads. */
export function Inbox() {
  const { inboxNotifications = [], isLoading, error } = useInboxNotifications();
  const markAllAsRead = useMarkAllInboxNotificationsAsRead();
  const panel = useRef<HTMLDivElement>(null);
  const unread = inboxNotifications.filter(({ readAt, notifiedAt }) => readAt === null || readAt < notifiedAt).length;
  const label = unread === 0 ? "Inbox" : `Inbox, ${unread} unread`;
  return (
    <>
      <button type="button" className="icon-button" popoverTarget="inbox" aria-label={label} title={label}>
        <Icon name="bell" />
        {unread > 0 && (
          <span className={styles.count} aria-hidden="true">
            {unread}
          </span>
        )}
      </button>
      <div ref={panel} id="inbox" popover="auto" role="dialog" aria-labelledby="inbox-title" className={styles.panel}>
        <div className={styles.head}>
          <h2 id="inbox-title">Inbox</h2>
          <button type="button" className="button" disabled={unread === 0} onClick={markAllAsRead}>
            Mark all as read
          </button>
        </div>
        {error !== undefined && (
          <p role="alert" className={styles.note}>
            The inbox couldn’t be loaded. Reload the page to try again.
          </p>
        )}
        {isLoading && <p className={styles.note}>Loading notifications…</p>}
        {!isLoading && error === undefined && inboxNotifications.length === 0 && (
          <p className={styles.note}>No notifications yet. You get one when someone mentions you in a document.</p>
        )}
        <InboxNotificationList>
          {inboxNotifications.map((notification) => (
            <InboxNotification
              key={notification.id}
              inboxNotification={notification}
              components={{ Anchor: NotificationLink }}
              onClick={() => panel.current?.hidePopover()}
            />
          ))}
        </InboxNotificationList>
      </div>
    </>
  );
}

/** Opens the document of a notification without a full page load. */
function NotificationLink({ href = "", ...props }: Omit<ComponentProps<"a">, "ref">) {
  return <Link href={href} {...props} />;
}
