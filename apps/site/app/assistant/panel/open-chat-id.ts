import { nanoid } from "nanoid";
import { useCallback, useState } from "react";

const key = (userId: string) => `weft:assistant-chat:${userId}`;

/** Which chat is open in this tab. A new one is only an id until its first message. */
export function useOpenChatId(userId: string): readonly [string, (chatId: string) => void, () => void] {
  const [chatId, setChatId] = useState(() => read(userId) ?? newChatId());
  const choose = useCallback(
    (id: string) => {
      setChatId(id);
      try {
        sessionStorage.setItem(key(userId), id);
      } catch {
        // Storage may be forbidden: a reload then begins a new chat.
      }
    },
    [userId],
  );
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
