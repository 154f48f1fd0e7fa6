import { entriesOfPresence } from "./presence-entries.ts";
import type { ShownPresence } from "./presence-entries.ts";

/**
 * A presence as JSON, a line per key. Keys that just changed light up and fade; one that changes all the time, such as a
 * cursor, only blinks, so that the rarer change beside it is seen. An editor's own keys are left out.
 */
export function PresenceJson(presence: ShownPresence) {
  const entries = entriesOfPresence(presence);
  if (entries.length === 0) return <p className="text-sm text-faint">Empty presence</p>;
  return (
    <dl className="overflow-x-auto rounded-md bg-sunken py-1.5 font-mono text-xs leading-6">
      {entries.map(({ key, name, value, flash }) => (
        <div
          key={key}
          data-changed={flash}
          className="flex gap-2 px-3 data-[changed=fast]:animate-blink data-[changed=once]:animate-flash"
        >
          <dt className="shrink-0 text-accent">{name}</dt>
          <dd className="min-w-0 flex-1 break-words whitespace-pre-wrap">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
