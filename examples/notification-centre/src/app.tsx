import type { ResolveRoomsInfoArgs } from "@liveblocks/client";
import { LiveblocksProvider, RoomProvider } from "@liveblocks/react";
import { authorizeUser, resolversOf } from "@weft/example-shared";
import type { UserSession } from "@weft/example-shared";
import { useMemo } from "react";
import { CentrePage } from "./centre-page.tsx";
import { documentsOf } from "./room-types.ts";

/** An inbox belongs to a user and spans all of their rooms, so it is outside any room; what is live comes from rooms. */
export function App({ session }: { readonly session: UserSession }) {
  const { demo, cast } = session;
  const documents = useMemo(() => documentsOf(session), [session]);
  const resolvers = useMemo(
    () => ({
      ...resolversOf(cast),
      resolveRoomsInfo: ({ roomIds }: ResolveRoomsInfoArgs) =>
        roomIds.map((id) => {
          const document = documents.find(({ roomId }) => roomId === id);
          return document && { name: document.name };
        }),
    }),
    [cast, documents],
  );
  return (
    <LiveblocksProvider
      baseUrl={demo.baseUrl}
      authEndpoint={() => authorizeUser(cast.you.id)}
      lostConnectionTimeout={2000}
      {...resolvers}
    >
      <RoomProvider id={documents[0].roomId} initialPresence={{}} initialStorage={{}}>
        <CentrePage session={session} documents={documents} />
      </RoomProvider>
    </LiveblocksProvider>
  );
}
