import type { PointerEvent } from "react";
import { sizeAfterKey } from "./panel-size.ts";
import type { PanelSize } from "./panel-size.ts";

export interface ResizeHandlesProps {
  size: PanelSize;
  onResize: (size: PanelSize) => void;
}

const handles = [
  { name: "top", className: "inset-x-3 -top-1 h-2 cursor-ns-resize", w: 0, h: 1 },
  { name: "left", className: "inset-y-3 -left-1 w-2 cursor-ew-resize", w: 1, h: 0 },
] as const;

/** The edges that are dragged, and the corner, which the arrow keys move as well. */
export function ResizeHandles({ size, onResize }: ResizeHandlesProps) {
  const drag = (w: number, h: number) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const handle = event.currentTarget;
    const { clientX, clientY } = event;
    handle.setPointerCapture(event.pointerId);
    const move = ({ clientX: x, clientY: y }: globalThis.PointerEvent) =>
      onResize({ w: size.w + w * (clientX - x), h: size.h + h * (clientY - y) });
    const over = new AbortController();
    handle.addEventListener("pointermove", move, { signal: over.signal });
    for (const end of ["pointerup", "pointercancel"] as const)
      handle.addEventListener(end, () => over.abort(), { signal: over.signal });
  };
  return (
    <>
      {handles.map(({ name, className, w, h }) => (
        <div key={name} aria-hidden className={`absolute touch-none ${className}`} onPointerDown={drag(w, h)} />
      ))}
      <button
        type="button"
        aria-label="Resize: use the arrow keys"
        title="Resize"
        className="absolute -top-1 -left-1 size-4 cursor-nwse-resize touch-none rounded-sm"
        onPointerDown={drag(1, 1)}
        onKeyDown={(event) => {
          const next = sizeAfterKey(size, event);
          if (next === undefined) return;
          event.preventDefault();
          onResize(next);
        }}
      />
    </>
  );
}
