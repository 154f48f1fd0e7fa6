import { prefersReducedMotion } from "@weft/example-shared";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Cursor } from "./room-types.ts";
import { scriptedPlace } from "./scripted-path.ts";

/** How often a scripted cursor is moved; the screens in between are filled by gliding. */
const stepMs = 50;
/** After the visitor's pointer has left, the script waits for it to come back. */
const resumeAfterMs = 3_000;

/**
 * Moves this window's cursor along a curve while the visitor's own pointer is elsewhere: previews move before their
 * visitor does. It rests while nobody sees the window, and stays in one place for those who prefer less motion.
 *
 * `attach` goes to the element in whose sight it plays; call `takeOver` with each move of the visitor, and `handBack` when
 * the visitor has left.
 */
export function useScriptedCursor(number: number, enabled: boolean, onMove: (cursor: Cursor) => void) {
  const move = useEffectEvent(onMove);
  const [visitorIsHere, setVisitorIsHere] = useState(false);
  const [seen, setSeen] = useState(false);
  const resuming = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const [element, attach] = useState<Element | null>(null);

  useEffect(() => () => clearTimeout(resuming.current), []);

  useEffect(() => {
    if (element === null) return;
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? false));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);

  const plays = enabled && seen && !visitorIsHere;
  useEffect(() => {
    if (!plays) return;
    const step = () => move({ ...scriptedPlace(number, prefersReducedMotion() ? 0 : Date.now()), pointer: "mouse" });
    step();
    const timer = setInterval(() => {
      if (document.visibilityState === "visible" && !prefersReducedMotion()) step();
    }, stepMs);
    return () => clearInterval(timer);
  }, [plays, number]);

  return {
    plays,
    attach,
    takeOver() {
      clearTimeout(resuming.current);
      if (enabled) setVisitorIsHere(true);
    },
    handBack() {
      clearTimeout(resuming.current);
      if (enabled) resuming.current = setTimeout(() => setVisitorIsHere(false), resumeAfterMs);
    },
  };
}
