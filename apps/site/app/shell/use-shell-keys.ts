import { useEffect } from "react";
import { toggleAssistant } from "../assistant/panel/panel-state.ts";
import { closeDialog, openShortcuts, toggleSearch } from "./dialogs.ts";
import { isMac } from "./platform.ts";
import { opensAssistant, opensSearch } from "./chords.ts";
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
      } else if (opensAssistant(event, isMac()) && !isRichText(event.target)) {
        event.preventDefault();
        closeDialog();
        toggleAssistant();
      } else if (singleKeys && event.key === "?" && isSingleKey(event)) {
        event.preventDefault();
        openShortcuts();
      }
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [singleKeys]);
}

/** Where the chord makes the text italic. */
function isRichText(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.isContentEditable;
}
