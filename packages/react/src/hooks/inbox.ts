/** The user's inbox and settings, over all rooms. */
import type { PartialNotificationSettings, CommentsStore, NotificationsFilter, ThreadsFilter } from "@weft/client";
import { useCallback } from "react";
import { editComments } from "@weft/client/framework";
import { queryOf, usePreload } from "../comments-part.ts";
import { useAnyClient } from "../contexts.ts";
import { useQuery } from "../queries.ts";
import type { AnyClient } from "../room.ts";
import { useStored } from "./stored.ts";

export function inboxHooks(suspends: boolean, bound?: AnyClient) {
  const useEdit = <A extends readonly unknown[]>(run: (store: CommentsStore, ...args: A) => Promise<unknown>) => {
    const client = useAnyClient(bound);
    usePreload(client);
    // `run` is a function of a module, and uses nothing of the component.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    return useCallback((...args: A) => editComments(client, (store) => run(store, ...args)), [client]);
  };
  const useUpdateNotificationSettings = () =>
    useEdit((store, patch: PartialNotificationSettings) => store.updateNotificationSettings(patch));
  return {
    useInboxNotifications({ query = {} }: { readonly query?: NotificationsFilter } = {}) {
      const client = useAnyClient(bound);
      const list = queryOf(client, `inbox ${JSON.stringify(query)}`, ({ store }) => store.inboxNotifications(query));
      return useQuery(list, "inboxNotifications", suspends);
    },
    useUnreadInboxNotificationsCount({ query = {} }: { readonly query?: NotificationsFilter } = {}) {
      const client = useAnyClient(bound);
      const count = queryOf(client, `unread ${JSON.stringify(query)}`, ({ store }) => store.unreadCount(query));
      return useQuery(count, "count", suspends);
    },
    useMarkInboxNotificationAsRead: () => useEdit((store, id: string) => store.markInboxNotificationAsRead(id)),
    useMarkAllInboxNotificationsAsRead: () => useEdit((store) => store.markAllInboxNotificationsAsRead()),
    useDeleteInboxNotification: () => useEdit((store, id: string) => store.deleteInboxNotification(id)),
    useDeleteAllInboxNotifications: () => useEdit((store) => store.deleteAllInboxNotifications()),
    useInboxNotificationThread(id: string) {
      const client = useAnyClient(bound);
      const thread = useStored(client, (store) => {
        const notification = store.notification(id);
        return notification?.kind === "thread" ? store.thread(notification.threadId) : undefined;
      });
      if (thread === undefined)
        throw new Error(`There is no thread of the notification ${id}. Take its id from useInboxNotifications().`);
      return thread;
    },
    useUserThreads_experimental({ query = {} }: { readonly query?: ThreadsFilter } = {}) {
      const client = useAnyClient(bound);
      const list = queryOf(client, `user threads ${JSON.stringify(query)}`, ({ store }) => store.userThreads(query));
      return useQuery(list, "threads", suspends);
    },
    useNotificationSettings() {
      const client = useAnyClient(bound);
      const update = useUpdateNotificationSettings();
      const settings = queryOf(client, "notification settings", ({ store }) => store.notificationSettings());
      return [useQuery(settings, "settings", suspends), update] as const;
    },
    useUpdateNotificationSettings,
  };
}
