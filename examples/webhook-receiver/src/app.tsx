import { WeftProvider, RoomProvider } from "@weft/react";
import { authorizeUser, resolversOf } from "@weft/example-shared";
import type { UserSession } from "@weft/example-shared";
import { useMemo } from "react";
import { initialStorage } from "./room-types.ts";
import { WebhookPage } from "./webhook-page.tsx";

/** A small room whose changes are reported to a webhook endpoint. It needs users: comments have authors. */
export function App({ session }: { readonly session: UserSession }) {
  const { demo, roomId, cast } = session;
  const resolvers = useMemo(() => resolversOf(cast), [cast]);
  return (
    <WeftProvider
      baseUrl={demo.baseUrl}
      authEndpoint={() => authorizeUser(cast.you.id)}
      lostConnectionTimeout={2000}
      {...resolvers}
    >
      <RoomProvider id={roomId} initialPresence={{}} initialStorage={initialStorage}>
        <WebhookPage session={session} />
      </RoomProvider>
    </WeftProvider>
  );
}
