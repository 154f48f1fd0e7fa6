import type { Room } from "@weft/client";
import { useRoom, useStatus } from "@weft/react";
import { useEffect, useRef } from "react";

/** A kind of text editor, as back ends know it (client-api 8.2). */
export type TextEditorType = Parameters<Room["reportTextEditor"]>[0];

/**
 * Tells the server once which editor the room's text is written with, and under which key of the Yjs document it is, when the room is
 * connected (client-api 8.2). Back ends read the text by it. Failures are not thrown.
 *
 * @example
 * useEditorMetadata("lexical", "root");
 */
export function useEditorMetadata(type: TextEditorType, rootKey: string): void {
  const room = useRoom();
  const isConnected = useStatus() === "connected";
  const reported = useRef<object>(undefined);
  useEffect(() => {
    if (!isConnected || reported.current === room) return;
    reported.current = room;
    room.reportTextEditor(type, rootKey).catch(() => {});
  }, [room, isConnected, type, rootKey]);
}
