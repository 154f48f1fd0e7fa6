import { useRoom } from "@liveblocks/react";
import type { Connection } from "./connection-state.ts";

/** What being offline means here: nothing is lost, and nothing needs to be done. */
export function OfflineNote({ connection }: { readonly connection: Connection }) {
  const room = useRoom();
  if (connection !== "offline" && connection !== "refused") return null;
  return (
    <div className="offline" role="status">
      <p>
        <strong>You are offline.</strong> Your changes are saved here and sent when you reconnect.
      </p>
      <button type="button" className="button" onClick={() => room.reconnect()}>
        Try now
      </button>
    </div>
  );
}
