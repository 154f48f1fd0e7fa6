import { useEffect, useSyncExternalStore } from "react";
import type { ReactNode } from "react";

let current: ReactNode = null;
const listeners = new Set<() => void>();

function set(next: ReactNode): void {
  current = next;
  for (const listener of listeners) listener();
}

/**
 * Puts a section's own navigation into the drawer of small screens while the caller is mounted. The section draws it
 * beside its content on large ones. Keep the element stable with `useMemo`.
 */
export function useProvideSideNavigation(navigation: ReactNode): void {
  useEffect(() => {
    set(navigation);
    return () => {
      if (current === navigation) set(null);
    };
  }, [navigation]);
}

export function useSideNavigation(): ReactNode {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
    () => null,
  );
}
