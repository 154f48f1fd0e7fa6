import { LiveList, LiveObject } from "@weft/client";
import { WeftProvider, RoomProvider } from "@weft/react";
import { ExamplePage, isPreview } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { Dashboard } from "./dashboard.tsx";
import { initialFilters, initialRegions } from "./read-filters.ts";
import { cardIds } from "./room-types.ts";
import type { StoredCard } from "./room-types.ts";

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
    </WeftProvider>
  );
}
