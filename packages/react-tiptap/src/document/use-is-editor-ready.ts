"use client";
import { useRoom } from "@weft/react";
import { useMemo, useSyncExternalStore } from "react";
import type { EditorRoom } from "./editor-room.ts";
import { documentOf } from "./room-document.ts";

/**
 * Whether the text of the room's editors has been loaded, so that what they show is what there is.
 *
 * @example
 * return useIsEditorReady() ? <EditorContent editor={editor} /> : <Skeleton />;
 */
export function useIsEditorReady(): boolean {
  const room: EditorRoom = useRoom();
  const document = useMemo(() => documentOf(room), [room]);
  return useSyncExternalStore(
    document.subscribe,
    () => document.isLoaded,
    () => false,
  );
}
