import type { ComponentType, CSSProperties } from "react";
import { createContext, forwardRef, useContext, useEffect, useLayoutEffect, useMemo, useState } from "react";
import type { CommentEditor } from "../../draft/editor/comment-editor.ts";
import { usePlacement } from "../../ui/floating.ts";
import { useMergedRefs } from "../../ui/merged-refs.ts";
import { Portal } from "../../ui/portal.tsx";
import { useEditorState } from "./composer-context.ts";
import type { ComposerEditorFloatingToolbarProps, ComposerFloatingToolbarProps } from "./composer-props.ts";

interface OpenToolbar {
  readonly setFloating: (element: HTMLElement | null) => void;
  readonly style: CSSProperties;
  readonly data: object;
}

const ToolbarContext = createContext<OpenToolbar | null>(null);

interface ToolbarAtSelectionProps {
  readonly editor: CommentEditor;
  readonly Toolbar: ComponentType<ComposerEditorFloatingToolbarProps>;
}

/** A toolbar beside the text that is selected, once the pointer that selects it is up. */
export function ToolbarAtSelection({ editor, Toolbar }: ToolbarAtSelectionProps) {
  const { hasSelection } = useEditorState(editor);
  const [isSelecting, setSelecting] = useState(false);
  const { refs, style, data } = usePlacement({ side: "top", sideOffset: 6 });
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
      refs.setReference({ getBoundingClientRect: () => rectOfSelection(root), contextElement: root });
  }, [editor, refs, isShown]);
  const open = useMemo(() => ({ setFloating: refs.setFloating, style, data }), [refs, style, data]);
  if (!isShown) return null;
  return (
    <ToolbarContext.Provider value={open}>
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
  function ComposerFloatingToolbar({ style, onPointerDown, onMouseDown, ...props }, ref) {
    const open = useContext(ToolbarContext);
    if (open === null) throw new Error("Composer.FloatingToolbar is of Composer.Editor's components.FloatingToolbar.");
    const merged = useMergedRefs(ref, open.setFloating);
    return (
      <Portal
        role="toolbar"
        {...open.data}
        {...props}
        ref={merged}
        style={{ ...open.style, ...style }}
        onPointerDown={(event) => {
          onPointerDown?.(event);
          event.preventDefault();
        }}
        // What is selected stays so.
        onMouseDown={(event) => {
          onMouseDown?.(event);
          event.preventDefault();
        }}
      />
    );
  },
);
