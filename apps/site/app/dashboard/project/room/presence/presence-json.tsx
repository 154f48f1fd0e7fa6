import type { JsonObject } from "@weft/protocol";

/** A presence as JSON, a line per key; keys that just changed light up and fade. */
export function PresenceJson({
  presence,
  changed,
  turn,
}: {
  presence: JsonObject;
  changed: ReadonlySet<string>;
  turn: number;
}) {
  const entries = Object.entries(presence);
  if (entries.length === 0) return <p className="text-sm text-faint">An empty presence.</p>;
  return (
    <dl className="overflow-x-auto rounded-md bg-sunken py-1.5 font-mono text-xs leading-6">
      {entries.map(([key, value]) => (
        <div
          // A key that changed again is drawn anew, so that it lights up again.
          key={changed.has(key) ? `${key} ${turn}` : key}
          data-changed={changed.has(key) || undefined}
          className="flex gap-2 px-3 data-changed:animate-flash"
        >
          <dt className="shrink-0 text-accent">{key}</dt>
          <dd className="min-w-0 flex-1 break-words whitespace-pre-wrap">{JSON.stringify(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
