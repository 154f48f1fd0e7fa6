import { LiveObject } from "@weft/client";
import { WeftProvider, RoomProvider } from "@weft/react";
import { ExamplePage, isPreview } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { EventForm } from "./event-form.tsx";
import { sampleAnswers } from "./fields.ts";

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
        initialPresence={{ visitor, field: null }}
        initialStorage={() => ({ answers: new LiveObject(sampleAnswers), submittedBy: "" })}
      >
        <ExamplePage title="Live form" visitor={visitor}>
          <EventForm session={session} />
        </ExamplePage>
      </RoomProvider>
    </WeftProvider>
  );
}
