import { LiveObject } from "@liveblocks/client";
import { LiveblocksProvider, RoomProvider } from "@liveblocks/react";
import { ExamplePage, isPreview } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { EventForm } from "./event-form.tsx";
import { sampleAnswers } from "./fields.ts";

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
        initialPresence={{ visitor, field: null }}
        initialStorage={() => ({ answers: new LiveObject(sampleAnswers), submittedBy: "" })}
      >
        <ExamplePage title="Live form" visitor={visitor}>
          <EventForm session={session} />
        </ExamplePage>
      </RoomProvider>
    </LiveblocksProvider>
  );
}
