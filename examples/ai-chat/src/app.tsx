import { WeftProvider } from "@weft/react";
import { authorizeUser } from "@weft/example-shared";
import type { UserSession } from "@weft/example-shared";
import { ChatPage } from "./chat-page.tsx";

/** Weft's own React package. Chats belong to a user, not to a room, so there is none. */
export function App({ session }: { readonly session: UserSession }) {
  const { demo, cast } = session;
  return (
    <WeftProvider baseUrl={demo.baseUrl} authEndpoint={() => authorizeUser(cast.you.id)}>
      <ChatPage session={session} />
    </WeftProvider>
  );
}
