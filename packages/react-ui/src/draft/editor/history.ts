/** Undo and redo. What is typed without a pause is undone at once. */
import type { EditorState, LexicalEditor, UpdateListenerPayload } from "lexical";
import {
  $getNodeByKey,
  $isTextNode,
  COMMAND_PRIORITY_EDITOR,
  HISTORIC_TAG,
  HISTORY_MERGE_TAG,
  REDO_COMMAND,
  UNDO_COMMAND,
} from "lexical";

export interface EditorHistoryOptions {
  /** A pause of this length, in milliseconds, ends what is undone at once. */
  readonly pauseMs?: number;
  readonly now?: () => number;
}

export interface EditorHistory {
  /** Forgets what was done, as when a comment was sent. */
  clear(): void;
  stop(): void;
}

type Edit = "typing" | "deleting" | "composing" | "other";

const maxEntries = 200;

export function registerEditorHistory(
  editor: LexicalEditor,
  { pauseMs = 1_000, now = () => performance.now() }: EditorHistoryOptions = {},
): EditorHistory {
  let current: EditorState = editor.getEditorState();
  let undoable: EditorState[] = [];
  let redoable: EditorState[] = [];
  let last: { readonly edit: Edit; readonly at: number } | undefined;

  const updated = (update: UpdateListenerPayload) => {
    const { editorState, tags, dirtyLeaves, dirtyElements } = update;
    if (tags.has(HISTORIC_TAG)) return;
    const before = current;
    current = editorState;
    // The selection is kept with what it is in, so that undoing puts it back.
    if (dirtyLeaves.size === 0 && dirtyElements.size === 0) return;
    if (tags.has(HISTORY_MERGE_TAG)) return;
    const edit = editor.isComposing() ? "composing" : editOf(update);
    const at = now();
    const goesOn = edit !== "other" && last?.edit === edit && at - last.at < pauseMs;
    last = { edit, at };
    redoable = [];
    if (!goesOn) undoable = [...undoable, before].slice(-maxEntries);
  };
  const travel = (from: EditorState[], to: EditorState[]) => {
    const state = from.pop();
    if (state === undefined) return;
    to.push(current);
    current = state;
    last = undefined;
    editor.setEditorState(state, { tag: HISTORIC_TAG });
  };
  const stops = [
    editor.registerUpdateListener(updated),
    editor.registerCommand(UNDO_COMMAND, () => (travel(undoable, redoable), true), COMMAND_PRIORITY_EDITOR),
    editor.registerCommand(REDO_COMMAND, () => (travel(redoable, undoable), true), COMMAND_PRIORITY_EDITOR),
  ];
  return {
    clear() {
      current = editor.getEditorState();
      undoable = [];
      redoable = [];
      last = undefined;
    },
    stop: () => stops.forEach((stop) => stop()),
  };
}

/** One character more or less in one text is typing or deleting. */
function editOf({ editorState, prevEditorState, dirtyLeaves }: UpdateListenerPayload): Edit {
  const [key] = dirtyLeaves;
  if (key === undefined || dirtyLeaves.size > 1) return "other";
  const lengthIn = (state: EditorState) =>
    state.read(() => {
      const node = $getNodeByKey(key);
      return $isTextNode(node) ? node.getTextContentSize() : 0;
    });
  const added = lengthIn(editorState) - lengthIn(prevEditorState);
  return added === 1 ? "typing" : added === -1 ? "deleting" : "other";
}
