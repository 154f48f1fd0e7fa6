import { useLostConnectionListener, useStatus, useSyncStatus } from "@liveblocks/react";
import { useState } from "react";

/**
 * How the room is reached, in the words a visitor needs.
 *
 * `reconnecting` is a blip nobody should worry about; it becomes `offline` once the client calls the connection lost.
 * Both keep local edits, which are sent when the connection is back.
 */
export type Connection = "connecting" | "live" | "saving" | "reconnecting" | "offline" | "refused";

/** The connection of the surrounding room. */
export function useConnection(): Connection {
  const status = useStatus();
  const syncStatus = useSyncStatus({ smooth: true });
  const [lost, setLost] = useState(false);
  useLostConnectionListener((event) => setLost(event !== "restored"));
  if (status === "connected") return syncStatus === "synchronizing" ? "saving" : "live";
  if (status === "disconnected") return "refused";
  if (lost) return "offline";
  return status === "reconnecting" ? "reconnecting" : "connecting";
}
