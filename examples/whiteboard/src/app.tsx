import { LiveMap, LiveObject } from "@liveblocks/client";
import { LiveblocksProvider, RoomProvider } from "@liveblocks/react";
import { ExamplePage, isPreview } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { sampleShapes } from "./sample-shapes.ts";
import { Whiteboard } from "./whiteboard.tsx";

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
        initialPresence={{ visitor, cursor: null, selected: null }}
        initialStorage={() => ({
          shapes: new LiveMap(Object.entries(sampleShapes).map(([id, shape]) => [id, new LiveObject(shape)])),
        })}
      >
        <ExamplePage title="Whiteboard" visitor={visitor}>
          <Whiteboard session={session} />
        </ExamplePage>
      </RoomProvider>
    </LiveblocksProvider>
  );
}
