import { useMe } from "../api/use-me.ts";

/** Whether single-key shortcuts are on. Signed-in users can turn them off. */
export function useSingleKeys(): boolean {
  const { data: me } = useMe();
  return me?.preferences.singleKeyShortcuts !== false;
}

/**
 * Whether a key press is a single-key shortcut of the page: without modifiers, not in a text field, and without a
 * dialog on top.
 */
export function isSingleKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !isTyping(event.target) && document.querySelector(onTop) === null;
}

// Toasts are dialogs, and alert dialogs when something failed, that are not modal.
const onTop = ":is([role='dialog'], [role='alertdialog']):not([aria-modal='false']), [role='menu'], [role='listbox']";

/** Whether key presses go into a text field. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select, [role='textbox'], [role='combobox']"))
  );
}
