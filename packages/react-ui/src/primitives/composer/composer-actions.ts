import type { RefObject } from "react";
import { useState } from "react";
import type { DraftAttachments } from "../../draft/attachments/draft-attachments.ts";
import type { CommentEditor } from "../../draft/editor/comment-editor.ts";
import type { ComposerBodyMark } from "../../overrides/overrides.ts";

/** What can be done to a composer: the same functions for as long as it is there. */
export function useComposerActions(
  editor: CommentEditor,
  attachments: DraftAttachments,
  form: RefObject<HTMLFormElement | null>,
  files: RefObject<HTMLInputElement | null>,
) {
  const [actions] = useState(() => ({
    submit: () => form.current?.requestSubmit(),
    clear() {
      editor.clear();
      attachments.clear();
    },
    select: () => editor.selectAll(),
    focus: () => editor.focus(),
    blur: () => editor.blur(),
    toggleMark: (mark: ComposerBodyMark) => editor.toggleMark(mark),
    createMention: () => editor.beginMention(),
    insertText: (text: string) => editor.insertText(text),
    attachFiles: () => files.current?.click(),
    removeAttachment: (id: string) => attachments.remove(id),
  }));
  return actions;
}
