import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import {
  EditorPopover,
  EditorPopoverExternal,
  ToolbarRoot,
  ToolbarSeparator,
  useTextEditorOverrides,
} from "@weft/react-ui/text-editor";
import { forwardRef, useEffect, useMemo, useState } from "react";
import { sessionOf } from "../collaboration/editor-session.ts";
import { useEditorValue } from "../collaboration/use-editor-value.ts";
import { selectionAnchor, selectionSignature } from "../selection-anchor.ts";
import { ToolbarBlockSelector } from "./block-selector.tsx";
import type { LexicalToolbarProps } from "./toolbar.tsx";
import { ToolbarContent, ToolbarSectionAi, ToolbarSectionCollaboration, ToolbarSectionInline } from "./toolbar.tsx";

/** Props of `FloatingToolbar`. */
export interface LexicalFloatingToolbarProps extends LexicalToolbarProps {
  /** Whether it is above the selection or below it. By default "top". */
  readonly position?: "top" | "bottom";
  /** Pixels between the selection and the toolbar. By default 6. */
  readonly offset?: number;
}

const FloatingToolbarAtSelection = forwardRef<HTMLDivElement, LexicalFloatingToolbarProps>(function FloatingToolbar(
  { position = "top", offset = 6, before, after, children, className, ...props },
  ref,
) {
  const [editor] = useLexicalComposerContext();
  const texts = useTextEditorOverrides();
  const selected = useEditorValue(
    editor,
    () => (editor.isEditable() && !sessionOf(editor).isComposing ? selectionSignature(editor) : ""),
    "",
  );
  const [dismissed, setDismissed] = useState("");
  const isPressed = usePointerPressed(editor);
  const isOpen = selected !== "" && selected !== dismissed && !isPressed;
  const anchor = useMemo(() => (selected === "" ? null : selectionAnchor(editor)), [editor, selected]);
  return (
    <EditorPopover
      open={isOpen}
      anchor={anchor}
      placement={position}
      offset={offset}
      // Beside the content of the page, where what is in no landmark is hard to find.
      role="region"
      aria-label={props["aria-label"] ?? texts.TEXT_EDITOR_TOOLBAR}
      onDismiss={() => setDismissed(selected)}
      className="lb-lexical-floating-toolbar-popover"
    >
      <ToolbarRoot
        {...props}
        ref={ref}
        className={`lb-lexical-floating-toolbar${className === undefined ? "" : ` ${className}`}`}
      >
        <ToolbarContent
          before={before}
          after={after}
          fallback={
            <>
              <ToolbarBlockSelector />
              <ToolbarSeparator />
              <ToolbarSectionInline />
              <ToolbarSeparator />
              <ToolbarSectionCollaboration />
              <ToolbarSectionAi />
            </>
          }
        >
          {children}
        </ToolbarContent>
      </ToolbarRoot>
    </EditorPopover>
  );
});

/** While the user selects with the pointer, nothing is to be in the way. */
function usePointerPressed(editor: ReturnType<typeof useLexicalComposerContext>[0]): boolean {
  const [isPressed, setPressed] = useState(false);
  useEffect(() => {
    const down = () => setPressed(true);
    const up = () => setPressed(false);
    const stop = editor.registerRootListener((element, before) => {
      before?.removeEventListener("pointerdown", down);
      element?.addEventListener("pointerdown", down);
    });
    window.addEventListener("pointerup", up, true);
    window.addEventListener("pointercancel", up, true);
    return () => {
      stop();
      window.removeEventListener("pointerup", up, true);
      window.removeEventListener("pointercancel", up, true);
    };
  }, [editor]);
  return isPressed;
}

/**
 * A toolbar beside what is selected.
 *
 * @example
 * <WeftPlugin>
 *   <FloatingToolbar />
 * </WeftPlugin>
 */
export const FloatingToolbar = Object.assign(FloatingToolbarAtSelection, {
  /** Around elements of other libraries that a part of the toolbar opens elsewhere in the document: it stays open for them. */
  External: EditorPopoverExternal,
});
