import { Batcher } from "../batcher.ts";
import type { Timers } from "../connection/reconnecting-socket.ts";
import type { HttpApi } from "../http/http-api.ts";
import type { InboxApi } from "./comments-api.ts";

export function createInbox(http: HttpApi, timers: Timers): InboxApi {
  const reads = new Batcher<void>({
    timers,
    call: (ids) => http.markAsRead(ids).then(() => ids.map(() => undefined)),
  });
  return {
    getInboxNotifications: (options = {}) => http.getInboxNotifications(options),
    getInboxNotificationsSince: ({ since, query, signal }) => http.getInboxNotificationsSince(since, query, signal),
    getUnreadInboxNotificationsCount: ({ query, signal } = {}) => http.getUnreadCount(query, signal),
    markAllInboxNotificationsAsRead: () => http.markAsRead("all"),
    markInboxNotificationAsRead: (id) => reads.get(id),
    deleteAllInboxNotifications: () => http.deleteAllNotifications(),
    deleteInboxNotification: (id) => http.deleteNotification(id),
    getNotificationSettings: ({ signal } = {}) => http.getNotificationSettings(signal),
    updateNotificationSettings: (settings) => http.updateNotificationSettings(settings),
    getUrlMetadata: (url, { signal } = {}) => http.getUrlMetadata(url, signal),
  };
}
