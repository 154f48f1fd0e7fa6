import { useSyncExternalStore } from "react";

/** Tailwind's `xl`: wide enough for details beside a list or a form. */
const wide = "(min-width: 80rem)";

export function useIsWide(): boolean {
  return useSyncExternalStore(listen, isWide, () => false);
}

function listen(changed: () => void): () => void {
  const query = matchMedia(wide);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

function isWide(): boolean {
  return matchMedia(wide).matches;
}
