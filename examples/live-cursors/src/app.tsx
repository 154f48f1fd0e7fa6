import { LiveblocksProvider, RoomProvider } from "@liveblocks/react";
import type { Session } from "@weft/example-shared";
import { CursorsPage } from "./cursors-page.tsx";

/** The official React SDK, pointed at this server: `baseUrl` is the only difference. */
export function App({ demo, roomId, visitor }: Session) {
  return (
    <LiveblocksProvider baseUrl={demo.baseUrl} publicApiKey={demo.publicKey} throttle={16} lostConnectionTimeout={2000}>
      <RoomProvider id={roomId} initialPresence={{ visitor, cursor: null }}>
        <CursorsPage visitor={visitor} />
      </RoomProvider>
    </LiveblocksProvider>
  );
}
