import { useSyncExternalStore } from "react";
import { smallWindow } from "./use-media.ts";
import { readItem, storeItem } from "../../storage/browser-storage.ts";

/** Over the page, or beside it, where the window is wide enough. */
export type PanelMode = "overlay" | "inline";

export interface PanelState {
  readonly open: boolean;
  /** The mode that was chosen; a narrow window has the overlay whatever it is. */
  readonly mode: PanelMode;
  /** What a page proposes to ask, until a new chat has taken it over. */
  readonly question?: string | undefined;
  /** How many of them chats have taken over: each moves the focus to the box. */
  readonly taken: number;
}

const openKey = "weft:assistant-open";
const modeKey = "weft:assistant-mode";
const closed: PanelState = { open: false, mode: "overlay", taken: 0 };

let state: PanelState | undefined;
const listeners = new Set<() => void>();

/** The tab remembers whether the panel was open, the browser in which mode. */
export function currentPanel(): PanelState {
  return (state ??= {
    // A drawer covers the page, so it opens when it is asked for, and not with the page.
    open: readItem(openKey, "session") === "true" && !matchMedia(smallWindow).matches,
    mode: readItem(modeKey) === "inline" ? "inline" : "overlay",
    taken: 0,
  });
}

function change(next: Partial<PanelState>): void {
  state = { ...currentPanel(), ...next };
  storeItem(openKey, String(state.open), "session");
  storeItem(modeKey, state.mode);
  for (const listener of listeners) listener();
}

export function openAssistant(): void {
  change({ open: true });
}

/** Opens the panel with a new chat that has this question in its box, for the user to complete and send. */
export function askAssistant(question: string): void {
  change({ open: true, question });
}

/** Says that a chat has the question. */
export function takeQuestion(): void {
  const { question, taken } = currentPanel();
  if (question !== undefined) change({ question: undefined, taken: taken + 1 });
}

export function closeAssistant(): void {
  change({ open: false });
}

export function toggleAssistant(): void {
  change({ open: !currentPanel().open });
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
    currentPanel,
    () => closed,
  );
}
