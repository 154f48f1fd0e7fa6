import type { AiToolDefinition, Chats } from "@weft/client";
import { useClient } from "@weft/react";
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";

/** The client's part for chats, once its code is loaded. */
export function useLoadedChats(): Chats | undefined {
  const client = useClient();
  const [loaded, setLoaded] = useState<{ readonly client: object; readonly chats: Chats }>();
  useEffect(() => {
    let isOver = false;
    client.loadChats().then(
      (chats) => {
        if (!isOver) setLoaded({ client, chats });
      },
      // The hooks that show messages report it.
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [client]);
  return loaded?.client === client ? loaded.chats : undefined;
}

/** The tool of a name, while it is registered for a chat. */
export function useAiTool(chats: Chats | undefined, name: string, chatId: string): AiToolDefinition | undefined {
  const subscribe = useCallback(
    (changed: () => void) => chats?.tool(name, chatId).subscribe(changed) ?? (() => {}),
    [chats, name, chatId],
  );
  return useSyncExternalStore(
    subscribe,
    () => chats?.tool(name, chatId).getSnapshot(),
    () => undefined,
  );
}
