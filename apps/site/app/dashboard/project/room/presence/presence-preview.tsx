import type { JsonObject } from "@weft/protocol";
import { isEditorKey } from "./editor-keys.ts";

/** The beginning of a presence on one line. Keys that just changed light up, as in its JSON. */
export function PresencePreview({
  presence,
  changed,
  fast,
  turn,
}: {
  presence: JsonObject;
  changed: ReadonlySet<string>;
  /** Of the keys that changed, those that did so a moment before, too. */
  fast: ReadonlySet<string>;
  turn: number;
}) {
  const entries = Object.entries(presence).filter(([key]) => !isEditorKey(key));
  return (
    <p className="hidden h-6 min-w-0 flex-1 flex-wrap gap-x-2 overflow-hidden font-mono text-xs leading-6 md:flex">
      {entries.length === 0 && <span className="text-faint">Empty presence</span>}
      {entries.map(([key, value]) => (
        <span
          // A key that changed again is remounted, so that it lights up again.
          key={changed.has(key) ? `${key} ${turn}` : key}
          data-changed={changed.has(key) ? (fast.has(key) ? "fast" : "once") : undefined}
          className="max-w-full truncate rounded-sm px-1 data-[changed=fast]:animate-blink data-[changed=once]:animate-flash"
        >
          <span className="text-accent">{key}</span> {JSON.stringify(value)}
        </span>
      ))}
    </p>
  );
}
