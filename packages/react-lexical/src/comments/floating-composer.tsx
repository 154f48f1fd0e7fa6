import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import type { AppCommentMetadata, AppThreadMetadata } from "@weft/client";
import type { EditorAnchor, EditorComposerComponents, ThreadComposerProps } from "@weft/react-ui/text-editor";
import { EditorComposer } from "@weft/react-ui/text-editor";
import { $getSelection, $isRangeSelection, COMMAND_PRIORITY_EDITOR } from "lexical";
import type { ReactElement, RefAttributes } from "react";
import { forwardRef, useEffect, useState } from "react";
import { sessionOf } from "../collaboration/editor-session.ts";
import { selectionAnchor } from "../selection-anchor.ts";
import { ATTACH_THREAD_COMMAND, OPEN_FLOATING_COMPOSER_COMMAND } from "./commands.ts";

/** Props of `FloatingComposer`: those of its composer. */
export type EditorFloatingComposerProps<TM = AppThreadMetadata, CM = AppCommentMetadata> = ThreadComposerProps<
  TM,
  CM
> & {
  readonly components?: Partial<EditorComposerComponents>;
};

/**
 * A composer beside what is selected, opened by `OPEN_FLOATING_COMPOSER_COMMAND`. The thread that it begins is that of the selected text.
 *
 * @example
 * <WeftPlugin>
 *   <FloatingComposer />
 * </WeftPlugin>
 */
export const FloatingComposer = forwardRef<HTMLFormElement, EditorFloatingComposerProps>(function FloatingComposer(
  { className, ...props },
  ref,
) {
  const [editor] = useLexicalComposerContext();
  const [anchor, setAnchor] = useState<EditorAnchor | null>(null);
  const isOpen = anchor !== null;
  useEffect(
    () =>
      editor.registerCommand(
        OPEN_FLOATING_COMPOSER_COMMAND,
        () => {
          const selection = $getSelection();
          if (!$isRangeSelection(selection) || selection.isCollapsed()) return false;
          setAnchor(selectionAnchor(editor));
          return true;
        },
        COMMAND_PRIORITY_EDITOR,
      ),
    [editor],
  );
  useEffect(() => {
    if (!isOpen) return;
    const session = sessionOf(editor);
    session.isComposing = true;
    return () => {
      session.isComposing = false;
    };
  }, [editor, isOpen]);
  return (
    <EditorComposer
      {...props}
      ref={ref}
      anchor={anchor}
      open={isOpen}
      popoverClassName="lb-lexical-floating-composer"
      className={className}
      onCreate={({ id }) => {
        editor.dispatchCommand(ATTACH_THREAD_COMMAND, id);
        setAnchor(null);
      }}
      onDismiss={() => setAnchor(null)}
    />
  );
}) as <TM = AppThreadMetadata, CM = AppCommentMetadata>(
  props: EditorFloatingComposerProps<TM, CM> & RefAttributes<HTMLFormElement>,
) => ReactElement;
