import type { LostConnectionEvent, Status } from "@liveblocks/client";
import type { Connection } from "./connection-state.ts";

/** The part of a room that says how it is reached. */
interface ReachableRoom {
  getStatus(): Status;
  subscribe(type: "status", listener: (status: Status) => void): () => void;
  subscribe(type: "lost-connection", listener: (event: LostConnectionEvent) => void): () => void;
}

/** Calls back with the connection of a room, now and whenever it changes. Returns how to stop. */
export function watchConnection(room: ReachableRoom, listener: (connection: Connection) => void): () => void {
  let lost = false;
  const report = () => listener(connectionOf(room.getStatus(), lost));
  const stopStatus = room.subscribe("status", report);
  const stopLost = room.subscribe("lost-connection", (event) => {
    lost = event !== "restored";
    report();
  });
  report();
  return () => {
    stopStatus();
    stopLost();
  };
}

/** How the room is reached, from its status; `lost` once the client has called the connection lost. */
export function connectionOf(status: Status, lost = false): Connection {
  if (status === "connected") return "live";
  if (status === "disconnected") return "refused";
  if (lost) return "offline";
  return status === "reconnecting" ? "reconnecting" : "connecting";
}
