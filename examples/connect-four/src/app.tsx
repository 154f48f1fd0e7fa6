import { LiveList } from "@weft/client";
import { WeftProvider, RoomProvider } from "@weft/react";
import { ExamplePage, isPreview } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { Game } from "./game.tsx";
import { sampleEntries } from "./sample-entries.ts";

/** Weft's own React package. `baseUrl` can be left out where a page and its Weft server have one origin. */
export function App({ session }: { readonly session: Session }) {
  const { demo, roomId, visitor, userId } = session;
  return (
    <WeftProvider
      baseUrl={demo.baseUrl}
      publicApiKey={demo.publicKey}
      lostConnectionTimeout={2000}
      preventUnsavedChanges={!isPreview()}
    >
      <RoomProvider
        id={roomId}
        initialPresence={{ visitor, userId, column: null }}
        initialStorage={() => ({ entries: new LiveList(isPreview() ? sampleEntries : []) })}
      >
        <ExamplePage title="Connect four" visitor={visitor}>
          <Game session={session} />
        </ExamplePage>
      </RoomProvider>
    </WeftProvider>
  );
}
