import { useMyPresence } from "@weft/react";
import { useEffect, useRef } from "react";
import type { KeyboardEvent, PointerEvent } from "react";
import type { Cursor, Place, Pointer } from "./room-types.ts";

const steps: ReadonlyMap<string, Place> = new Map([
  ["ArrowLeft", { x: -1, y: 0 }],
  ["ArrowRight", { x: 1, y: 0 }],
  ["ArrowUp", { x: 0, y: -1 }],
  ["ArrowDown", { x: 0, y: 1 }],
]);

/** A tap is short, so its cursor stays long enough to be seen. */
const lingerMs = 700;

export interface CursorListeners {
  /** Called with each position of the cursor. */
  readonly onMove: (cursor: Cursor | null) => void;
}

/** This visitor's cursor, and the canvas's event handlers that move it: mouse, touch, or arrow keys. */
export function useMyCursor({ onMove }: CursorListeners) {
  const [{ cursor }, updatePresence] = useMyPresence();

  const leaving = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(leaving.current), []);

  const move = (next: Cursor | null) => {
    clearTimeout(leaving.current);
    updatePresence({ cursor: next });
    onMove(next);
  };

  const follow = (event: PointerEvent<HTMLElement>) => {
    const bounds = event.currentTarget.getBoundingClientRect();
    const pointer: Pointer = event.pointerType === "touch" ? "touch" : "mouse";
    move({
      x: clamp((event.clientX - bounds.left) / bounds.width),
      y: clamp((event.clientY - bounds.top) / bounds.height),
      pointer,
    });
  };

  const leave = (event: PointerEvent<HTMLElement>) => {
    clearTimeout(leaving.current);
    if (event.pointerType === "touch") leaving.current = setTimeout(() => move(null), lingerMs);
    else move(null);
  };

  return {
    cursor,
    listeners: {
      onPointerDown: follow,
      onPointerMove: follow,
      // A lifted finger has left, even if the browser sends no leave event.
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        if (event.pointerType === "touch") leave(event);
      },
      onPointerLeave: leave,
      onPointerCancel: () => move(null),
      onBlur: () => {
        if (cursor?.pointer === "keyboard") move(null);
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const step = steps.get(event.key);
        if (!step || event.target !== event.currentTarget) return;
        event.preventDefault();
        const from = cursor ?? { x: 0.5, y: 0.5 };
        const stride = event.shiftKey ? 0.06 : 0.015;
        move({ x: clamp(from.x + step.x * stride), y: clamp(from.y + step.y * stride), pointer: "keyboard" });
      },
    },
  };
}

function clamp(fraction: number): number {
  return Math.min(1, Math.max(0, fraction));
}
