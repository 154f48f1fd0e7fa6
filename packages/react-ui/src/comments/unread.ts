/** Where the unread comments of a thread begin, and marking it as read while it is seen. */
import type { CommentData, ThreadData } from "@weft/client";
import { useEffect, useState } from "react";
import type { RefObject } from "react";
import { useCommentsPart } from "../ui/current-user.ts";
import { useStoreEdit } from "./store.ts";

type AnyThread = ThreadData<unknown, unknown>;

interface UnreadState {
  readonly isUnread: boolean;
  /** The first comment that the user has not read, if some of the thread is read. */
  readonly firstUnreadId: string | undefined;
}

/** What of a thread is unread, which only a subscriber's notification says. */
export function useUnread({ id, comments }: AnyThread): UnreadState {
  const subscription = useCommentsPart(({ store }) => store.subscription(id));
  const notification = useCommentsPart(({ store }) => store.notificationOfThread(id));
  if (subscription === undefined || notification === undefined) return { isUnread: false, firstUnreadId: undefined };
  const { readAt, notifiedAt } = notification;
  if (readAt !== null && readAt >= notifiedAt) return { isUnread: false, firstUnreadId: undefined };
  const unread = comments.filter(
    ({ body, createdAt }) => body !== undefined && (readAt === null || createdAt > readAt),
  );
  return { isUnread: unread.length > 0, firstUnreadId: readAt === null ? undefined : unread[0]?.id };
}

/**
 * The comment that the marker of new comments is above. It stays while the user reads them; comments that arrive once these are read
 * move it, unless they arrive while the user looks.
 */
export function useNewMarker(unread: UnreadState): readonly [string | undefined, () => void] {
  const [marked, setMarked] = useState<string>();
  const { firstUnreadId } = unread;
  if (firstUnreadId !== undefined && firstUnreadId !== marked && (marked === undefined || !isLooking()))
    setMarked(firstUnreadId);
  return [marked, () => setMarked(undefined)];
}

function isLooking(): boolean {
  return typeof document !== "undefined" && document.visibilityState === "visible" && document.hasFocus();
}

/** Marks a thread as read while its element is in view and the window has the focus. */
export function useMarkAsReadInView(
  element: RefObject<HTMLElement | null>,
  { id, roomId, comments }: AnyThread,
  isUnread: boolean,
): void {
  const edit = useStoreEdit();
  const isInView = useIsInView(element, isUnread);
  const newest = comments.at(-1)?.id;
  useEffect(() => {
    if (!isUnread || !isInView) return;
    const read = () => {
      if (!isLooking()) return;
      edit(async (store) => {
        const notification = store.notificationOfThread(id);
        if (notification !== undefined) await store.markInboxNotificationAsRead(notification.id, roomId);
      });
    };
    read();
    window.addEventListener("focus", read);
    document.addEventListener("visibilitychange", read);
    return () => {
      window.removeEventListener("focus", read);
      document.removeEventListener("visibilitychange", read);
    };
    // A further comment is read too.
  }, [edit, id, roomId, newest, isUnread, isInView]);
}

function useIsInView(element: RefObject<HTMLElement | null>, isAsked: boolean): boolean {
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    if (!isAsked || element.current === null) return;
    const observer = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting === true));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isAsked]);
  return isInView && isAsked;
}

/** Comments of a thread with a body, which are those that were not deleted. */
export function aliveComments<CM>(comments: readonly CommentData<CM>[]): readonly CommentData<CM>[] {
  return comments.filter(({ body }) => body !== undefined);
}
