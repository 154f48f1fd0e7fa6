/** The keys of an event, as `KeyboardEvent` has them. */
export interface PressedKeys {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** Whether the keys open the search: Cmd+K where the keyboard has a Cmd key, Ctrl+K elsewhere. */
export function opensSearch(keys: PressedKeys, mac: boolean): boolean {
  return isChord(keys, "k", mac);
}

/** Whether the keys open the assistant: Cmd+I or Ctrl+I. */
export function opensAssistant(keys: PressedKeys, mac: boolean): boolean {
  return isChord(keys, "i", mac);
}

function isChord({ key, ctrlKey, metaKey, altKey, shiftKey }: PressedKeys, letter: string, mac: boolean): boolean {
  const chord = mac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return chord && !altKey && !shiftKey && key.toLowerCase() === letter;
}
