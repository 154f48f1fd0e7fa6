import { useEffect, useSyncExternalStore } from "react";

/** A plan limit that the current team has reached. */
export interface ReachedLimit {
  readonly teamName: string;
  /** What is limited: `Monthly active users`. */
  readonly what: string;
  /** The page with the details. */
  readonly href: string;
}

let current: ReachedLimit | null = null;
const listeners = new Set<() => void>();

function set(next: ReachedLimit | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows the limit in the shell while the caller is mounted. Keep the value stable with `useMemo`. */
export function useProvideReachedLimit(limit: ReachedLimit | null): void {
  useEffect(() => {
    set(limit);
    return () => {
      if (current === limit) set(null);
    };
  }, [limit]);
}

export function useReachedLimit(): ReachedLimit | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
    () => null,
  );
}
