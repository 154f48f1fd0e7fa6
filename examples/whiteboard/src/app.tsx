import { LiveMap, LiveObject } from "@weft/client";
import { WeftProvider, RoomProvider } from "@weft/react";
import { ExamplePage, isPreview } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { sampleShapes } from "./sample-shapes.ts";
import { Whiteboard } from "./whiteboard.tsx";

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
        initialPresence={{ visitor, cursor: null, selected: null }}
        initialStorage={() => ({
          shapes: new LiveMap(Object.entries(sampleShapes).map(([id, shape]) => [id, new LiveObject(shape)])),
        })}
      >
        <ExamplePage title="Whiteboard" visitor={visitor}>
          <Whiteboard session={session} />
        </ExamplePage>
      </RoomProvider>
    </WeftProvider>
  );
}
