import { kInternal } from "@liveblocks/core";
import type { HistoryVersion } from "@liveblocks/core";
import { useBroadcastEvent, useEventListener, useRoom } from "@liveblocks/react";
import type { LiveblocksYjsProvider } from "@liveblocks/yjs";
import { useCallback, useEffect, useState } from "react";
import { whenSaved } from "./when-saved.ts";

export type Version = HistoryVersion;

export type Versions =
  | { readonly kind: "loading" }
  | { readonly kind: "listed"; readonly versions: readonly Version[] }
  | { readonly kind: "failed" };

export type Saving = "none" | "submitting" | "error";

/**
 * The versions of the room's document, the newest first, and a way to save one.
 *
 * The SDK's `useHistoryVersions` asks for new ones once a minute and has no counterpart that saves one; this hook calls
 * the underlying methods directly, and broadcasts an event to the others when a version is saved.
 */
export function useVersions(provider: LiveblocksYjsProvider) {
  const room = useRoom();
  const tellOthers = useBroadcastEvent();
  const [versions, setVersions] = useState<Versions>({ kind: "loading" });
  const [saving, setSaving] = useState<Saving>("none");

  const list = useCallback(async () => {
    try {
      const { versions: found } = await room[kInternal].listHistoryVersions();
      const newestFirst = found.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
      setVersions({ kind: "listed", versions: newestFirst });
    } catch {
      // Keep the earlier list.
      setVersions((before) => (before.kind === "listed" ? before : { kind: "failed" }));
    }
  }, [room]);

  useEffect(() => void list(), [list]);
  useEventListener(({ event }) => {
    if (event.type === "versionSaved") void list();
  });

  const save = async () => {
    setSaving("submitting");
    try {
      // The server saves its own state, so pending edits must have arrived.
      await whenSaved(provider);
      await room[kInternal].createVersionHistorySnapshot();
      tellOthers({ type: "versionSaved" });
      await list();
      setSaving("none");
    } catch {
      setSaving("error");
    }
  };

  return { versions, saving, save, list };
}
