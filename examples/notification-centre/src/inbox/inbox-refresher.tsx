import { useInboxNotifications } from "@liveblocks/react";

/** Shows nothing; has the client ask for changes when it is mounted. */
export function InboxRefresher() {
  useInboxNotifications();
  return null;
}
