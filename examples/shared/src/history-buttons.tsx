import { useCanRedo, useCanUndo, useRedo, useUndo } from "@liveblocks/react";
import { useEffect, useEffectEvent } from "react";
import { HistoryIcon } from "./history-icon.tsx";
import { isTyping } from "./keyboard.ts";

const isMac = /Mac|iPhone|iPad/u.test(navigator.userAgent);
const shortcuts = isMac ? { undo: "⌘Z", redo: "⇧⌘Z" } : { undo: "Ctrl+Z", redo: "Ctrl+Shift+Z" };

/** Undo and redo of your own edits, by button and by keyboard. Other users' edits stay. */
export function HistoryButtons() {
  const undo = useUndo();
  const redo = useRedo();
  const canUndo = useCanUndo();
  const canRedo = useCanRedo();

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.metaKey || event.ctrlKey) || event.altKey || hasOwnHistory(event)) return;
    const key = event.key.toLowerCase();
    const wanted = key === "z" ? (event.shiftKey ? redo : undo) : key === "y" && !event.shiftKey ? redo : null;
    if (!wanted) return;
    event.preventDefault();
    wanted();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);

  return (
    <div className="history" role="group" aria-label="History">
      <button
        type="button"
        className="icon-button"
        aria-label="Undo"
        title={`Undo (${shortcuts.undo})`}
        disabled={!canUndo}
        onClick={undo}
      >
        <HistoryIcon />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label="Redo"
        title={`Redo (${shortcuts.redo})`}
        disabled={!canRedo}
        onClick={redo}
      >
        <HistoryIcon mirrored />
      </button>
    </div>
  );
}

/** A field with text in it has typing of its own to undo. An empty one has none, and the shortcut undoes an edit of the room. */
function hasOwnHistory(event: KeyboardEvent): boolean {
  const { target } = event;
  if (!isTyping(event)) return false;
  return !(target instanceof HTMLInputElement) || (target.type === "text" && target.value !== "");
}
