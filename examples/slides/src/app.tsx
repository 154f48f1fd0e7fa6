import { WeftProvider, RoomProvider } from "@weft/react";
import { ExamplePage, isPreview } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { DeckEditor } from "./deck-editor.tsx";
import { newSlides } from "./sample-deck.ts";

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
        initialPresence={{ visitor, slide: null, selected: null, isPresenting: false, following: null }}
        initialStorage={() => ({ title: "Quarterly review", slides: newSlides() })}
      >
        <ExamplePage title="Slides" visitor={visitor}>
          <DeckEditor session={session} />
        </ExamplePage>
      </RoomProvider>
    </WeftProvider>
  );
}
