import type { AiChat } from "@weft/protocol";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { ChatClient } from "./chat-client.ts";
import { sortedChats } from "./chat-state.ts";
import { useChatState } from "./use-chat-client.ts";

export interface Chats {
  /** The newest first; live. */
  readonly chats: readonly AiChat[];
  readonly isLoading: boolean;
  readonly error: Error | undefined;
  readonly hasMore: boolean;
  readonly isFetchingMore: boolean;
  readonly fetchMore: () => void;
  readonly retry: () => void;
}

type Loading =
  | { readonly kind: "loading" }
  | { readonly kind: "ready"; readonly cursor: string | null; readonly more?: boolean }
  | { readonly kind: "failed"; readonly error: Error };

/** The user's chats, page by page. */
export function useChats(client: ChatClient): Chats {
  const state = useChatState(client);
  const [loading, setLoading] = useState<Loading>({ kind: "loading" });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let over = false;
    client.loadChats().then(
      (cursor) => over || setLoading({ kind: "ready", cursor }),
      (cause: unknown) => over || setLoading({ kind: "failed", error: asError(cause) }),
    );
    return () => {
      over = true;
    };
  }, [client, attempt]);

  const cursor = loading.kind === "ready" ? loading.cursor : null;
  const isFetchingMore = loading.kind === "ready" && loading.more === true;
  const fetchMore = useCallback(() => {
    if (cursor === null || isFetchingMore) return;
    setLoading({ kind: "ready", cursor, more: true });
    client.loadChats(cursor).then(
      (next) => setLoading({ kind: "ready", cursor: next }),
      (cause: unknown) => setLoading({ kind: "failed", error: asError(cause) }),
    );
  }, [client, cursor, isFetchingMore]);
  const retry = useCallback(() => {
    setLoading({ kind: "loading" });
    setAttempt((count) => count + 1);
  }, []);

  return {
    chats: useMemo(() => sortedChats(state), [state]),
    isLoading: loading.kind === "loading",
    error: loading.kind === "failed" ? loading.error : undefined,
    hasMore: cursor !== null,
    isFetchingMore,
    fetchMore,
    retry,
  };
}

function asError(cause: unknown): Error {
  return cause instanceof Error ? cause : new Error(String(cause));
}
