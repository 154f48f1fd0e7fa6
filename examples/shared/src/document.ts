import { useRoom, useStatus } from "@liveblocks/react";
import { getYjsProviderForRoom } from "@liveblocks/yjs";
import type { LiveblocksYjsProvider } from "@liveblocks/yjs";
import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import { VisitorAwareness } from "./visitor-awareness.ts";
import type { Visitor } from "./visitor.ts";

export type { Writer } from "./visitor-awareness.ts";

/** The Yjs document of a room, and what editors show of its visitors. */
export interface SharedDocument {
  readonly provider: LiveblocksYjsProvider;
  readonly awareness: VisitorAwareness;
  /** Whether the document has come from the server, as it may be there and still look empty before. */
  readonly loaded: boolean;
}

/** The document of the surrounding room. Editors show the others by the `user` in their awareness, which is set here. */
export function useDocument(visitor: Visitor): SharedDocument {
  // One per room, shared by all callers.
  const provider = getYjsProviderForRoom(useRoom());
  const awareness = useMemo(() => new VisitorAwareness(provider.awareness), [provider]);
  const loaded = useSyncExternalStore(
    useCallback(
      (listener) => {
        provider.on("status", listener);
        return () => provider.off("status", listener);
      },
      [provider],
    ),
    () => provider.getStatus() !== "loading",
  );
  const status = useStatus();
  useEffect(() => {
    // A field that is set before the first connection is lost with the next one that is set.
    if (status === "connected") provider.awareness.setLocalStateField("user", visitor);
  }, [provider, status, visitor]);
  return { provider, awareness, loaded };
}
