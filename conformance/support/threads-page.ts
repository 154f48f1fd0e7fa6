import type { ThreadData } from "@liveblocks/client";
import {
  LiveblocksProvider,
  RoomProvider,
  useAddReaction,
  useCreateComment,
  useCreateThread,
  useDeleteComment,
  useDeleteThread,
  useEditComment,
  useEditCommentMetadata,
  useEditThreadMetadata,
  useErrorListener,
  useMarkThreadAsResolved,
  useMarkThreadAsUnresolved,
  useRemoveReaction,
  useStatus,
  useSubscribeToThread,
  useThreads,
  useThreadSubscription,
  useUnsubscribeFromThread,
} from "@liveblocks/react";
import { render } from "@testing-library/react";
import { createElement } from "react";
import type { ReactNode } from "react";
import { expect } from "vitest";
import { createCollaborator, recordConnection } from "./collaborator.ts";
import type { CollaboratorOptions, HttpCall } from "./collaborator.ts";
import type { Lobby } from "./lobby.ts";
import type { Frame } from "./socket.ts";

type Query = NonNullable<Parameters<typeof useThreads>[0]>["query"];

/** The hooks that change something. */
function useChanges() {
  return {
    createThread: useCreateThread(),
    deleteThread: useDeleteThread(),
    editThreadMetadata: useEditThreadMetadata(),
    resolve: useMarkThreadAsResolved(),
    unresolve: useMarkThreadAsUnresolved(),
    createComment: useCreateComment(),
    editComment: useEditComment(),
    editCommentMetadata: useEditCommentMetadata(),
    deleteComment: useDeleteComment(),
    addReaction: useAddReaction(),
    removeReaction: useRemoveReaction(),
    subscribe: useSubscribeToThread(),
    unsubscribe: useUnsubscribeFromThread(),
  };
}

/** What a component got from the hooks in its last render. */
interface Seen {
  list: ReturnType<typeof useThreads>;
  status: string;
  change: ReturnType<typeof useChanges>;
  readonly subscriptions: Map<string, ReturnType<typeof useThreadSubscription>>;
  readonly errors: unknown[];
}

function Subscription({ id, seen }: { readonly id: string; readonly seen: Seen }): ReactNode {
  seen.subscriptions.set(id, useThreadSubscription(id));
  return null;
}

function Threads({ seen, query }: { readonly seen: Seen; readonly query: Query }): ReactNode {
  seen.list = useThreads(query === undefined ? {} : { query });
  seen.change = useChanges();
  seen.status = useStatus();
  useErrorListener((error) => void seen.errors.push(error.context));
  return (seen.list.threads ?? []).map(({ id }) => createElement(Subscription, { key: id, id, seen }));
}

/** A page of a user who sees the threads of a room. */
export interface ThreadsPage {
  readonly seen: Seen;
  readonly calls: readonly HttpCall[];
  readonly frames: readonly Frame[];
  /** Threads that the user sees, oldest first. */
  threads(): readonly ThreadData[];
  /** The only thread that the user sees. */
  thread(): ThreadData;
}

export interface ThreadsPageOptions extends CollaboratorOptions {
  readonly query?: Query;
  readonly children?: ReactNode;
  readonly publicKey?: boolean;
}

/** Renders the threads of a room for a user. Import `dom.ts` before. */
export function openThreads(
  lobby: Lobby,
  roomId: string,
  userId: string,
  { query, children, publicKey, ...options }: ThreadsPageOptions = {},
): ThreadsPage {
  const seen = { subscriptions: new Map(), errors: [] } as unknown as Seen;
  const open = recordConnection(lobby);
  const { calls, frames, provider } =
    publicKey === true
      ? { ...open, provider: { ...open.connection, publicApiKey: lobby.server.publicKey } }
      : createCollaborator(lobby, userId, options);
  render(
    createElement(LiveblocksProvider, {
      ...(provider as { readonly publicApiKey: string }),
      children: createElement(RoomProvider, {
        id: roomId,
        children: [createElement(Threads, { key: "threads", seen, query }), children],
      }),
    }),
  );
  const threads = () => seen.list.threads ?? [];
  return {
    seen,
    calls,
    frames,
    threads,
    thread() {
      expect(threads()).toHaveLength(1);
      return threads()[0]!;
    },
  };
}
