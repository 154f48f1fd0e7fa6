import { nanoid } from "nanoid";
import { useCallback, useState } from "react";

const key = (userId: string) => `weft:assistant-chat:${userId}`;

/** Which chat is open in this tab, also after the panel was closed. A new one is only an id until its first message. */
export function useOpenChatId(userId: string): readonly [string, (chatId: string) => void, () => void] {
  const [chatId, setChatId] = useState(() => read(userId) ?? stored(userId, newChatId()));
  const choose = useCallback((id: string) => setChatId(stored(userId, id)), [userId]);
  return [chatId, choose, useCallback(() => choose(newChatId()), [choose])];
}

function newChatId(): string {
  return `ch_${nanoid()}`;
}

function read(userId: string): string | null {
  try {
    return sessionStorage.getItem(key(userId));
  } catch {
    return null;
  }
}

function stored(userId: string, chatId: string): string {
  try {
    sessionStorage.setItem(key(userId), chatId);
  } catch {
    // Storage may be forbidden: the next time that the panel opens, a new chat begins.
  }
  return chatId;
}
