import { useEffect, useRef } from "react";
import type { KeyboardEvent, PointerEvent } from "react";
import type { Point } from "./projection.ts";
import { pan, zoom } from "./viewport.ts";
import type { Viewport } from "./viewport.ts";
import type { Size } from "@weft/example-shared";

interface MapGesturesProps {
  readonly size: Size;
  readonly onViewport: (change: (viewport: Viewport) => Viewport) => void;
  /** A press on the map that did not move it. */
  readonly onPress: (point: Point) => void;
  readonly onReset: () => void;
}

interface Press {
  readonly start: Point;
  readonly at: Point;
}

const thresholdPx = 4;
const stepPx = 80;
export const zoomStep = 1.5;

/** Moves and zooms the map: with a pointer, two fingers, the wheel, and arrow keys, plus and minus. */
export function useMapGestures({ size, onViewport, onPress, onReset }: MapGesturesProps) {
  const map = useRef<HTMLDivElement>(null);
  const presses = useRef(new Map<number, Press>());
  const moved = useRef(false);
  const centre = { x: size.width / 2, y: size.height / 2 };

  useEffect(() => {
    const element = map.current;
    if (!element) return;
    // React listens to wheels without being able to keep the page from scrolling.
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      const around = pointIn(element, event);
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      // Pinches on a trackpad arrive as small turns with the control key.
      const speed = event.ctrlKey ? 0.01 : 0.0016;
      onViewport((before) => zoom(before, Math.exp(-event.deltaY * lines * speed), around, size));
    };
    element.addEventListener("wheel", turn, { passive: false });
    return () => element.removeEventListener("wheel", turn);
  }, [size, onViewport]);

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    const at = pointIn(event.currentTarget, event);
    if (presses.current.size === 0) moved.current = false;
    presses.current.set(event.pointerId, { start: at, at });
  };

  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const press = presses.current.get(event.pointerId);
    if (!press) return;
    const at = pointIn(event.currentTarget, event);
    if (!moved.current && Math.hypot(at.x - press.start.x, at.y - press.start.y) < thresholdPx) return;
    moved.current = true;
    event.currentTarget.setPointerCapture(event.pointerId);
    const before = [...presses.current.values()].slice(0, 2);
    presses.current.set(event.pointerId, { ...press, at });
    const after = [...presses.current.values()].slice(0, 2);
    const [from, to] = [middleOf(before), middleOf(after)];
    const factor = before.length === 2 ? apart(after) / Math.max(1, apart(before)) : 1;
    onViewport((viewport) => {
      const panned = pan(viewport, { x: to.x - from.x, y: to.y - from.y }, size);
      return factor === 1 ? panned : zoom(panned, factor, to, size);
    });
  };

  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    const press = presses.current.get(event.pointerId);
    presses.current.delete(event.pointerId);
    if (press && !moved.current && presses.current.size === 0) onPress(press.at);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const by = panOf(event.key);
    if (by) onViewport((before) => pan(before, by, size));
    else if (event.key === "+" || event.key === "=") onViewport((before) => zoom(before, zoomStep, centre, size));
    else if (event.key === "-") onViewport((before) => zoom(before, 1 / zoomStep, centre, size));
    else if (event.key === "0") onReset();
    else if (event.key === "Enter") onPress(centre);
    else return;
    event.preventDefault();
  };

  return {
    map,
    listeners: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: (event: PointerEvent) => void presses.current.delete(event.pointerId),
      onKeyDown,
    },
  };
}

/** Where an arrow key moves the map: against its direction, so that what is there comes into view. */
function panOf(key: string): Point | null {
  if (key === "ArrowLeft") return { x: stepPx, y: 0 };
  if (key === "ArrowRight") return { x: -stepPx, y: 0 };
  if (key === "ArrowUp") return { x: 0, y: stepPx };
  return key === "ArrowDown" ? { x: 0, y: -stepPx } : null;
}

export function pointIn(element: Element, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top } = element.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

function middleOf(presses: readonly Press[]): Point {
  const of = (axis: "x" | "y") => presses.reduce((sum, { at }) => sum + at[axis], 0) / Math.max(1, presses.length);
  return { x: of("x"), y: of("y") };
}

function apart([a, b]: readonly Press[]): number {
  return a && b ? Math.hypot(a.at.x - b.at.x, a.at.y - b.at.y) : 1;
}
