import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { RefObject } from "react";

/** So near to the end, the reader follows what is written. */
const nearPx = 48;

export interface ScrollAnchor {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  /** Whether the end is in view. */
  readonly isAtEnd: boolean;
  readonly scrollToEnd: () => void;
}

/** Keeps the end of a growing element in view, unless the reader has scrolled away from it. */
export function useScrollAnchor(growth: unknown): ScrollAnchor {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const [isAtEnd, setAtEnd] = useState(true);
  const scrollToEnd = useCallback(() => {
    follows.current = true;
    setAtEnd(true);
    const { current } = scroller;
    if (current !== null) current.scrollTop = current.scrollHeight;
  }, []);
  const follow = useCallback(() => {
    const { current } = scroller;
    if (follows.current && current !== null) current.scrollTop = current.scrollHeight;
  }, []);
  useLayoutEffect(follow, [follow, growth]);
  useEffect(() => {
    const { current } = scroller;
    if (current === null) return;
    let top = current.scrollTop;
    const scrolled = () => {
      const isNear = current.scrollHeight - current.scrollTop - current.clientHeight <= nearPx;
      // What is added below moves the end away, but does not scroll up.
      if (isNear) follows.current = true;
      else if (current.scrollTop < top) follows.current = false;
      top = current.scrollTop;
      setAtEnd(isNear || follows.current);
    };
    current.addEventListener("scroll", scrolled, { passive: true });
    return () => current.removeEventListener("scroll", scrolled);
  }, []);
  useEffect(() => {
    // Pictures and tools change their size without a message that changes.
    if (content.current === null || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(follow);
    observer.observe(content.current);
    return () => observer.disconnect();
  }, [follow]);
  return { scroller, content, isAtEnd, scrollToEnd };
}
