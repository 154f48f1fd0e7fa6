import { useRoom } from "@weft/react";
import { getYjsProviderForRoom } from "@weft/yjs";
import { useCallback, useSyncExternalStore } from "react";

/**
 * Whether the document of the room has been loaded, so that the editor shows it and can be written to.
 *
 * @example
 * const isReady = useIsEditorReady();
 * return isReady ? null : <Spinner />;
 */
export function useIsEditorReady(): boolean {
  const room = useRoom();
  const subscribe = useCallback(
    (listener: () => void) => {
      const provider = getYjsProviderForRoom(room);
      provider.on("status", listener);
      return () => provider.off("status", listener);
    },
    [room],
  );
  return useSyncExternalStore(
    subscribe,
    () => getYjsProviderForRoom(room).getStatus() !== "loading",
    () => false,
  );
}
