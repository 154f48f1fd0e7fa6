/** The user's inbox over all rooms, and what the application knows of users and rooms. */
import type { AppRoomInfo, AppUserMeta, InboxNotificationData, NotificationsFilter } from "@weft/client";
import { inboxEditsOf, inboxOf, roomInfoOf, unreadCountOf, userInfoOf } from "@weft/client/framework";
import type { InboxEdits, LoadState, PagedState } from "@weft/client/framework";
import type { Accessor } from "solid-js";
import { access, observedAccessor } from "./observed-accessor.ts";
import type { MaybeAccessor } from "./observed-accessor.ts";
import { useClient } from "./providers.ts";

/** The notifications of the user, newest first. */
export function useInboxNotifications(
  filter: MaybeAccessor<NotificationsFilter> = {},
): Accessor<PagedState<InboxNotificationData>> {
  const client = useClient();
  return observedAccessor(() => inboxOf(client, access(filter)));
}

/** How many notifications are unread, on pages that are not loaded too. */
export function useUnreadInboxNotificationsCount(
  filter: MaybeAccessor<NotificationsFilter> = {},
): Accessor<LoadState<number>> {
  const client = useClient();
  return observedAccessor(() => unreadCountOf(client, access(filter)));
}

/** Info of a user, from `resolveUsers`. A user whom the application does not know is an error. */
export function useUser(userId: MaybeAccessor<string>): Accessor<LoadState<Exclude<AppUserMeta["info"], undefined>>> {
  const client = useClient();
  return observedAccessor(() => userInfoOf(client, access(userId)));
}

/** Info of a room, from `resolveRoomsInfo`. A room that the application does not know is an error. */
export function useRoomInfo(roomId: MaybeAccessor<string>): Accessor<LoadState<AppRoomInfo>> {
  const client = useClient();
  return observedAccessor(() => roomInfoOf(client, access(roomId)));
}

/** A function that marks a notification as read. */
export function useMarkInboxNotificationAsRead(): InboxEdits["markInboxNotificationAsRead"] {
  return inboxEditsOf(useClient()).markInboxNotificationAsRead;
}

/** A function that marks all notifications of the user as read. */
export function useMarkAllInboxNotificationsAsRead(): InboxEdits["markAllInboxNotificationsAsRead"] {
  return inboxEditsOf(useClient()).markAllInboxNotificationsAsRead;
}

/** A function that deletes a notification. */
export function useDeleteInboxNotification(): InboxEdits["deleteInboxNotification"] {
  return inboxEditsOf(useClient()).deleteInboxNotification;
}

/** A function that deletes all notifications of the user. */
export function useDeleteAllInboxNotifications(): InboxEdits["deleteAllInboxNotifications"] {
  return inboxEditsOf(useClient()).deleteAllInboxNotifications;
}
