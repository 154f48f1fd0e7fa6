import { find } from "./find.ts";
import type { Sight } from "./messages.ts";
import { isSettled } from "./sync-watch.tsx";

const lookEveryMs = 40;

/** Waits until something is to be seen; false when it was not in time. */
export function look(sight: Sight, withinMs: number): Promise<boolean> {
  const until = performance.now() + withinMs;
  return new Promise((resolve) => {
    const glance = () => {
      if (isSeen(sight)) resolve(true);
      else if (performance.now() >= until) resolve(false);
      else setTimeout(glance, lookEveryMs);
    };
    glance();
  });
}

function isSeen(sight: Sight): boolean {
  if (sight.kind === "settled") return isSettled();
  const { length } = find(sight.target);
  return sight.count === undefined ? length > 0 : length === sight.count;
}
