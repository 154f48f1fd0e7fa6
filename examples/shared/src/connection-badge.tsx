import type { Connection } from "./connection.ts";

const labels: Readonly<Record<Connection, string>> = {
  connecting: "Connecting…",
  live: "Connected",
  saving: "Saving…",
  reconnecting: "Reconnecting…",
  offline: "Offline",
  refused: "Not connected",
};

/** A dot and a word; announced when it changes. */
export function ConnectionBadge({ connection }: { readonly connection: Connection }) {
  return (
    <span className="connection" data-state={connection} role="status" title={labels[connection]}>
      <span className="connection-dot" aria-hidden="true" />
      <span className="connection-label">{labels[connection]}</span>
    </span>
  );
}
