import { WeftProvider, RoomProvider } from "@weft/react";
import { ExamplePage, isPreview } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { newPlanning } from "@weft/example-shared/planning";
import { Poker } from "./poker.tsx";

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
        initialPresence={{ visitor, userId, isSpectator: false }}
        initialStorage={() => newPlanning(isPreview())}
      >
        <ExamplePage title="Planning poker" visitor={visitor}>
          <Poker session={session} />
        </ExamplePage>
      </RoomProvider>
    </WeftProvider>
  );
}
