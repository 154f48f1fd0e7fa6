import { useClient } from "@weft/react";
import { useCallback, useState, useSyncExternalStore } from "react";
import type { ClientComments } from "@weft/client";

/** What the client knows of comments, once it is loaded; components are rendered again when `select` answers something else. */
export function useCommentsPart<T>(select: (comments: ClientComments) => T): T | undefined {
  const client = useClient();
  const [loaded, setLoaded] = useState<ClientComments>();
  const subscribe = useCallback(
    (changed: () => void) => {
      if (loaded !== undefined) return loaded.store.subscribe(changed);
      let isOver = false;
      client.loadComments().then(
        (comments) => {
          if (!isOver) setLoaded(comments);
        },
        // The hooks that show comments report it.
        () => {},
      );
      return () => {
        isOver = true;
      };
    },
    [client, loaded],
  );
  return useSyncExternalStore(
    subscribe,
    () => (loaded === undefined ? undefined : select(loaded)),
    () => undefined,
  );
}

/** The current user's id, also outside of rooms; undefined until it is known. */
export function useCurrentUserId(): string | undefined {
  const id = useCommentsPart(({ store }) => store.userId);
  return id === "anonymous" ? undefined : id;
}
