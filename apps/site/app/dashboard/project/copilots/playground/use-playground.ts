import { nanoid } from "nanoid";
import { useCallback, useEffect, useRef, useState } from "react";
import { request } from "../../../../api/request.ts";
import { createChatClient } from "../../../../assistant/chat-client/chat-client.ts";
import type { ChatClient } from "../../../../assistant/chat-client/chat-client.ts";

import { offeredIn, readTools, writeTools } from "./playground-tools.ts";
import type { PlaygroundTool } from "./playground-tools.ts";

/** How long an answer may take here: longer than in apps, so that slow models can be tried. */
const answerMs = 120_000;

export interface PlaygroundChat {
  readonly client: ChatClient;
  readonly chatId: string;
  /** Begins a new chat with the unsent text of this one, and deletes this one. */
  readonly restart: () => void;
  /** Offered with every question. */
  readonly tools: readonly PlaygroundTool[];
  readonly setTools: (tools: readonly PlaygroundTool[]) => void;
}

/** A chat of the signed-in member, deleted when the member leaves. Undefined until it is ready; it connects when it is shown. */
export function usePlayground(projectId: string, copilotId: string): PlaygroundChat | undefined {
  const [open, setOpen] = useState<Pick<PlaygroundChat, "client" | "chatId">>();
  const [tools, setTools] = useState(() => readTools(copilotId));
  const offered = useRef(tools);
  useEffect(() => {
    const client = createChatClient({
      serverUrl: location.origin,
      timeoutMs: answerMs,
      tools: () => offeredIn(offered.current),
      getToken: async (signal) => {
        const path = { projectId };
        return (await request("POST /internal/projects/{projectId}/playground-token", { path, signal })).token;
      },
    });
    setOpen({ client, chatId: nanoid() });
    return () => {
      setOpen(undefined);
      void deleteChats(client).finally(() => client.close());
    };
  }, [projectId]);
  const restart = useCallback(() => {
    if (open === undefined) return;
    const { client, chatId } = open;
    const next = nanoid();
    client.setDraft(next, client.draft(chatId));
    setOpen({ client, chatId: next });
    void deleteChats(client);
  }, [open]);
  const change = useCallback(
    (next: readonly PlaygroundTool[]) => {
      offered.current = next;
      setTools(next);
      writeTools(copilotId, next);
    },
    [copilotId],
  );
  return open && { ...open, restart, tools, setTools: change };
}

/** Deletes the chats in which something was asked. */
async function deleteChats(client: ChatClient): Promise<void> {
  const asked = [...client.state.messages].filter(([, messages]) => messages.size > 0);
  await Promise.allSettled(asked.map(([chatId]) => client.deleteChat(chatId)));
}
