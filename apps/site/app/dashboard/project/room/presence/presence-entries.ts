import type { JsonObject } from "@weft/protocol";
import { isEditorKey } from "./editor-keys.ts";

export interface ShownPresence {
  presence: JsonObject;
  changed: ReadonlySet<string>;
  /** Of the keys that changed, those that did so a moment before, too. */
  fast: ReadonlySet<string>;
  turn: number;
}

/** The keys of a presence with their values, without those of editors, and whether each has just changed. */
export function entriesOfPresence({ presence, changed, fast, turn }: ShownPresence) {
  return Object.entries(presence)
    .filter(([name]) => !isEditorKey(name))
    .map(([name, value]) => ({
      name,
      value: JSON.stringify(value),
      // A key that changed again is remounted, so that it lights up again.
      key: changed.has(name) ? `${name} ${turn}` : name,
      flash: changed.has(name) ? (fast.has(name) ? "fast" : "once") : undefined,
    }));
}
