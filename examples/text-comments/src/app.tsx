import { LiveblocksProvider, RoomProvider } from "@liveblocks/react";
import { LiveblocksUiConfig } from "@liveblocks/react-ui";
import { authorizeUser, isPreview, resolversOf } from "@weft/example-shared";
import type { UserSession } from "@weft/example-shared";
import { useMemo } from "react";
import { TextPage } from "./text-page.tsx";

/**
 * The official React SDK, pointed at this server. Comments have authors, so this client authenticates as a user, and it
 * resolves what users and groups are called.
 */
export function App({ session }: { readonly session: UserSession }) {
  const { demo, roomId, cast } = session;
  const resolvers = useMemo(() => resolversOf(cast), [cast]);
  return (
    <LiveblocksProvider
      baseUrl={demo.baseUrl}
      authEndpoint={() => authorizeUser(cast.you.id)}
      lostConnectionTimeout={2000}
      preventUnsavedChanges={!isPreview()}
      {...resolvers}
    >
      <RoomProvider id={roomId} initialPresence={{}}>
        {/* The emoji picker's data, from this server. */}
        <LiveblocksUiConfig emojibaseUrl={`${import.meta.env.BASE_URL}emoji`}>
          <TextPage session={session} />
        </LiveblocksUiConfig>
      </RoomProvider>
    </LiveblocksProvider>
  );
}
