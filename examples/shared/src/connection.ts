import { useLostConnectionListener, useStatus, useSyncStatus } from "@liveblocks/react";
import { useState } from "react";
import type { Connection } from "./connection-state.ts";
import { useOwnEdits } from "./use-own-edits.ts";

/** The connection of the surrounding room. */
export function useConnection(): Connection {
  const status = useStatus();
  const syncStatus = useSyncStatus({ smooth: true });
  const [lost, setLost] = useState(false);
  useLostConnectionListener((event) => setLost(event !== "restored"));
  const synchronizing = syncStatus === "synchronizing";
  const hasEdits = useOwnEdits(synchronizing);
  if (status === "connected") return synchronizing && hasEdits ? "saving" : "live";
  if (status === "disconnected") return "refused";
  if (lost) return "offline";
  return status === "reconnecting" ? "reconnecting" : "connecting";
}
