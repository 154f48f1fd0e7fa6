import { useEffect } from "react";
import { openShortcuts, toggleSearch } from "./dialogs.ts";
import { isMac } from "./platform.ts";
import { opensSearch } from "./search-chord.ts";
import { isSingleKey, useSingleKeys } from "./single-keys.ts";

/** The shortcuts that work on every page. */
export function useShellKeys(): void {
  const singleKeys = useSingleKeys();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if (opensSearch(event, isMac())) {
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
