import { useCallback, useSyncExternalStore } from "react";

export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    useCallback(
      (listener) => {
        const media = matchMedia(query);
        media.addEventListener("change", listener);
        return () => media.removeEventListener("change", listener);
      },
      [query],
    ),
    () => matchMedia(query).matches,
  );
}
