import type { HistoryVersion } from "@weft/client";
import { useBroadcastEvent, useEventListener, useRoom } from "@weft/react";
import type { WeftYjsProvider } from "@weft/yjs";
import { useCallback, useEffect, useState } from "react";

export type Version = HistoryVersion;

export type Versions =
  | { readonly kind: "loading" }
  | { readonly kind: "listed"; readonly versions: readonly Version[] }
  | { readonly kind: "failed" };

export type Saving = "none" | "submitting" | "error";

/**
 * The versions of the room's document, the newest first, and a way to save one. An event tells the others that a version was saved,
 * so that they see it at once.
 */
export function useVersions(provider: WeftYjsProvider) {
  const room = useRoom();
  const tellOthers = useBroadcastEvent();
  const [versions, setVersions] = useState<Versions>({ kind: "loading" });
  const [saving, setSaving] = useState<Saving>("none");

  const list = useCallback(async () => {
    try {
      const { versions: found } = await room.listHistoryVersions();
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
      await provider.flushed();
      await room.createHistoryVersion();
      tellOthers({ type: "versionSaved" });
      await list();
      setSaving("none");
    } catch {
      setSaving("error");
    }
  };

  return { versions, saving, save, list };
}
