/** The user's inbox over all rooms, and what the application knows of users and rooms. */
import type { AppRoomInfo, AppUserMeta, InboxNotificationData, NotificationsFilter } from "@weft/client";
import { inboxEditsOf, inboxOf, roomInfoOf, unreadCountOf, userInfoOf } from "@weft/client/framework";
import type { InboxEdits, LoadState, PagedState } from "@weft/client/framework";
import { toValue } from "vue";
import type { ComputedRef, MaybeRefOrGetter } from "vue";
import { observedRef } from "./observed-ref.ts";
import { useClient } from "./providers.ts";

/** The notifications of the user, newest first. */
export function useInboxNotifications(
  filter: MaybeRefOrGetter<NotificationsFilter> = {},
): ComputedRef<PagedState<InboxNotificationData>> {
  const client = useClient();
  return observedRef(() => inboxOf(client, toValue(filter)));
}

/** How many notifications are unread, on pages that are not loaded too. */
export function useUnreadInboxNotificationsCount(
  filter: MaybeRefOrGetter<NotificationsFilter> = {},
): ComputedRef<LoadState<number>> {
  const client = useClient();
  return observedRef(() => unreadCountOf(client, toValue(filter)));
}

/** Info of a user, from `resolveUsers`. A user whom the application does not know is an error. */
export function useUser(
  userId: MaybeRefOrGetter<string>,
): ComputedRef<LoadState<Exclude<AppUserMeta["info"], undefined>>> {
  const client = useClient();
  return observedRef(() => userInfoOf(client, toValue(userId)));
}

/** Info of a room, from `resolveRoomsInfo`. A room that the application does not know is an error. */
export function useRoomInfo(roomId: MaybeRefOrGetter<string>): ComputedRef<LoadState<AppRoomInfo>> {
  const client = useClient();
  return observedRef(() => roomInfoOf(client, toValue(roomId)));
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
