import { useMe } from "../api/use-me.ts";

/** Whether single keys are shortcuts for whoever is here; those who are signed in may have turned them off. */
export function useSingleKeys(): boolean {
  const { data: me } = useMe();
  return me?.preferences.singleKeyShortcuts !== false;
}

/** Whether a press is a single key for the page itself: without modifiers, not into a text, and with nothing on top. */
export function isSingleKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !isTyping(event.target) && document.querySelector(onTop) === null;
}

// Toasts are dialogs, and alert dialogs when something failed, that are not modal.
const onTop = ":is([role='dialog'], [role='alertdialog']):not([aria-modal='false']), [role='menu'], [role='listbox']";

/** Whether keys go into a text. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select, [role='textbox'], [role='combobox']"))
  );
}
