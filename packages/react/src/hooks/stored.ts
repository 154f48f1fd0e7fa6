import type { CommentsStore } from "@weft/client";
import { useCallback, useSyncExternalStore } from "react";
import { loadedComments } from "@weft/client/framework";
import { watchComments } from "../comments-part.ts";
import type { AnyClient } from "../room.ts";

/** A single object of what the client knows by now, which it answers as the same object until it changes. */
export function useStored<T>(client: AnyClient, select: (store: CommentsStore) => T | undefined): T | undefined {
  const subscribe = useCallback((changed: () => void) => watchComments(client, changed), [client]);
  const read = () => {
    const comments = loadedComments(client);
    return comments === undefined ? undefined : select(comments.store);
  };
  return useSyncExternalStore(subscribe, read, () => undefined);
}
