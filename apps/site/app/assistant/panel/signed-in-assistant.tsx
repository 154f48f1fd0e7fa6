import { useEffect, useState } from "react";
import type { ChatClient } from "../chat-client/chat-client.ts";
import { useChat } from "../chat-client/use-chat.ts";
import { useChatStatus } from "../chat-client/use-chat-client.ts";
import { Conversation } from "../conversation/conversation.tsx";
import { ChatHistory } from "../history/chat-history.tsx";
import { NoProviderNote } from "./no-provider-note.tsx";
import { useOpenChatId } from "./open-chat-id.ts";
import { PanelFrame } from "./panel-frame.tsx";
import { takeQuestion, usePanelState } from "./panel-state.ts";

export interface SignedInAssistantProps {
  userId: string;
  client: ChatClient;
  hasModel: boolean | undefined;
}

/** The panel of a signed-in user: one chat, or the list of all. */
export function SignedInAssistant({ userId, client, hasModel }: SignedInAssistantProps) {
  const [view, setView] = useState<"chat" | "list">("chat");
  const [chatId, openChat, newChat] = useOpenChatId(userId);
  const chat = useChat(client, chatId);
  const status = useChatStatus(client);
  const { question } = usePanelState();
  const { isLoading, draft } = chat;
  const hasMessages = chat.messages.length > 0;
  useEffect(() => {
    if (question === undefined || isLoading) return;
    setView("chat");
    // A chat with messages stays as it is; the question begins another.
    if (hasMessages) return newChat();
    draft.write(question);
    takeQuestion();
  }, [question, isLoading, hasMessages, newChat, draft]);
  const show = (open: () => void) => {
    open();
    setView("chat");
  };
  const chats = {
    canCreate: !chat.isLoading && chat.messages.length > 0,
    isListed: view === "list",
    onNew: () => show(newChat),
    onToggleList: () => setView(view === "list" ? "chat" : "list"),
  };
  return (
    <PanelFrame chats={chats}>
      {hasModel === false && <NoProviderNote />}
      {view === "list" ? (
        <ChatHistory
          client={client}
          openChatId={chatId}
          onOpen={(id) => show(() => openChat(id))}
          onNewChat={() => show(newChat)}
          onDeleted={(id) => {
            if (id === chatId) newChat();
          }}
        />
      ) : (
        <Conversation key={chatId} chat={chat} disconnected={status === "disconnected"} />
      )}
    </PanelFrame>
  );
}
