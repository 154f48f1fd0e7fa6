import { dyeColour } from "@weft/example-shared";
import type { Size, Visitor } from "@weft/example-shared";
import { useEffect, useEffectEvent, useRef } from "react";
import type { Point } from "./glide.ts";
import type { Cursor } from "./room-types.ts";
import { useGlide } from "./use-glide.ts";

interface CursorMarkProps {
  readonly visitor: Visitor;
  readonly label: string;
  readonly cursor: Cursor | null;
  readonly size: Size;
  /** Called for each step of the movement, in pixels, and when the cursor leaves the canvas. */
  readonly onMove: (at: Point | null) => void;
}

/** Room for most names, in pixels; longer ones end in an ellipsis where their stylesheet says so. */
const nameWidth = 176;

/** One cursor with its name. Stays where it was while it fades out. */
export function CursorMark({ visitor, label, cursor, size, onMove }: CursorMarkProps) {
  const element = useRef<HTMLDivElement>(null);
  const visible = cursor !== null && size.width > 0;

  useGlide(visible ? { x: cursor.x * size.width, y: cursor.y * size.height } : null, (at) => {
    element.current?.style.setProperty("transform", `translate3d(${at.x}px, ${at.y}px, 0)`);
    onMove(at);
  });

  const leave = useEffectEvent(() => onMove(null));
  useEffect(() => {
    if (!visible) return undefined;
    return () => leave();
  }, [visible]);

  return (
    <div
      ref={element}
      className="cursor"
      data-testid="cursor"
      data-visible={visible || undefined}
      data-pointer={cursor?.pointer ?? "mouse"}
      // Names turn to the other side before the edge of the canvas would cut them.
      data-side={cursor && cursor.x * size.width > size.width - nameWidth ? "left" : "right"}
      style={{ "--dye": dyeColour(visitor) }}
      aria-hidden="true"
    >
      <svg className="cursor-arrow" width="27" height="29" viewBox="0 0 22 24">
        <path d="M2 2.2 19.5 10l-7.6 2.4-3.4 7.9z" strokeWidth="2" strokeLinejoin="round" />
      </svg>
      <span className="cursor-ring" />
      <span className="cursor-name">{label}</span>
    </div>
  );
}
