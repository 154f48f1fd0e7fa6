import type { ThreadData } from "@liveblocks/client";
import { useSelf, useThreadSubscription } from "@liveblocks/react";

/** Whether others have written in the thread since the user read it. */
export function useUnread({ id, comments }: ThreadData): boolean {
  const { status, unreadSince } = useThreadSubscription(id);
  const userId = useSelf((me) => me.id);
  if (status !== "subscribed") return false;
  return comments.some(
    (comment) => comment.userId !== userId && (unreadSince === null || comment.createdAt > unreadSince),
  );
}
