import type { Room } from "@weft/client";
import { useRoom, useSelf } from "@weft/react";
import { checkedColor, colorFor } from "@weft/react-ui/text-editor";
import { getYjsProviderForRoom } from "@weft/yjs";
import type { LexicalEditor } from "lexical";
import { CAN_REDO_COMMAND, CAN_UNDO_COMMAND, COMMAND_PRIORITY_EDITOR, REDO_COMMAND, UNDO_COMMAND } from "lexical";
import type { RefObject } from "react";
import { useEffect } from "react";
import { LexicalBinding } from "../binding/binding.ts";
import type { CollaborationUser } from "./carets.ts";
import { showCarets } from "./carets.ts";
import { sessionOf } from "./editor-session.ts";

/** Name and color, of the user's info or made from the id. */
function useCaretUser(): CollaborationUser {
  const self = useSelf(({ id, info }) => ({ id, info: info as unknown }));
  const { name, color } = (typeof self?.info === "object" ? (self.info ?? {}) : {}) as Readonly<
    Record<string, unknown>
  >;
  const id = self?.id ?? "";
  return {
    name: typeof name === "string" && name !== "" ? name : id,
    color: checkedColor(color) ?? colorFor(id),
  };
}

/** Binds an editor to its room's document from when that is loaded, with carets and undo. */
export function useBinding(editor: LexicalEditor, isReady: boolean, carets: RefObject<HTMLElement | null>): void {
  const room = useRoom();
  const { name, color } = useCaretUser();
  useEffect(() => (isReady ? bind(editor, room) : undefined), [editor, room, isReady]);
  useEffect(() => {
    const session = sessionOf(editor);
    let stop: (() => void) | undefined;
    let shown: LexicalBinding | undefined;
    const show = () => {
      const { binding } = session;
      if (binding === shown) return;
      stop?.();
      stop = undefined;
      shown = binding;
      const container = carets.current;
      if (binding === undefined || container === null) return;
      const { awareness } = getYjsProviderForRoom(room);
      stop = showCarets({ editor, binding, awareness, session, container, user: { name, color } });
    };
    show();
    const unsubscribe = session.subscribe(show);
    return () => {
      unsubscribe();
      stop?.();
    };
  }, [editor, room, name, color, carets]);
}

/** The editor is bound while it has an element, without which it commits nothing. */
function bind(editor: LexicalEditor, room: Room): () => void {
  const session = sessionOf(editor);
  let stop: (() => void) | undefined;
  const unregister = editor.registerRootListener((element) => {
    stop?.();
    stop = undefined;
    if (element === null) return;
    const binding = new LexicalBinding(editor, getYjsProviderForRoom(room).getYDoc());
    session.binding = binding;
    const stopUndo = registerUndo(editor, binding);
    stop = () => {
      session.binding = undefined;
      stopUndo();
      binding.destroy();
    };
  });
  return () => {
    unregister();
    stop?.();
  };
}

function registerUndo(editor: LexicalEditor, binding: LexicalBinding): () => void {
  const { undoManager } = binding;
  let isStopped = false;
  const travel = (direction: "undo" | "redo") => {
    // Commands run within an update, which has to be committed first.
    queueMicrotask(() => {
      if (!isStopped) binding.travel(direction);
    });
    return true;
  };
  const report = () => {
    editor.dispatchCommand(CAN_UNDO_COMMAND, undoManager.canUndo());
    editor.dispatchCommand(CAN_REDO_COMMAND, undoManager.canRedo());
  };
  const events = ["stack-item-added", "stack-item-popped", "stack-cleared"] as const;
  for (const event of events) undoManager.on(event, report);
  const stops = [
    editor.registerCommand(UNDO_COMMAND, () => travel("undo"), COMMAND_PRIORITY_EDITOR),
    editor.registerCommand(REDO_COMMAND, () => travel("redo"), COMMAND_PRIORITY_EDITOR),
  ];
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
    for (const event of events) undoManager.off(event, report);
  };
}
