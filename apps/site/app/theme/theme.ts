import { readItem, storeItem } from "../storage/browser-storage.ts";

/** What a person chose. `system` follows the operating system, live. */
export type Theme = "light" | "dark" | "system";
/** What is then seen. */
export type Palette = "light" | "dark";

export const themes = ["light", "dark", "system"] as const satisfies readonly Theme[];

const key = "weft:theme";
const darkSystem = "(prefers-color-scheme: dark)";

/**
 * Runs in the head, before the style sheets: a page is never painted in the wrong palette. The rest of this module
 * comes later and keeps to the same class.
 */
export const themeScript = `(function(r){var t;try{t=localStorage.getItem("${key}")}catch(e){}
if(t!=="light"&&t!=="dark")t=matchMedia("${darkSystem}").matches?"dark":"light";
r.classList.add(t);r.style.colorScheme=t})(document.documentElement)`;

const listeners = new Set<() => void>();
let inMemory: Theme | undefined;

export function chosenTheme(): Theme {
  const stored = readChoice();
  return stored === "light" || stored === "dark" ? stored : "system";
}

export function chooseTheme(theme: Theme): void {
  inMemory = theme;
  storeItem(key, theme);
  announce();
}

/**
 * Calls the listener after every change, made here, in another tab, or by the system. Returns a function that removes
 * it.
 */
export function onThemeChange(listener: () => void): () => void {
  if (listeners.size === 0) {
    matchMedia(darkSystem).addEventListener("change", announce);
    addEventListener("storage", announceStored);
    // The system may have changed between the first paint and now.
    if (!document.documentElement.classList.contains(currentPalette())) announce();
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    matchMedia(darkSystem).removeEventListener("change", announce);
    removeEventListener("storage", announceStored);
  };
}

/** The palette on screen. */
export function currentPalette(): Palette {
  const theme = chosenTheme();
  if (theme !== "system") return theme;
  return matchMedia(darkSystem).matches ? "dark" : "light";
}

function readChoice(): string | null {
  return inMemory ?? readItem(key);
}

function announceStored(event: StorageEvent): void {
  if (event.key !== key && event.key !== null) return;
  inMemory = undefined;
  announce();
}

function announce(): void {
  const palette = currentPalette();
  const root = document.documentElement;
  root.classList.remove("light", "dark");
  root.classList.add(palette);
  root.style.colorScheme = palette;
  for (const listener of listeners) listener();
}
