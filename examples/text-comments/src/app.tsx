import { WeftProvider, RoomProvider } from "@weft/react";
import { WeftUiConfig } from "@weft/react-ui";
import { authorizeUser, isPreview, resolversOf } from "@weft/example-shared";
import type { UserSession } from "@weft/example-shared";
import { useMemo } from "react";
import { TextPage } from "./text-page.tsx";

/**
 * Weft's own React package. Comments have authors, so this client authenticates as a user, and it resolves what users and
 * groups are called.
 */
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
      <RoomProvider id={roomId} initialPresence={{}}>
        {/* The emoji picker's data, from this server. */}
        <WeftUiConfig emojibaseUrl={`${import.meta.env.BASE_URL}emoji`}>
          <TextPage session={session} />
        </WeftUiConfig>
      </RoomProvider>
    </WeftProvider>
  );
}
