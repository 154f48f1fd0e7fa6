import { nanoid } from "nanoid";
import { useCallback, useState } from "react";
import { readItem, storeItem } from "../../storage/browser-storage.ts";

const key = (userId: string) => `weft:assistant-chat:${userId}`;

/** Which chat is open in this tab, even after the panel was closed. A new one is only an id until its first message. */
export function useOpenChatId(userId: string): readonly [string, (chatId: string) => void, () => void] {
  const [chatId, setChatId] = useState(() => readItem(key(userId), "session") ?? stored(userId, newChatId()));
  const choose = useCallback((id: string) => setChatId(stored(userId, id)), [userId]);
  return [chatId, choose, useCallback(() => choose(newChatId()), [choose])];
}

function newChatId(): string {
  return `ch_${nanoid()}`;
}

function stored(userId: string, chatId: string): string {
  storeItem(key(userId), chatId, "session");
  return chatId;
}
