"use client";
import { NodeSelection } from "@tiptap/pm/state";
import { useEditorState } from "@tiptap/react";
import type { Editor } from "@tiptap/react";
import {
  EditorPopover,
  EditorPopoverExternal,
  ToolbarSeparator,
  useTextEditorOverrides,
} from "@weft/react-ui/text-editor";
import { forwardRef, useEffect, useMemo, useState } from "react";
import type { ComponentProps, ReactElement } from "react";
import { aiQuestion } from "../ai/ai-extension.ts";
import { hasPendingComment } from "../comments/comments-extension.ts";
import { anchorOfText } from "../document/text-anchor.ts";
import { ToolbarBlockSelector } from "./block-selector.tsx";
import { ToolbarSectionAi, ToolbarSectionCollaboration, ToolbarSectionInline } from "./sections.tsx";
import { Toolbar } from "./toolbar.tsx";
import type { EditorToolbarSlot } from "./toolbar.tsx";

/** Props of `FloatingToolbar`. */
export interface FloatingToolbarProps extends Omit<ComponentProps<"div">, "children" | "ref" | "dir"> {
  readonly editor: Editor | null;
  /** Above the selected text, which is the default, or below it. */
  readonly position?: "top" | "bottom";
  /** Pixels between the selected text and the toolbar; by default 6. */
  readonly offset?: number;
  /** In place of the default content. */
  readonly children?: EditorToolbarSlot;
  /** In front of the content. */
  readonly before?: EditorToolbarSlot;
  /** After the content. */
  readonly after?: EditorToolbarSlot;
}

const FloatingToolbarOfEditor = forwardRef<HTMLDivElement, FloatingToolbarProps>(function FloatingToolbar(
  { editor, position = "top", offset = 6, children = DefaultContent, className, ...props },
  ref,
) {
  const selection = useEditorState({ editor, selector: ({ editor: of }) => (of === null ? null : selectedText(of)) });
  const [isWanted, dismiss] = useSelecting(editor);
  const texts = useTextEditorOverrides();
  const [from, to] = [selection?.from, selection?.to];
  const anchor = useMemo(
    () => (editor === null || from === undefined ? null : anchorOfText(editor.view, from, to)),
    [editor, from, to],
  );
  return (
    <EditorPopover
      open={isWanted && anchor !== null}
      anchor={anchor}
      placement={position}
      offset={offset}
      // Beside the content of the page, where what is in no landmark is hard to find.
      role="region"
      aria-label={props["aria-label"] ?? texts.TEXT_EDITOR_TOOLBAR}
      className="lb-tiptap-floating-toolbar-popover"
      onDismiss={dismiss}
    >
      <Toolbar {...props} ref={ref} editor={editor} className={`lb-tiptap-floating-toolbar ${className ?? ""}`.trim()}>
        {children}
      </Toolbar>
    </EditorPopover>
  );
});

function selectedText({ state, isEditable }: Editor): { readonly from: number; readonly to: number } | null {
  const { selection } = state;
  if (selection.empty || selection instanceof NodeSelection || !isEditable) return null;
  if (hasPendingComment(state) || aiQuestion(state) !== null) return null;
  return { from: selection.from, to: selection.to };
}

/** Whether the toolbar is shown: text is selected, no mouse button is held down, and the user has not closed the toolbar. */
function useSelecting(editor: Editor | null): readonly [isSelecting: boolean, stop: () => void] {
  const [isSelecting, setSelecting] = useState(false);
  const [isPressed, setPressed] = useState(false);
  useEffect(() => {
    if (editor === null) return;
    const { dom } = editor.view;
    const { ownerDocument } = dom;
    const selected = () => {
      if (editor.isFocused) setSelecting(true);
    };
    const press = () => setPressed(true);
    const release = () => setPressed(false);
    editor.on("selectionUpdate", selected);
    editor.on("focus", selected);
    dom.addEventListener("pointerdown", press);
    for (const type of ["pointerup", "pointercancel"]) ownerDocument.addEventListener(type, release);
    return () => {
      editor.off("selectionUpdate", selected);
      editor.off("focus", selected);
      dom.removeEventListener("pointerdown", press);
      for (const type of ["pointerup", "pointercancel"]) ownerDocument.removeEventListener(type, release);
    };
  }, [editor]);
  return [isSelecting && !isPressed, () => setSelecting(false)];
}

function DefaultContent(): ReactElement {
  return (
    <>
      <ToolbarBlockSelector />
      <ToolbarSeparator />
      <ToolbarSectionInline />
      <ToolbarSeparator />
      <ToolbarSectionCollaboration />
      <ToolbarSectionAi />
    </>
  );
}

/**
 * A toolbar beside the selected text.
 *
 * @example
 * <FloatingToolbar editor={editor} position="bottom" />
 */
export const FloatingToolbar: typeof FloatingToolbarOfEditor & {
  /** Around elements elsewhere in the document that belong to the toolbar: presses in them do not close it. */
  readonly External: typeof EditorPopoverExternal;
} = Object.assign(FloatingToolbarOfEditor, { External: EditorPopoverExternal });
