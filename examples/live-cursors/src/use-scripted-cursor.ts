import { prefersReducedMotion } from "@weft/example-shared";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Cursor } from "./room-types.ts";
import { scriptedPlace } from "./scripted-path.ts";

/** How often a scripted cursor is moved; gliding fills the frames in between. */
const stepMs = 50;
/** How long the script waits after the visitor's pointer has left. */
const resumeAfterMs = 3_000;

/**
 * Moves this window's cursor along a curve while the visitor's own pointer is elsewhere, so that previews show motion
 * from the start. It stops while the window is out of sight, and stays in one place for users who prefer reduced
 * motion.
 *
 * Pass `attach` to the element whose visibility starts and stops the motion. Call `takeOver` with each move of the
 * visitor, and `handBack` when the visitor has left.
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
