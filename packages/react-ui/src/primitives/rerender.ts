import { useEffect, useReducer, useSyncExternalStore } from "react";

const nothing = () => () => {};

/** False on servers, and in browsers while HTML of a server is hydrated. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    nothing,
    () => true,
    () => false,
  );
}

/** Renders again every so many milliseconds, or never. */
export function useRerender(intervalMs: number | false): void {
  const [, render] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (intervalMs === false) return;
    const timer = setInterval(render, intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
}
