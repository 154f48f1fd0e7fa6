import type { Place } from "./room-types.ts";

/** How long a scripted cursor takes for its whole way, which it then begins again. */
export const roundMs = 11_000;

/**
 * Where a scripted cursor is at a time: a closed curve through the middle of the canvas. Each number has a curve of its
 * own, so that two cursors cross and do not follow each other.
 */
export function scriptedPlace(number: number, timeMs: number): Place {
  const turn = (2 * Math.PI * timeMs) / roundMs + number * 2.1;
  const direction = number % 2 === 0 ? 1 : -1;
  return {
    x: 0.5 + 0.26 * Math.cos(direction * turn) + 0.07 * Math.sin(3 * turn + number),
    y: 0.48 + 0.2 * Math.sin(2 * turn + number * 1.3) + 0.08 * Math.cos(turn),
  };
}
