import { useSyncExternalStore } from "react";
import { chosenTheme, currentPalette, onThemeChange } from "./theme.ts";
import type { Palette, Theme } from "./theme.ts";

/** What the person chose; `system` while a page is hydrated. */
export function useTheme(): Theme {
  return useSyncExternalStore(onThemeChange, chosenTheme, () => "system");
}

/** What is on screen, for what cannot be coloured by CSS. */
export function usePalette(): Palette {
  return useSyncExternalStore(onThemeChange, currentPalette, () => "light");
}
