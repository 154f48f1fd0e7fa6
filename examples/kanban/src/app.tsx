import { LiveMap, LiveObject } from "@weft/client";
import { WeftProvider, RoomProvider } from "@weft/react";
import { ExamplePage, isPreview } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { Board } from "./board.tsx";
import { sampleCards } from "./sample-cards.ts";

/** Weft's own React package. `baseUrl` can be left out where a page and its Weft server have one origin. */
export function App({ session }: { readonly session: Session }) {
  const { demo, roomId, visitor } = session;
  return (
    <WeftProvider
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
    </WeftProvider>
  );
}
