import { useSyncExternalStore } from "react";

export type ShellDialog = "search" | "feedback" | "shortcuts";

export interface OpenDialog {
  readonly name: ShellDialog;
  /** What the search begins with. */
  readonly query?: string;
  /** What feedback says of the page it comes from. */
  readonly wasItHelpful?: boolean;
}

let open: OpenDialog | null = null;
const listeners = new Set<() => void>();

function show(next: OpenDialog | null): void {
  open = next;
  for (const listener of listeners) listener();
}

export function openSearch(query?: string): void {
  show(query === undefined ? { name: "search" } : { name: "search", query });
}

export function openFeedback(): void {
  show({ name: "feedback" });
}

/** Feedback after "Was this page helpful?" was answered. */
export function openPageFeedback(wasItHelpful: boolean): void {
  show({ name: "feedback", wasItHelpful });
}

export function openShortcuts(): void {
  show({ name: "shortcuts" });
}

export function closeDialog(): void {
  show(null);
}

/** The chord of a dialog closes it again. */
export function toggleSearch(): void {
  if (open?.name === "search") closeDialog();
  else openSearch();
}

/** The one dialog of the shell that is open. */
export function useOpenDialog(): OpenDialog | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
    () => null,
  );
}
