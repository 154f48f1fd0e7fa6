import { LiveMap, LiveObject } from "@weft/client";
import { WeftProvider, RoomProvider } from "@weft/react";
import { ExamplePage, isPreview } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { CalendarPage } from "./calendar-page.tsx";
import { sampleEvents } from "./sample-events.ts";

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
        initialPresence={{ visitor, day: null, event: null, draft: null }}
        initialStorage={() => ({
          events: new LiveMap(Object.entries(sampleEvents()).map(([id, event]) => [id, new LiveObject(event)])),
        })}
      >
        <ExamplePage title="Calendar" visitor={visitor}>
          <CalendarPage session={session} />
        </ExamplePage>
      </RoomProvider>
    </WeftProvider>
  );
}
