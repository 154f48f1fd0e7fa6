import { LiveList } from "@liveblocks/client";
import { LiveblocksProvider, RoomProvider } from "@liveblocks/react";
import { ExamplePage, isPreview } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { Chat } from "./chat.tsx";
import { sampleMessages } from "./sample-messages.ts";

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
        initialPresence={{ visitor, typing: false }}
        initialStorage={() => ({ messages: new LiveList(sampleMessages(Date.now())) })}
      >
        <ExamplePage title="Chat room" visitor={visitor}>
          <Chat session={session} />
        </ExamplePage>
      </RoomProvider>
    </LiveblocksProvider>
  );
}
