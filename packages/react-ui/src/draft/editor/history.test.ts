import { $getRoot, $getSelection, $isRangeSelection, REDO_COMMAND, UNDO_COMMAND } from "lexical";
import { expect, test } from "vitest";
import { CommentEditor } from "./comment-editor.ts";

function openEditor() {
  let now = 0;
  const editor = new CommentEditor({ onSubmit: () => {}, onPasteFiles: () => false, now: () => now });
  return {
    editor,
    pause: () => void (now += 5_000),
    type: (text: string) => {
      for (const character of text)
        editor.lexical.update(
          () => {
            if ($getSelection() === null) $getRoot().selectEnd();
            const selection = $getSelection();
            if ($isRangeSelection(selection)) selection.insertText(character);
          },
          { discrete: true },
        );
    },
    undo: () => editor.lexical.dispatchCommand(UNDO_COMMAND, undefined),
    redo: () => editor.lexical.dispatchCommand(REDO_COMMAND, undefined),
    text: () => editor.lexical.read(() => $getRoot().getTextContent()),
  };
}

test("[UI52] what is typed without a pause is undone at once, and done again", () => {
  const { type, pause, undo, redo, text } = openEditor();
  type("one");
  pause();
  type(" two");
  undo();
  expect(text()).toBe("one");
  undo();
  expect(text()).toBe("");
  undo();
  expect(text()).toBe("");
  redo();
  redo();
  expect(text()).toBe("one two");
});

test("[UI52] what is written after undoing cannot be done again, and a sent comment cannot be undone", () => {
  const { editor, type, pause, undo, redo, text } = openEditor();
  type("a");
  pause();
  type("b");
  undo();
  expect(text()).toBe("a");
  type("c");
  redo();
  expect(text()).toBe("ac");
  editor.clear();
  undo();
  expect(text()).toBe("");
});
