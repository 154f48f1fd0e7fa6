import { useSyncExternalStore } from "react";
import { smallWindow } from "./use-media.ts";
import { readItem, storeItem } from "../../storage/browser-storage.ts";

/** Over the page, or beside it, where the window is wide enough. */
export type PanelMode = "overlay" | "inline";

export interface PanelState {
  readonly open: boolean;
  /** The mode that was chosen; a narrow window has the overlay whatever it is. */
  readonly mode: PanelMode;
}

const openKey = "weft:assistant-open";
const modeKey = "weft:assistant-mode";
const closed: PanelState = { open: false, mode: "overlay" };

let state: PanelState | undefined;
const listeners = new Set<() => void>();

/** The tab remembers whether the panel was open, the browser in which mode. */
function current(): PanelState {
  return (state ??= {
    // A drawer covers the page, so it opens when it is asked for, and not with the page.
    open: readItem(openKey, "session") === "true" && !matchMedia(smallWindow).matches,
    mode: readItem(modeKey) === "inline" ? "inline" : "overlay",
  });
}

function change(next: Partial<PanelState>): void {
  state = { ...current(), ...next };
  storeItem(openKey, String(state.open), "session");
  storeItem(modeKey, state.mode);
  for (const listener of listeners) listener();
}

export function openAssistant(): void {
  change({ open: true });
}

export function closeAssistant(): void {
  change({ open: false });
}

export function toggleAssistant(): void {
  change({ open: !current().open });
}

export function chooseMode(mode: PanelMode): void {
  change({ mode });
}

export function usePanelState(): PanelState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current,
    () => closed,
  );
}
