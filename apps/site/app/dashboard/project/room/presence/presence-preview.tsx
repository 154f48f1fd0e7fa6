import { entriesOfPresence } from "./presence-entries.ts";
import type { ShownPresence } from "./presence-entries.ts";

/** The beginning of a presence on one line. Keys that just changed light up, as in its JSON. */
export function PresencePreview(presence: ShownPresence) {
  const entries = entriesOfPresence(presence);
  return (
    <p className="hidden h-6 min-w-0 flex-1 flex-wrap gap-x-2 overflow-hidden font-mono text-xs leading-6 md:flex">
      {entries.length === 0 && <span className="text-faint">Empty presence</span>}
      {entries.map(({ key, name, value, flash }) => (
        <span
          key={key}
          data-changed={flash}
          className="max-w-full truncate rounded-sm px-1 data-[changed=fast]:animate-blink data-[changed=once]:animate-flash"
        >
          <span className="text-accent">{name}</span> {value}
        </span>
      ))}
    </p>
  );
}
