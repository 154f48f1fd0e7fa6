import { LiveList, LiveObject } from "@weft/client";
import { WeftProvider, RoomProvider } from "@weft/react";
import { authorizeUser, isPreview, resolversOf } from "@weft/example-shared";
import type { UserSession } from "@weft/example-shared";
import { useMemo } from "react";
import { BoardPage } from "./board-page.tsx";
import { sampleCards } from "./sample-cards.ts";

/** Weft's own React package. The board is the room's; the chat with the copilot is the user's. */
export function App({ session }: { readonly session: UserSession }) {
  const { demo, roomId, cast } = session;
  const resolvers = useMemo(() => resolversOf(cast), [cast]);
  return (
    <WeftProvider
      baseUrl={demo.baseUrl}
      authEndpoint={() => authorizeUser(cast.you.id)}
      lostConnectionTimeout={2000}
      preventUnsavedChanges={!isPreview()}
      {...resolvers}
    >
      <RoomProvider
        id={roomId}
        initialStorage={() => ({ cards: new LiveList(sampleCards.map((card) => new LiveObject(card))) })}
      >
        <BoardPage session={session} />
      </RoomProvider>
    </WeftProvider>
  );
}
