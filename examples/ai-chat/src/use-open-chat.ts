import { newId } from "@weft/example-shared";
import { useState } from "react";

const parameter = "chat";

/**
 * Which chat is open. The application chooses the ids of chats, and nothing is stored before the first message. The id is
 * part of the address, so that a reload opens the same chat.
 */
export function useOpenChat() {
  const [chatId, setChatId] = useState(() => new URLSearchParams(location.search).get(parameter) ?? remember(newId()));
  const open = (id: string) => setChatId(remember(id));
  return { chatId, open, openNew: () => open(newId()) };
}

function remember(id: string): string {
  const url = new URL(location.href);
  url.searchParams.set(parameter, id);
  history.replaceState(null, "", url);
  return id;
}
