import { useLostConnectionListener, useStatus, useSyncStatus } from "@liveblocks/react";
import { useState } from "react";
import type { Connection } from "./connection-state.ts";

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
