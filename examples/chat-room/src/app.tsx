import { LiveList } from "@weft/client";
import { WeftProvider, RoomProvider } from "@weft/react";
import { ExamplePage, isPreview } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { Chat } from "./chat.tsx";
import { sampleMessages } from "./sample-messages.ts";

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
        initialPresence={{ visitor, typing: false }}
        initialStorage={() => ({ messages: new LiveList(sampleMessages(Date.now())) })}
      >
        <ExamplePage title="Chat room" visitor={visitor}>
          <Chat session={session} />
        </ExamplePage>
      </RoomProvider>
    </WeftProvider>
  );
}
