import { useEffect } from "react";
import { openShortcuts, toggleSearch } from "./dialogs.ts";
import { isMac } from "./platform.ts";
import { isSingleKey, useSingleKeys } from "./single-keys.ts";

/** The shortcuts that work on every page. */
export function useShellKeys(): void {
  const singleKeys = useSingleKeys();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const chord = isMac() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
      if (chord && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k") {
        event.preventDefault();
        toggleSearch();
      } else if (singleKeys && event.key === "?" && isSingleKey(event)) {
        event.preventDefault();
        openShortcuts();
      }
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [singleKeys]);
}
