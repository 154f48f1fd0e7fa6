import type { ComponentProps } from "react";
import { forwardRef } from "react";
import type { FloatingPosition } from "../../ui/floating.ts";
import { useMergedRefs } from "../../ui/merged-refs.ts";
import { Portal } from "../../ui/portal.tsx";

interface EditorPortalProps extends ComponentProps<typeof Portal> {
  readonly placement: FloatingPosition;
}

/** An element beside the text of an editor. The editor keeps the focus, and what is selected in it. */
export const EditorPortal = forwardRef<HTMLDivElement, EditorPortalProps>(function EditorPortal(
  { placement: { refs, style, data }, onPointerDown, onMouseDown, ...props },
  ref,
) {
  return (
    <Portal
      {...data}
      {...props}
      ref={useMergedRefs(ref, refs.setFloating)}
      style={{ ...style, ...props.style }}
      onPointerDown={(event) => {
        onPointerDown?.(event);
        event.preventDefault();
      }}
      onMouseDown={(event) => {
        onMouseDown?.(event);
        event.preventDefault();
      }}
    />
  );
});
