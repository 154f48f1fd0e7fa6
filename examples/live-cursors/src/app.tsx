import { WeftProvider, RoomProvider } from "@weft/react";
import { useScriptedVisitor } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { CursorsPage } from "./cursors-page.tsx";
import { pointAround } from "./preview.ts";

/** Weft's own React package. `baseUrl` can be left out where a page and its Weft server have one origin. */
export function App({ session }: { readonly session: Session }) {
  const { demo, roomId, visitor } = session;
  useScriptedVisitor(session, true, { cursor: null }, pointAround);
  return (
    <WeftProvider baseUrl={demo.baseUrl} publicApiKey={demo.publicKey} throttle={16} lostConnectionTimeout={2000}>
      <RoomProvider id={roomId} initialPresence={{ visitor, cursor: null }}>
        <CursorsPage visitor={visitor} />
      </RoomProvider>
    </WeftProvider>
  );
}
