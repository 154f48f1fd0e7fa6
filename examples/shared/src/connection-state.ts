/**
 * How the room is reached, as a visitor needs to know it. `reconnecting` is short; it becomes `offline` once the client
 * calls the connection lost. Both keep local edits, which are sent when the connection is back.
 */
export type Connection = "connecting" | "live" | "saving" | "reconnecting" | "offline" | "refused";

export const connectionLabels: Readonly<Record<Connection, string>> = {
  connecting: "Connecting…",
  live: "Connected",
  saving: "Saving…",
  reconnecting: "Reconnecting…",
  offline: "Offline",
  refused: "Not connected",
};
