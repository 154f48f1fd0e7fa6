import { LiveMap, LiveObject } from "@weft/client";
import { WeftProvider, RoomProvider } from "@weft/react";
import { ExamplePage, isPreview } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { MapPage } from "./map-page.tsx";
import { samplePins } from "./sample-pins.ts";

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
        initialPresence={{ visitor, cursor: null, pin: null }}
        initialStorage={() => ({
          pins: new LiveMap(Object.entries(samplePins).map(([id, pin]) => [id, new LiveObject(pin)])),
        })}
      >
        <ExamplePage title="Map" visitor={visitor}>
          <MapPage session={session} />
        </ExamplePage>
      </RoomProvider>
    </WeftProvider>
  );
}
