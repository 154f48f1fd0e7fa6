/** Threads of the room, the user's inbox, and what the application knows of users and rooms. Call these functions while a component is initialized. */
import type {
  AppRoomInfo,
  AppUserMeta,
  InboxNotificationData,
  NotificationsFilter,
  ThreadData,
  ThreadsFilter,
} from "@weft/client";
import {
  commentEditsOf,
  inboxEditsOf,
  inboxOf,
  roomInfoOf,
  threadsOf,
  unreadCountOf,
  userInfoOf,
} from "@weft/client/framework";
import type { CommentEdits, InboxEdits, LoadState, PagedState } from "@weft/client/framework";
import { getClient, getRoom } from "./contexts.ts";
import { storeOf } from "./stores.ts";
import type { ReadableStore } from "./stores.ts";

/** Threads of the room, oldest first. */
export function threads(filter?: ThreadsFilter): ReadableStore<PagedState<ThreadData>> {
  return storeOf(threadsOf(getClient(), getRoom().id, filter));
}

/**
 * Functions that edit threads and comments of the room. Edits are shown at once; those that are refused are taken back, with an error
 * in the client's events.
 *
 * @example
 * const { createThread, addReaction } = commentEdits();
 */
export function commentEdits(): CommentEdits {
  return commentEditsOf(getClient(), getRoom());
}

/** The notifications of the user, newest first. */
export function inboxNotifications(filter?: NotificationsFilter): ReadableStore<PagedState<InboxNotificationData>> {
  return storeOf(inboxOf(getClient(), filter));
}

/** How many notifications are unread, on pages that are not loaded too. */
export function unreadInboxNotificationsCount(filter?: NotificationsFilter): ReadableStore<LoadState<number>> {
  return storeOf(unreadCountOf(getClient(), filter));
}

/** Functions that mark notifications of the user as read, and delete them. */
export function inboxEdits(): InboxEdits {
  return inboxEditsOf(getClient());
}

/** Info of a user, from `resolveUsers`. A user whom the application does not know is an error. */
export function userInfo(userId: string): ReadableStore<LoadState<Exclude<AppUserMeta["info"], undefined>>> {
  return storeOf(userInfoOf(getClient(), userId));
}

/** Info of a room, from `resolveRoomsInfo`. A room that the application does not know is an error. */
export function roomInfo(roomId: string): ReadableStore<LoadState<AppRoomInfo>> {
  return storeOf(roomInfoOf(getClient(), roomId));
}
