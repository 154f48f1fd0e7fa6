import { useEffect, useRef, useState } from "react";
import type { DragEvent, KeyboardEvent, PointerEvent, RefObject } from "react";
import { clamp, placeOf } from "./place.ts";
import type { Place } from "./place.ts";

interface PinMoves {
  /** Where the pin is for everyone. */
  readonly place: Place;
  readonly picture: RefObject<HTMLElement | null>;
  /** The pin has been moved, and let go. */
  readonly onPlace: (place: Place) => void;
}

/** A pointer has to go this far before a press becomes a move, in pixels. */
const slackPx = 4;
const steps: ReadonlyMap<string, readonly [x: number, y: number]> = new Map([
  ["ArrowLeft", [-0.01, 0]],
  ["ArrowRight", [0.01, 0]],
  ["ArrowUp", [0, -0.01]],
  ["ArrowDown", [0, 0.01]],
]);

interface Drag {
  readonly pointer: number;
  readonly from: Place;
  readonly clientX: number;
  readonly clientY: number;
  moved: boolean;
}

/** Moves a pin by dragging and by arrow keys. Everyone else sees it where it is let go. */
export function usePinMoves({ place, picture, onPlace }: PinMoves) {
  const [carried, setCarried] = useState<Place | null>(null);
  const drag = useRef<Drag | null>(null);
  const moved = useRef(false);
  const { x, y } = place;
  // Once the thread is where the pin was left, it is the thread that says where the pin is.
  useEffect(() => setCarried((at) => (drag.current?.moved ? at : null)), [x, y]);

  const at = carried ?? place;
  const end = (event: PointerEvent, keep: boolean) => {
    const held = drag.current;
    if (held?.pointer !== event.pointerId) return;
    drag.current = null;
    if (!held.moved) return;
    if (keep) onPlace(at);
    else setCarried(null);
  };

  return {
    place: at,
    dragging: carried !== null,
    /** Whether the last press moved the pin. */
    hasMoved: () => moved.current,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        moved.current = false;
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const { pointerId: pointer, clientX, clientY } = event;
        drag.current = { pointer, from: at, clientX, clientY, moved: false };
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const held = drag.current;
        if (held?.pointer !== event.pointerId || !picture.current) return;
        const far = Math.hypot(event.clientX - held.clientX, event.clientY - held.clientY) > slackPx;
        if (!far && !held.moved) return;
        held.moved = true;
        moved.current = true;
        const [start, now] = [placeOf(held, picture.current), placeOf(event, picture.current)];
        setCarried(clamp({ x: held.from.x + now.x - start.x, y: held.from.y + now.y - start.y }));
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, true),
      onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, false),
      // Its picture could be dragged by the browser.
      onDragStart: (event: DragEvent<HTMLElement>) => event.preventDefault(),
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        moved.current = false;
        const step = steps.get(event.key);
        if (step === undefined) return;
        event.preventDefault();
        const next = clamp({ x: at.x + step[0], y: at.y + step[1] });
        setCarried(next);
        onPlace(next);
      },
    },
  };
}
