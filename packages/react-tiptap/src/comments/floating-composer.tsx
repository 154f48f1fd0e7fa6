"use client";
import type { AppCommentMetadata, AppThreadMetadata } from "@weft/client";
import { EditorComposer } from "@weft/react-ui/text-editor";
import type { EditorComposerComponents, ThreadComposerProps } from "@weft/react-ui/text-editor";
import { useEditorState } from "@tiptap/react";
import type { Editor } from "@tiptap/react";
import { forwardRef, useMemo } from "react";
import type { ReactElement, RefAttributes } from "react";
import { anchorOfText } from "../document/text-anchor.ts";
import { hasPendingComment } from "./comments-extension.ts";

/** Props of `FloatingComposer`: those of a `Composer` that begins a thread, and the editor. */
export type TextComposerProps<TM = AppThreadMetadata, CM = AppCommentMetadata> = ThreadComposerProps<TM, CM> & {
  /** Components to render it with. */
  readonly components?: Partial<EditorComposerComponents>;
  readonly editor: Editor | null;
};

/**
 * A composer below the selected text, which begins a thread about it. It opens with the command `addPendingComment`.
 *
 * @example
 * <FloatingComposer editor={editor} style={{ width: 350 }} />
 */
export const FloatingComposer = forwardRef<HTMLFormElement, TextComposerProps>(function FloatingComposer(
  { editor, ...props },
  ref,
) {
  const pending = useEditorState({
    editor,
    selector: ({ editor: of }) =>
      of !== null && hasPendingComment(of.state) ? { from: of.state.selection.from, to: of.state.selection.to } : null,
  });
  const [from, to] = [pending?.from, pending?.to];
  const anchor = useMemo(
    () => (editor === null || from === undefined || to === undefined ? null : anchorOfText(editor.view, from, to)),
    [editor, from, to],
  );
  return (
    <EditorComposer
      {...props}
      ref={ref}
      anchor={anchor}
      open={anchor !== null}
      popoverClassName="lb-tiptap-floating-composer"
      onDismiss={() => {
        editor?.commands.selectThread(null);
        editor?.view.focus();
      }}
      onCreate={({ id }) => {
        editor?.commands.addComment(id);
        editor?.view.focus();
      }}
    />
  );
}) as <TM = AppThreadMetadata, CM = AppCommentMetadata>(
  props: TextComposerProps<TM, CM> & RefAttributes<HTMLFormElement>,
) => ReactElement;
