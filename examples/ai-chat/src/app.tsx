import { LiveblocksProvider } from "@liveblocks/react";
import { authorizeUser } from "@weft/example-shared";
import type { UserSession } from "@weft/example-shared";
import { ChatPage } from "./chat-page.tsx";

/** The official React SDK, pointed at this server. Chats belong to a user, not to a room, so there is none. */
export function App({ session }: { readonly session: UserSession }) {
  const { demo, cast } = session;
  return (
    <LiveblocksProvider baseUrl={demo.baseUrl} authEndpoint={() => authorizeUser(cast.you.id)}>
      <ChatPage session={session} />
    </LiveblocksProvider>
  );
}
