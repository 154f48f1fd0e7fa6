import { useSyncExternalStore } from "react";

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
    open: read(() => sessionStorage, openKey) === "true",
    mode: read(() => localStorage, modeKey) === "inline" ? "inline" : "overlay",
  });
}

function change(next: Partial<PanelState>): void {
  state = { ...current(), ...next };
  write(() => sessionStorage, openKey, String(state.open));
  write(() => localStorage, modeKey, state.mode);
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

function read(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

function write(storage: () => Storage, key: string, value: string): void {
  try {
    storage().setItem(key, value);
  } catch {
    // Storage may be forbidden: the choice then lasts as long as the page.
  }
}
