import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from "react";

/** Something of a known height that belongs to a place in a text. In pixels. */
export interface AnchoredItem {
  readonly id: string;
  /** Where it would be if it were alone. */
  readonly top: number;
  readonly height: number;
}

/**
 * Lays items out below each other, each as near to its place as those around it allow, without overlap. The active one is exactly at its
 * place: those in front of it move up, those after it down. Answers their tops.
 *
 * @example
 * layOut([{ id: "a", top: 0, height: 50 }, { id: "b", top: 20, height: 50 }], { gap: 8 }); // a: 0, b: 58
 */
export function layOut(
  items: readonly AnchoredItem[],
  { activeId, gap }: { readonly activeId?: string | undefined; readonly gap: number },
): ReadonlyMap<string, number> {
  const sorted = items.toSorted((a, b) => a.top - b.top);
  const tops = new Map<string, number>();
  const active = Math.max(
    0,
    sorted.findIndex(({ id }) => id === activeId),
  );
  let from = Number.NEGATIVE_INFINITY;
  for (const { id, top, height } of sorted.slice(active)) {
    const at = Math.max(top, from);
    tops.set(id, at);
    from = at + height + gap;
  }
  let until = sorted[active]?.top ?? 0;
  for (const { id, top, height } of sorted.slice(0, active).toReversed()) {
    const at = Math.min(top, until - gap - height);
    tops.set(id, at);
    until = at;
  }
  return tops;
}

/** What `useAnchoredPositions` needs. */
export interface AnchoredPositionsOptions {
  readonly ids: readonly string[];
  /** Where in the window the place of an item begins, in pixels. Undefined where it has none: it is not shown then. */
  readonly topOf: (id: string) => number | undefined;
  readonly activeId?: string | undefined;
  /** Pixels between items. */
  readonly gap: number;
}

/** What `useAnchoredPositions` answers. */
export interface AnchoredPositions {
  /** Goes on the element that contains the items. */
  readonly listRef: (element: HTMLElement | null) => void;
  /** Goes on the element of an item, which is as high as it is rendered. */
  readonly itemRef: (id: string) => (element: HTMLElement | null) => void;
  /** The items that have a place, in the order of their places. */
  readonly shown: readonly string[];
  /** Tops of items in the list, in pixels. Undefined for one that has not been measured yet: it is rendered, and not seen. */
  readonly tops: ReadonlyMap<string, number>;
  /** The height of the list, in pixels. */
  readonly height: number;
}

interface Layout extends Pick<AnchoredPositions, "shown" | "tops" | "height"> {}

const nothing: Layout = { shown: [], tops: new Map(), height: 0 };

/**
 * Places of items beside a text. They are measured after each rendering, and when an item, the list or the window changes its size: the
 * component that uses it is rendered again when the text has changed.
 */
export function useAnchoredPositions({ ids, topOf, activeId, gap }: AnchoredPositionsOptions): AnchoredPositions {
  const [layout, setLayout] = useState(nothing);
  const [, measureAgain] = useReducer((count: number) => count + 1, 0);
  const list = useRef<HTMLElement>(null);
  const elements = useRef(new Map<string, HTMLElement>());
  const refs = useRef(new Map<string, (element: HTMLElement | null) => void>());
  const observer = useRef<ResizeObserver>(undefined);

  const measure = () => {
    if (list.current === null) return;
    const origin = list.current.getBoundingClientRect().top;
    const placed = ids.flatMap((id) => {
      const top = topOf(id);
      return top === undefined ? [] : [{ id, top: top - origin, height: elements.current.get(id)?.offsetHeight }];
    });
    const measured = placed.filter((item): item is AnchoredItem => item.height !== undefined);
    const tops = layOut(measured, { activeId, gap });
    const next: Layout = {
      shown: placed.toSorted((a, b) => a.top - b.top).map(({ id }) => id),
      tops,
      height: Math.max(0, ...measured.map(({ id, height }) => (tops.get(id) ?? 0) + height)),
    };
    setLayout((before) => (isSame(before, next) ? before : next));
  };
  useIsomorphicLayoutEffect(measure);

  useEffect(() => {
    const watching = new ResizeObserver(measureAgain);
    observer.current = watching;
    for (const element of elements.current.values()) watching.observe(element);
    if (list.current !== null) watching.observe(list.current);
    window.addEventListener("resize", measureAgain);
    return () => {
      observer.current = undefined;
      watching.disconnect();
      window.removeEventListener("resize", measureAgain);
    };
  }, []);

  const listRef = useCallback((element: HTMLElement | null) => {
    list.current = element;
  }, []);
  const itemRef = useCallback((id: string) => {
    const known = refs.current.get(id);
    if (known !== undefined) return known;
    const ref = (element: HTMLElement | null) => {
      const before = elements.current.get(id);
      if (before !== undefined) observer.current?.unobserve(before);
      if (element === null) {
        elements.current.delete(id);
        refs.current.delete(id);
      } else {
        elements.current.set(id, element);
        observer.current?.observe(element);
      }
    };
    refs.current.set(id, ref);
    return ref;
  }, []);
  return { listRef, itemRef, ...layout };
}

/** React warns of layout effects on servers, where nothing is measured. */
const useIsomorphicLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;

function isSame(a: Layout, b: Layout): boolean {
  return (
    a.height === b.height &&
    a.shown.length === b.shown.length &&
    a.shown.every((id, at) => id === b.shown[at]) &&
    a.tops.size === b.tops.size &&
    [...a.tops].every(([id, top]) => b.tops.get(id) === top)
  );
}
