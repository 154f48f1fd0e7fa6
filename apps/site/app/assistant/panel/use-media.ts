import { useSyncExternalStore } from "react";

/** Above it there is room for the panel beside the page. */
export const wideWindow = "(min-width: 1281px)";
/** Below it the panel is a drawer from the bottom. */
export const smallWindow = "(max-width: 639px)";

/** Whether a media query holds. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}
