import { LiveblocksProvider, RoomProvider } from "@liveblocks/react";
import { ConnectionBadge, ExampleFrame, OfflineNote, useConnection, useScriptedVisitor } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { Article } from "./article.tsx";
import { PeopleStack } from "./people-stack.tsx";
import { playReader } from "./reader.ts";
import { usePeople } from "./use-people.ts";

/** The official React SDK, pointed at this server: `baseUrl` is the only difference. */
export function App({ session }: { readonly session: Session }) {
  const { demo, roomId, visitor } = session;
  return (
    <LiveblocksProvider baseUrl={demo.baseUrl} publicApiKey={demo.publicKey} lostConnectionTimeout={2000}>
      <RoomProvider id={roomId} initialPresence={{ visitor, section: null, away: document.hidden }}>
        <Page session={session} />
      </RoomProvider>
    </LiveblocksProvider>
  );
}

function Page({ session }: { readonly session: Session }) {
  const connection = useConnection();
  const people = usePeople();
  useScriptedVisitor(session, connection === "live", { section: null, away: false }, playReader);
  return (
    <ExampleFrame
      title="Avatar stack"
      tools={
        <>
          <ConnectionBadge connection={connection} />
          <PeopleStack you={session.visitor} people={people} />
        </>
      }
    >
      <OfflineNote connection={connection} />
      <Article people={people} />
    </ExampleFrame>
  );
}
