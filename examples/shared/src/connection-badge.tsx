import { connectionLabels } from "./connection-state.ts";
import type { Connection } from "./connection-state.ts";

/** A dot and a word; announced when it changes. */
export function ConnectionBadge({ connection }: { readonly connection: Connection }) {
  return (
    <span className="connection" data-state={connection} role="status" title={connectionLabels[connection]}>
      <span className="connection-dot" aria-hidden="true" />
      <span className="connection-label">{connectionLabels[connection]}</span>
    </span>
  );
}
