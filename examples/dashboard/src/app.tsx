import { LiveList, LiveObject } from "@liveblocks/client";
import { LiveblocksProvider, RoomProvider } from "@liveblocks/react";
import { ExamplePage, isPreview } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { Dashboard } from "./dashboard.tsx";
import { initialFilters, initialRegions } from "./read-filters.ts";
import { cardIds } from "./room-types.ts";
import type { StoredCard } from "./room-types.ts";

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
        initialPresence={{ visitor, area: null, point: null, moving: null }}
        initialStorage={() => ({
          filters: new LiveObject(initialFilters),
          regions: new LiveObject(initialRegions),
          cards: new LiveList(cardIds.map((id) => new LiveObject<StoredCard>({ id, isHidden: false }))),
        })}
      >
        <ExamplePage title="Analytics dashboard" visitor={visitor}>
          <Dashboard session={session} />
        </ExamplePage>
      </RoomProvider>
    </LiveblocksProvider>
  );
}
