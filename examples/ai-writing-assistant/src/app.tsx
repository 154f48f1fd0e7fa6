import { WeftProvider, RoomProvider } from "@weft/react";
import { authorizeUser, isPreview, resolversOf } from "@weft/example-shared";
import type { UserSession } from "@weft/example-shared";
import { useMemo } from "react";
import { WritingPage } from "./writing-page.tsx";

/** Weft's own React package. Copilots answer users, so this client authenticates as one. */
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
      <RoomProvider id={roomId} initialPresence={{ isAsking: false }}>
        <WritingPage session={session} />
      </RoomProvider>
    </WeftProvider>
  );
}
