import type { JsonObject } from "@weft/protocol";
import { isEditorKey } from "./editor-keys.ts";

/**
 * A presence as JSON, a line per key. Keys that just changed light up and fade; one that changes all the time, such as a
 * cursor, only blinks, so that the rarer change beside it is seen. An editor's own keys are left out.
 */
export function PresenceJson({
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
  if (entries.length === 0) return <p className="text-sm text-faint">Empty presence</p>;
  return (
    <dl className="overflow-x-auto rounded-md bg-sunken py-1.5 font-mono text-xs leading-6">
      {entries.map(([key, value]) => (
        <div
          // A key that changed again is remounted, so that it lights up again.
          key={changed.has(key) ? `${key} ${turn}` : key}
          data-changed={changed.has(key) ? (fast.has(key) ? "fast" : "once") : undefined}
          className="flex gap-2 px-3 data-[changed=fast]:animate-blink data-[changed=once]:animate-flash"
        >
          <dt className="shrink-0 text-accent">{key}</dt>
          <dd className="min-w-0 flex-1 break-words whitespace-pre-wrap">{JSON.stringify(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
