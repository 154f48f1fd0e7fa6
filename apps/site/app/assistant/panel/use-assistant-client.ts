import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { request } from "../../api/request.ts";
import { useSiteConfig } from "../../api/use-site-config.ts";
import { usePalette, useTheme } from "../../theme/use-theme.ts";
import { createChatClient } from "../chat-client/chat-client.ts";
import type { ChatClient } from "../chat-client/chat-client.ts";
import { contextItems } from "../context-items.ts";
import type { AssistantToolset } from "../tools/assistant-tools-context.ts";

export interface AssistantClient {
  /** Undefined in the first moment. */
  readonly client: ChatClient | undefined;
  /** Undefined until the server has said it. */
  readonly hasModel: boolean | undefined;
}

/** An answer may search, and call several tools. */
const timeoutMs = 120_000;

/** The chats of the signed-in user, with the tools and what the page knows at each question. One user has one. */
export function useAssistantClient(userId: string, tools: AssistantToolset): AssistantClient {
  const { pathname } = useLocation();
  const { data: config } = useSiteConfig();
  const theme = useTheme();
  const palette = usePalette();
  const [client, setClient] = useState<ChatClient>();
  const [hasModel, setHasModel] = useState<boolean>();
  const current = useRef({ tools, pathname, socialLinks: config?.socialLinks ?? [], theme, palette });
  useEffect(() => {
    current.current = { tools, pathname, socialLinks: config?.socialLinks ?? [], theme, palette };
  });
  useEffect(() => {
    const opened = createChatClient({
      serverUrl: location.origin,
      async getToken(signal) {
        const issued = await request("POST /internal/assistant/token", { signal });
        setHasModel(issued.hasModel);
        return issued.token;
      },
      tools: () => current.current.tools,
      knowledge: () =>
        contextItems({
          ...current.current,
          now: new Date(),
          timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          title: document.title,
          language: navigator.language,
        }),
      timeoutMs,
    });
    setClient(opened);
    return () => opened.close();
  }, [userId]);
  return { client, hasModel };
}
