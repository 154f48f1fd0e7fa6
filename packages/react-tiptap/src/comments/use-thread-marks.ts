import type { Editor } from "@tiptap/core";
import { useSyncExternalStore } from "react";
import type { ThreadMarks } from "./thread-marks.ts";

const nothing = () => () => {};

/** The commented text of an editor; the component is rendered again when it changes. Undefined without an editor, or without comments. */
export function useThreadMarks(editor: Editor | null): ThreadMarks | undefined {
  const marks = marksOf(editor);
  useSyncExternalStore(
    marks?.subscribe ?? nothing,
    () => marks?.version ?? 0,
    () => 0,
  );
  return marks;
}

function marksOf(editor: Editor | null): ThreadMarks | undefined {
  // An editor may have been built without the extension.
  const storage = editor?.storage as Partial<Editor["storage"]> | undefined;
  return storage?.weftComments?.marks;
}
