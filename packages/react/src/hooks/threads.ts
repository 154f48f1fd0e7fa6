/** Threads and comments of a room. */
import type {
  CommentAttachment,
  CommentBody,
  CommentsStore,
  RoomSubscriptionSettings,
  ThreadsFilter,
  ThreadVisibility,
} from "@weft/client";
import { useCallback, useEffect, useMemo } from "react";
import { createComment, createThread, editComments } from "@weft/client/framework";
import { queryOf, usePreload } from "../comments-part.ts";
import { useAnyClient } from "../contexts.ts";
import { useQuery } from "../queries.ts";
import type { AnyClient, AnyRoom } from "../room.ts";
import { ValueQuery } from "../value-query.ts";
import type { HookScope } from "./scope.ts";
import { useStored } from "./stored.ts";

type AnyMetadata = NonNullable<Parameters<CommentsStore["createThread"]>[0]["metadata"]>;
type SearchFilter = NonNullable<Parameters<AnyRoom["searchComments"]>[0]["query"]>;

interface NewCommentDraft {
  readonly threadId: string;
  readonly body: CommentBody;
  readonly attachments?: readonly CommentAttachment[];
  readonly metadata?: AnyMetadata;
}
interface NewThreadDraft extends Omit<NewCommentDraft, "threadId"> {
  readonly visibility?: ThreadVisibility;
  readonly commentMetadata?: AnyMetadata;
}
interface OneComment {
  readonly threadId: string;
  readonly commentId: string;
}
type CommentEdit = OneComment & Omit<NewCommentDraft, "threadId">;

const searchFreshMs = 5_000;

export function threadHooks({ suspends, useRoom }: HookScope, bound?: AnyClient) {
  /** An edit of the room's threads. */
  const useEdit = <A extends readonly unknown[]>(
    run: (store: CommentsStore, roomId: string, ...args: A) => Promise<unknown>,
  ) => {
    const client = useAnyClient(bound);
    const { id } = useRoom();
    usePreload(client);
    // `run` is a function of a module, and uses nothing of the component.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    return useCallback((...args: A) => editComments(client, (store) => run(store, id, ...args)), [client, id]);
  };
  const useThreadEdit = (
    run: (store: CommentsStore, thread: { roomId: string; threadId: string }) => Promise<unknown>,
  ) => useEdit((store, roomId, threadId: string) => run(store, { roomId, threadId }));
  const useSubscribeToThread = () => useThreadEdit((store, thread) => store.subscribeToThread(thread));
  const useUnsubscribeFromThread = () => useThreadEdit((store, thread) => store.unsubscribeFromThread(thread));
  return {
    useThreads({
      query = {},
      scrollOnLoad = true,
    }: { readonly query?: ThreadsFilter; readonly scrollOnLoad?: boolean } = {}) {
      const client = useAnyClient(bound);
      const { id } = useRoom();
      const list = queryOf(client, `threads ${id} ${JSON.stringify(query)}`, ({ store }) => store.threads(id, query));
      const result = useQuery(list, "threads", suspends);
      useScroll(scrollOnLoad && "threads" in result);
      return result;
    },
    useCreateThread() {
      const client = useAnyClient(bound);
      const room = useRoom();
      usePreload(client);
      return useCallback((draft: NewThreadDraft) => createThread(client, room, draft), [client, room]);
    },
    useDeleteThread: () => useThreadEdit((store, thread) => store.deleteThread(thread)),
    useEditThreadMetadata: () =>
      useEdit((store, roomId, change: { readonly threadId: string; readonly metadata: AnyMetadata }) =>
        store.editThreadMetadata({ roomId, ...change }),
      ),
    useMarkThreadAsResolved: () => useThreadEdit((store, thread) => store.markThreadAsResolved(thread)),
    useMarkThreadAsUnresolved: () => useThreadEdit((store, thread) => store.markThreadAsUnresolved(thread)),
    useMarkThreadAsRead: () =>
      useThreadEdit(async (store, { roomId, threadId }) => {
        const notification = store.notificationOfThread(threadId);
        if (notification !== undefined) await store.markInboxNotificationAsRead(notification.id, roomId);
      }),
    useSubscribeToThread,
    useUnsubscribeFromThread,
    useThreadSubscription(threadId: string) {
      const client = useAnyClient(bound);
      const subscribeTo = useSubscribeToThread();
      const unsubscribeFrom = useUnsubscribeFromThread();
      const subscription = useStored(client, (store) => store.subscription(threadId));
      const notification = useStored(client, (store) => store.notificationOfThread(threadId));
      return useMemo(() => {
        const functions = { subscribe: () => subscribeTo(threadId), unsubscribe: () => unsubscribeFrom(threadId) };
        if (subscription === undefined) return { status: "not-subscribed", ...functions } as const;
        return { status: "subscribed", unreadSince: notification?.readAt ?? null, ...functions } as const;
      }, [threadId, subscription, notification, subscribeTo, unsubscribeFrom]);
    },
    useCreateComment() {
      const client = useAnyClient(bound);
      const room = useRoom();
      usePreload(client);
      return useCallback((draft: NewCommentDraft) => createComment(client, room, draft), [client, room]);
    },
    useEditComment: () => useEdit((store, roomId, change: CommentEdit) => store.editComment({ roomId, ...change })),
    useEditCommentMetadata: () =>
      useEdit((store, roomId, change: OneComment & { readonly metadata: AnyMetadata }) =>
        store.editCommentMetadata({ roomId, ...change }),
      ),
    useDeleteComment: () =>
      useEdit((store, roomId, comment: OneComment) => store.deleteComment({ roomId, ...comment })),
    useAddReaction: () =>
      useEdit((store, roomId, reaction: OneComment & { readonly emoji: string }) =>
        store.addReaction({ roomId, ...reaction }),
      ),
    useRemoveReaction: () =>
      useEdit((store, roomId, reaction: OneComment & { readonly emoji: string }) =>
        store.removeReaction({ roomId, ...reaction }),
      ),
    useRoomSubscriptionSettings() {
      const client = useAnyClient(bound);
      const { id } = useRoom();
      const update = useEdit((store, roomId, patch: Partial<RoomSubscriptionSettings>) =>
        store.updateRoomSubscriptionSettings(roomId, patch),
      );
      const settings = queryOf(client, `room settings ${id}`, ({ store }) => store.roomSubscriptionSettings(id));
      return [useQuery(settings, "settings", suspends), update] as const;
    },
    useUpdateRoomSubscriptionSettings: () =>
      useEdit((store, roomId, patch: Partial<RoomSubscriptionSettings>) =>
        store.updateRoomSubscriptionSettings(roomId, patch),
      ),
    useSearchComments({ query }: { readonly query: SearchFilter & { readonly text: string } }) {
      const client = useAnyClient(bound);
      const room = useRoom();
      const { text, ...filter } = query;
      const found = queryOf(
        client,
        `search ${room.id} ${JSON.stringify(query)}`,
        () => new ValueQuery(() => room.searchComments({ text, query: filter }), searchFreshMs),
      );
      // There is no hook for Suspense: results change while the user writes.
      return useQuery(found, "results", false);
    },
  };
}

interface ScrollingPage {
  readonly location?: { readonly hash: string };
  readonly document?: { getElementById(id: string): { scrollIntoView(): void } | null };
}

/** Scrolls to the comment that the page's address names, once it is shown. */
function useScroll(isReady: boolean): void {
  useEffect(() => {
    if (!isReady) return;
    const { location, document } = globalThis as unknown as ScrollingPage;
    const id = location?.hash.slice(1) ?? "";
    if (id.startsWith("cm_")) document?.getElementById(id)?.scrollIntoView();
  }, [isReady]);
}
