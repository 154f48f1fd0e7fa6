import { LiveMap, LiveObject } from "@liveblocks/client";
import { LiveblocksProvider, RoomProvider } from "@liveblocks/react";
import { ExamplePage, isPreview } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { Board } from "./board.tsx";
import { sampleCards } from "./sample-cards.ts";

/** The official React SDK, pointed at this server: `baseUrl` is the only difference. */
export function App({ session }: { readonly session: Session }) {
  const { demo, roomId, visitor } = session;
  return (
    <LiveblocksProvider
      baseUrl={demo.baseUrl}
      publicApiKey={demo.publicKey}
      lostConnectionTimeout={2000}
      preventUnsavedChanges={!isPreview()}
    >
      <RoomProvider
        id={roomId}
        initialPresence={{ visitor, moving: null }}
        initialStorage={() => ({
          cards: new LiveMap(Object.entries(sampleCards).map(([id, card]) => [id, new LiveObject(card)])),
        })}
      >
        <ExamplePage title="Kanban board" visitor={visitor}>
          <Board session={session} />
        </ExamplePage>
      </RoomProvider>
    </LiveblocksProvider>
  );
}
