/** What components know of comments, and their edits, inside and outside of rooms. */
import type { CommentsStore, ThreadVisibility } from "@weft/client";
import { accessOf, allows } from "@weft/client/environment";
import { RoomContext, useClient } from "@weft/react";
import { useCallback, useContext, useSyncExternalStore } from "react";
import { useCommentsPart } from "../ui/current-user.ts";

/** Runs an edit, which is shown at once. Failures are in `client.events.error`. */
export function useStoreEdit(): (run: (store: CommentsStore) => Promise<unknown>) => void {
  const client = useClient();
  return useCallback(
    (run) => {
      client
        .loadComments()
        .then(({ store }) => run(store))
        .catch(() => {});
    },
    [client],
  );
}

/**
 * Whether the user may write comments in threads of a visibility: as the server said with the room's threads, or when the room was
 * connected. It is assumed until then.
 */
export function useCanComment(roomId: string, visibility: ThreadVisibility = "public"): boolean {
  const scopes = useCommentsPart(({ store }) => store.scopesIn(roomId));
  const room = useContext(RoomContext);
  const subscribe = useCallback(
    (changed: () => void) => (room === null ? () => {} : room.events.self.subscribe(changed)),
    [room],
  );
  const ofRoom = useSyncExternalStore(
    subscribe,
    () => (room?.id === roomId ? room.getSelf()?.canComment : undefined),
    () => undefined,
  );
  if (scopes !== undefined) return allows(accessOf(scopes), `comments:${visibility}`, "write");
  return ofRoom ?? true;
}

/** Whether the component is in the room: composers work in that of their `RoomProvider` alone. */
export function useIsInRoom(roomId: string): boolean {
  return useContext(RoomContext)?.id === roomId;
}
