import { useSyncExternalStore } from "react";

/** Whether the keyboard has ⌘. */
export function isMac(): boolean {
  return /mac|iphone|ipad/iu.test(navigator.userAgent);
}

export function modifierKey(): string {
  return isMac() ? "⌘" : "Ctrl";
}

/** The hint beside the search: `⌘K` or `Ctrl K`; nothing in HTML that was made elsewhere. */
export function useSearchHint(): string {
  return useSyncExternalStore(
    () => () => undefined,
    () => (isMac() ? "⌘K" : "Ctrl K"),
    () => "",
  );
}
