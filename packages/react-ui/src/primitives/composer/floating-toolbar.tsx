import type { ComponentType } from "react";
import { createContext, forwardRef, useContext, useEffect, useLayoutEffect, useState } from "react";
import type { CommentEditor } from "../../draft/editor/comment-editor.ts";
import { usePlacement } from "../../ui/floating.ts";
import type { FloatingPosition } from "../../ui/floating.ts";
import { useEditorState } from "./composer-context.ts";
import type { ComposerEditorFloatingToolbarProps, ComposerFloatingToolbarProps } from "./composer-props.ts";
import { EditorPortal } from "./editor-portal.tsx";

const ToolbarContext = createContext<FloatingPosition | null>(null);

interface ToolbarAtSelectionProps {
  readonly editor: CommentEditor;
  readonly Toolbar: ComponentType<ComposerEditorFloatingToolbarProps>;
}

/** A toolbar beside the text that is selected, once the pointer that selects it is up. */
export function ToolbarAtSelection({ editor, Toolbar }: ToolbarAtSelectionProps) {
  const { hasSelection } = useEditorState(editor);
  const [isSelecting, setSelecting] = useState(false);
  const placement = usePlacement({ side: "top", sideOffset: 6 });
  useEffect(() => {
    const down = ({ target }: PointerEvent) => {
      if (target instanceof Node && editor.lexical.getRootElement()?.contains(target) === true) setSelecting(true);
    };
    const up = () => setSelecting(false);
    document.addEventListener("pointerdown", down);
    for (const type of ["pointerup", "pointercancel"] as const) document.addEventListener(type, up);
    return () => {
      document.removeEventListener("pointerdown", down);
      for (const type of ["pointerup", "pointercancel"] as const) document.removeEventListener(type, up);
    };
  }, [editor]);
  const isShown = hasSelection && !isSelecting;
  useLayoutEffect(() => {
    const root = editor.lexical.getRootElement();
    if (isShown && root !== null)
      placement.refs.setReference({ getBoundingClientRect: () => rectOfSelection(root), contextElement: root });
  }, [editor, placement.refs, isShown]);
  if (!isShown) return null;
  return (
    <ToolbarContext.Provider value={placement}>
      <Toolbar />
    </ToolbarContext.Provider>
  );
}

function rectOfSelection(root: HTMLElement): DOMRect {
  const selection = root.ownerDocument.getSelection();
  const range = selection !== null && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined;
  return range?.getBoundingClientRect?.() ?? root.getBoundingClientRect();
}

/**
 * A toolbar beside the text that is selected.
 *
 * @example
 * <Composer.FloatingToolbar>
 *   <Composer.MarkToggle mark="bold">Bold</Composer.MarkToggle>
 * </Composer.FloatingToolbar>
 */
export const ComposerFloatingToolbar = forwardRef<HTMLDivElement, ComposerFloatingToolbarProps>(
  function ComposerFloatingToolbar(props, ref) {
    const placement = useContext(ToolbarContext);
    if (placement === null)
      throw new Error("Composer.FloatingToolbar is of Composer.Editor's components.FloatingToolbar.");
    return <EditorPortal role="toolbar" {...props} ref={ref} placement={placement} />;
  },
);
