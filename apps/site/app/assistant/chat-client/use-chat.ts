import type { AiAssistantMessage, AiChat, AiToolResult } from "@weft/protocol";
import { useCallback, useEffect, useMemo, useState } from "react";
import { branchOf } from "./branches.ts";
import type { BranchEntry } from "./branches.ts";
import type { ChatClient, ToolAnswer } from "./chat-client.ts";
import { useChatState } from "./use-chat-client.ts";

/** The text typed in a chat and not sent. */
export interface ChatDraft {
  readonly subscribe: (listener: () => void) => () => void;
  readonly read: () => string;
  readonly write: (text: string) => void;
}

export interface OpenChat {
  readonly chat: AiChat | undefined;
  readonly isLoading: boolean;
  readonly error: Error | undefined;
  /** The shown branch, from the first message to the last. */
  readonly messages: readonly BranchEntry[];
  /** The answer in progress: generated, or waiting for a tool. */
  readonly unsettled: AiAssistantMessage | undefined;
  readonly draft: ChatDraft;
  readonly ask: (text: string) => void;
  readonly regenerate: (userMessageId: string) => void;
  readonly abort: () => void;
  readonly respond: (call: Pick<ToolAnswer, "messageId" | "invocationId">, result: AiToolResult) => void;
  /** Shows the branch that ends in this message. */
  readonly show: (messageId: string) => void;
  readonly retry: () => void;
}

/** A chat, which need not exist yet. `copilotId` answers its questions; without one, the server's default does. */
export function useChat(client: ChatClient, chatId: string, copilotId?: string): OpenChat {
  const state = useChatState(client);
  const [failure, setFailure] = useState<{ chatId: string; error: Error }>();
  const [attempt, setAttempt] = useState(0);
  const [head, setHead] = useState<{ chatId: string; messageId: string }>();
  useEffect(() => {
    const watched = client.watch(chatId);
    let over = false;
    watched.loaded.then(
      () => over || setFailure(undefined),
      (cause: unknown) => over || setFailure({ chatId, error: cause as Error }),
    );
    return () => {
      over = true;
      watched.release();
    };
  }, [client, chatId, attempt]);

  const tree = state.messages.get(chatId);
  const shown = head?.chatId === chatId ? head.messageId : undefined;
  const messages = useMemo(() => branchOf(tree, shown), [tree, shown]);
  const last = messages.at(-1)?.message;
  const unsettled =
    last?.role === "assistant" && (last.status === "generating" || last.status === "awaiting-tool") ? last : undefined;
  const parentId = last?.id ?? null;
  const unsettledId = unsettled?.id;

  return {
    chat: state.chats.get(chatId),
    isLoading: !state.loaded.has(chatId) && failure?.chatId !== chatId,
    error: failure?.chatId === chatId && !state.loaded.has(chatId) ? failure.error : undefined,
    messages,
    unsettled,
    draft: useMemo(
      () => ({
        subscribe: (listener) => client.subscribe(listener),
        read: () => client.draft(chatId),
        write: (text) => client.setDraft(chatId, text),
      }),
      [client, chatId],
    ),
    // A question that could not be sent is shown as a failed answer.
    ask: useCallback(
      (text) => {
        setHead(undefined);
        client.ask({ chatId, text, parentId, copilotId }).catch(() => {});
      },
      [client, chatId, parentId, copilotId],
    ),
    regenerate: useCallback(
      (userMessageId) => {
        setHead(undefined);
        client.regenerate({ chatId, userMessageId, copilotId }).catch(() => {});
      },
      [client, chatId, copilotId],
    ),
    abort: useCallback(() => {
      if (unsettledId !== undefined) client.abort(unsettledId).catch(() => {});
    }, [client, unsettledId]),
    respond: useCallback(
      (call, result) => void client.respond({ chatId, ...call }, result).catch(() => {}),
      [client, chatId],
    ),
    show: useCallback((messageId) => setHead({ chatId, messageId }), [chatId]),
    retry: useCallback(() => {
      setFailure(undefined);
      setAttempt((count) => count + 1);
    }, []),
  };
}
