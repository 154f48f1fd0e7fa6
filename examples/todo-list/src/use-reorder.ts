import { prefersReducedMotion } from "@weft/example-shared";
import { useLayoutEffect, useRef, useState } from "react";
import type { CSSProperties, KeyboardEvent, PointerEvent, Ref } from "react";

interface Drag {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  /** How far the pointer has dragged the row, in pixels of the page. */
  readonly carried: number;
}

/** The rows at the start of the drag. They are measured once, since moving them changes their measurements. */
interface Start {
  readonly pageY: number;
  readonly middles: readonly number[];
  readonly height: number;
}

export interface RowProps {
  readonly ref: Ref<HTMLLIElement>;
  readonly style: CSSProperties;
  readonly "data-lifted": true | undefined;
}

export interface HandleProps {
  readonly ref: Ref<HTMLButtonElement>;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/**
 * Reordering of a list by its rows' handles: drag with a mouse or a finger, or press the arrow keys. Rows slide to
 * their new place whenever it changes, including when another user moves them.
 */
export function useReorder(ids: readonly string[], onMove: (id: string, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  // The last position of the pointer: a quick drag can end before its last move has been rendered.
  const held = useRef<Drag | null>(null);
  const start = useRef<Start | null>(null);
  const rows = useRef(new Map<string, HTMLLIElement>());
  const handles = useRef(new Map<string, HTMLButtonElement>());
  const dropped = useRef<Drag | null>(null);
  const refocus = useRef<string | null>(null);

  useSliding(ids, rows, dropped);

  // Moving a row in the DOM may blur its handle, and the next arrow key would be lost.
  useLayoutEffect(() => {
    if (refocus.current !== null) handles.current.get(refocus.current)?.focus();
    refocus.current = null;
  }, [ids.join()]);

  const hold = (next: Drag | null) => {
    held.current = next;
    setDrag(next);
  };

  const drop = () => {
    const last = held.current;
    start.current = null;
    hold(null);
    if (!last || last.to === last.from) return;
    dropped.current = last;
    onMove(last.id, last.to);
  };

  const cancel = () => {
    start.current = null;
    hold(null);
  };

  return {
    dragging: drag !== null,
    row: (id: string): RowProps => ({
      ref: (element) => keep(rows.current, id, element),
      style: drag ? { transform: `translateY(${shiftOf(ids.indexOf(id), id, drag, start.current)}px)` } : {},
      "data-lifted": drag?.id === id || undefined,
    }),
    handle: (id: string): HandleProps => ({
      ref: (element) => keep(handles.current, id, element),
      onPointerDown: (event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const from = ids.indexOf(id);
        const boxes = ids.map((each) => rows.current.get(each)?.getBoundingClientRect());
        start.current = {
          pageY: event.clientY + scrollY,
          middles: boxes.map((box) => (box ? box.top + box.height / 2 + scrollY : 0)),
          height: boxes[from]?.height ?? 0,
        };
        hold({ id, from, to: from, carried: 0 });
      },
      onPointerMove: (event) => {
        const last = held.current;
        if (last?.id !== id || !start.current) return;
        scrollNearEdge(event.clientY);
        const carried = event.clientY + scrollY - start.current.pageY;
        hold({ ...last, carried, to: placeOf(last.from, carried, start.current.middles) });
      },
      onPointerUp: drop,
      onPointerCancel: cancel,
      onKeyDown: (event) => {
        if (event.key === "Escape" && held.current) return cancel();
        const from = ids.indexOf(id);
        const to = targetOf(event.key, from, ids.length);
        if (to === null) return;
        event.preventDefault();
        if (to === from) return;
        refocus.current = id;
        onMove(id, to);
      },
    }),
  };
}

/** Slides rows from where they were to where they are, whenever the order changes. */
function useSliding(
  ids: readonly string[],
  rows: { readonly current: ReadonlyMap<string, HTMLLIElement> },
  dropped: { current: Drag | null },
): void {
  const tops = useRef(new Map<string, number>());
  useLayoutEffect(() => {
    const before = tops.current;
    const after = new Map<string, number>();
    for (const [id, row] of rows.current) after.set(id, row.offsetTop);
    tops.current = after;
    const drag = dropped.current;
    dropped.current = null;
    if (prefersReducedMotion()) return;
    for (const [id, top] of after) {
      const from = before.get(id);
      if (from === undefined) continue;
      // After a drop, the other rows are already in place; only the dragged row has to slide.
      const distance = drag ? (drag.id === id ? from + drag.carried - top : 0) : from - top;
      if (Math.abs(distance) < 1) continue;
      rows.current.get(id)?.animate([{ transform: `translateY(${distance}px)` }, { transform: "none" }], {
        duration: 220,
        easing: "cubic-bezier(0.2, 0.7, 0.2, 1)",
      });
    }
  }, [ids.join(), rows, dropped]);
}

/** The offset of a row from its place while it or another row is dragged. */
function shiftOf(index: number, id: string, drag: Drag, start: Start | null): number {
  if (!start) return 0;
  if (id === drag.id) return drag.carried;
  if (index > drag.from && index <= drag.to) return -start.height;
  if (index < drag.from && index >= drag.to) return start.height;
  return 0;
}

/** The index of a row dragged this far: after every row whose middle its own middle has passed. */
function placeOf(from: number, carried: number, middles: readonly number[]): number {
  const middle = (middles[from] ?? 0) + carried;
  return middles.filter((other, index) => index !== from && other < middle).length;
}

function targetOf(key: string, from: number, count: number): number | null {
  switch (key) {
    case "ArrowUp":
      return Math.max(0, from - 1);
    case "ArrowDown":
      return Math.min(count - 1, from + 1);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

/** Long lists extend beyond the window, so a drag near its edge scrolls. */
function scrollNearEdge(clientY: number): void {
  const edge = 72;
  if (clientY < edge) scrollBy(0, -12);
  else if (clientY > innerHeight - edge) scrollBy(0, 12);
}

function keep<E>(elements: Map<string, E>, id: string, element: E | null): void {
  if (element) elements.set(id, element);
  else elements.delete(id);
}
