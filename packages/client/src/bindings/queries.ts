/** Threads, notifications, and what the application knows of users and rooms, as values that user interfaces subscribe to. */
import type { AppCommentMetadata, AppRoomInfo, AppThreadMetadata, AppUserMeta } from "../app-types.ts";
import type { ClientComments } from "../comments/client-comments.ts";
import type { ClientNotification, ClientThread, NotificationsFilter, ThreadsFilter } from "../comments/types.ts";
import { queryOf } from "./comments-part.ts";
import type { CommentingClient } from "./comments-part.ts";
import type { LoadState, PagedState, WatchedSource } from "./lazy-query.ts";
import type { ObservedValue } from "./observed-value.ts";

/** Threads of a room, oldest first. */
export function threadsOf<TM = AppThreadMetadata, CM = AppCommentMetadata>(
  client: CommentingClient,
  roomId: string,
  filter: ThreadsFilter<TM> = {},
): ObservedValue<PagedState<ClientThread<TM, CM>>> {
  const key = `threads ${roomId} ${JSON.stringify(filter)}`;
  return queryOf(client, key, ({ store }) => store.threads(roomId, filter as ThreadsFilter)) as never;
}

/** Notifications of the user, newest first. */
export function inboxOf(
  client: CommentingClient,
  filter: NotificationsFilter = {},
): ObservedValue<PagedState<ClientNotification>> {
  const key = `inbox ${JSON.stringify(filter)}`;
  return queryOf(client, key, ({ store }) => store.inboxNotifications(filter)) as never;
}

/** How many notifications are unread, on pages that are not loaded too. */
export function unreadCountOf(
  client: CommentingClient,
  filter: NotificationsFilter = {},
): ObservedValue<LoadState<number>> {
  const open = ({ store }: ClientComments) => withoutPages(store.unreadCount(filter));
  return queryOf(client, `unread ${JSON.stringify(filter)}`, open);
}

/** Info of a user, from `resolveUsers`. */
export function userInfoOf(
  client: CommentingClient,
  userId: string,
): ObservedValue<LoadState<Exclude<AppUserMeta["info"], undefined>>> {
  const open = ({ resolvers }: ClientComments) => keptSource(resolvers.users, userId, `user ${userId}`);
  return queryOf<unknown>(client, `user ${userId}`, open) as never;
}

/** Info of a room, from `resolveRoomsInfo`. */
export function roomInfoOf(client: CommentingClient, roomId: string): ObservedValue<LoadState<AppRoomInfo>> {
  const open = ({ resolvers }: ClientComments) => keptSource(resolvers.rooms, roomId, `room ${roomId}`);
  return queryOf(client, `room ${roomId}`, open);
}

function withoutPages<T>(query: WatchedSource<T>): WatchedSource<T> {
  return { get: () => query.get(), subscribe: (listener) => query.subscribe(listener) };
}

type Kept<T> = Pick<ClientComments["resolvers"]["users"], "changed"> & {
  peek(
    id: string,
  ): { readonly isLoading: boolean; readonly data?: T | undefined; readonly error?: Error | undefined } | undefined;
  get(id: string): Promise<T | undefined>;
};

/** What resolvers know of one id. What they do not know is an error. */
function keptSource<T>(kept: Kept<T>, id: string, name: string): WatchedSource<T> {
  const unknown = {
    isLoading: false,
    error: new Error(`There is no ${name}, as far as the application knows.`),
  } as const;
  let last: { readonly known: unknown; readonly state: LoadState<T> } | undefined;
  const ask = () => {
    // A failure is in the state.
    if (kept.peek(id) === undefined) kept.get(id).catch(() => {});
  };
  return {
    get() {
      const known = kept.peek(id);
      if (last === undefined || last.known !== known) last = { known, state: stateOf(known, unknown) };
      return last.state;
    },
    subscribe(listener) {
      const stop = kept.changed.subscribe(() => {
        ask();
        listener();
      });
      ask();
      return stop;
    },
  };
}

function stateOf<T>(known: ReturnType<Kept<T>["peek"]>, unknown: LoadState<T>): LoadState<T> {
  if (known === undefined || known.isLoading) return { isLoading: true };
  if (known.error !== undefined) return { isLoading: false, error: known.error };
  return known.data === undefined ? unknown : { isLoading: false, data: known.data };
}
