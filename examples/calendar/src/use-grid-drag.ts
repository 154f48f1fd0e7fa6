import { useHistory } from "@weft/react";
import { useEffect, useRef, useState } from "react";
import type { PointerEvent } from "react";
import { moveRange, rangeBetween, resizeRange, stepMinutes } from "./move-range.ts";
import type { ShownEvent } from "./read-events.ts";
import type { TimeRange } from "./room-types.ts";
import { minutesOfDay } from "./zoned-time.ts";

interface GridDragProps {
  readonly days: readonly number[];
  readonly zone: string;
  readonly onDraw: (range: TimeRange) => void;
  readonly onDrawn: (range: TimeRange) => void;
  readonly onDrag: (event: ShownEvent, range: TimeRange) => void;
  readonly onEnd: () => void;
}

type Gesture =
  | { readonly kind: "draw" }
  | { readonly kind: "move"; readonly event: ShownEvent }
  | { readonly kind: "resize"; readonly event: ShownEvent };

interface Drag {
  readonly gesture: Gesture;
  readonly pointerId: number;
  readonly from: number;
  readonly x: number;
  readonly y: number;
  readonly range: TimeRange | null;
}

const thresholdPx = 4;

/**
 * Drags on the columns of days: over free time to draw a new event, on an event to move it, and on its lower edge to resize it.
 * Everything that one drag changes is one step for undo. Escape takes it back.
 */
export function useGridDrag({ days, zone, onDraw, onDrawn, onDrag, onEnd }: GridDragProps) {
  const grid = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);
  const [isDragging, setDragging] = useState(false);
  const history = useHistory();

  /** The time at a point of the grid, in minutes that clocks show, within the days that are shown. */
  const minutesAt = ({ clientX, clientY }: PointerEvent): number => {
    const { left, top, width, height } = grid.current!.getBoundingClientRect();
    const column = clamp(Math.floor(((clientX - left) / width) * days.length), days.length - 1);
    const minutes = ((clientY - top) / height) * minutesOfDay;
    return days[column]! * minutesOfDay + clamp(Math.floor(minutes / stepMinutes) * stepMinutes, minutesOfDay);
  };

  const start = (event: PointerEvent, gesture: Gesture) => {
    // A finger on free time scrolls.
    if (event.button !== 0 || (gesture.kind === "draw" && event.pointerType === "touch")) return;
    const { pointerId, clientX, clientY } = event;
    drag.current = { gesture, pointerId, from: minutesAt(event), x: clientX, y: clientY, range: null };
  };

  const rangeOf = ({ gesture, from }: Drag, to: number): TimeRange => {
    if (gesture.kind === "draw") return rangeBetween(from, to > from ? to + stepMinutes : to, zone);
    const change = gesture.kind === "move" ? moveRange : resizeRange;
    return change(gesture.event, to - from, zone);
  };

  const move = (event: PointerEvent) => {
    const current = drag.current;
    if (current?.pointerId !== event.pointerId) return;
    if (current.range === null) {
      if (Math.hypot(event.clientX - current.x, event.clientY - current.y) < thresholdPx) return;
      grid.current!.setPointerCapture(event.pointerId);
      history.pause();
      setDragging(true);
    }
    const range = rangeOf(current, minutesAt(event));
    if (range.start === current.range?.start && range.end === current.range.end) return;
    drag.current = { ...current, range };
    if (current.gesture.kind === "draw") onDraw(range);
    else onDrag(current.gesture.event, range);
  };

  const end = () => {
    const ended = drag.current;
    drag.current = null;
    if (ended?.range == null) return;
    history.resume();
    setDragging(false);
    onEnd();
    if (ended.gesture.kind === "draw") onDrawn(ended.range);
  };

  const cancel = () => {
    const cancelled = drag.current;
    drag.current = null;
    if (cancelled?.range == null) return;
    if (cancelled.gesture.kind !== "draw") onDrag(cancelled.gesture.event, cancelled.gesture.event);
    history.resume();
    setDragging(false);
    onEnd();
  };

  useEffect(() => {
    if (!isDragging) return;
    const press = ({ key }: KeyboardEvent) => {
      if (key === "Escape") cancel();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [isDragging]);

  return {
    grid,
    isDragging,
    listeners: {
      onPointerMove: move,
      onPointerUp: end,
      onPointerCancel: cancel,
    },
    startDrawing: (event: PointerEvent) => start(event, { kind: "draw" }),
    startMoving: (event: PointerEvent, shown: ShownEvent) => start(event, { kind: "move", event: shown }),
    startResizing: (event: PointerEvent, shown: ShownEvent) => start(event, { kind: "resize", event: shown }),
    minutesAt,
  };
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(0, value));
}
