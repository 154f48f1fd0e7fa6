import { prefersReducedMotion } from "@weft/example-shared";
import { useEffect, useEffectEvent, useRef } from "react";
import { glideTo, hasArrived } from "./glide.ts";
import type { Glide, Point } from "./glide.ts";

/**
 * Calls `onMove` with each step of the way to `target`, at the screen's own pace and outside React's rendering; the
 * first place is taken at once, and so is every place for those who prefer less motion.
 */
export function useGlide(target: Point | null, onMove: (at: Point) => void): void {
  const glide = useRef<Glide | null>(null);
  const move = useEffectEvent(onMove);
  const x = target?.x;
  const y = target?.y;

  useEffect(() => {
    if (x === undefined || y === undefined) {
      // Gone from the canvas: the next place is an entrance, not a flight from the old one.
      glide.current = null;
      return undefined;
    }
    const goal = { x, y };
    if (!glide.current || prefersReducedMotion()) {
      glide.current = { at: goal, speed: { x: 0, y: 0 } };
      move(goal);
      return undefined;
    }
    let before = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      if (!glide.current) return;
      // A window that was hidden comes back with one huge step; the spring has then simply arrived.
      glide.current = glideTo(goal, glide.current, Math.max(0, now - before) / 1000);
      before = now;
      if (hasArrived(goal, glide.current)) {
        glide.current = { at: goal, speed: { x: 0, y: 0 } };
        move(goal);
        return;
      }
      move(glide.current.at);
      frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [x, y]);
}
