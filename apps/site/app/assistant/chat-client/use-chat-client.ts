import { useSyncExternalStore } from "react";
import type { AiConnectionStatus } from "./ai-connection.ts";
import type { ChatClient } from "./chat-client.ts";
import type { ChatState } from "./chat-state.ts";

/** The chats of a client as they change. */
export function useChatState(client: ChatClient): ChatState {
  return useSyncExternalStore(
    (listener) => client.subscribe(listener),
    () => client.state,
  );
}

/** `disconnected` is final: the server does not want this user. */
export function useChatStatus(client: ChatClient): AiConnectionStatus {
  return useSyncExternalStore(
    (listener) => client.subscribe(listener),
    () => client.status,
  );
}
