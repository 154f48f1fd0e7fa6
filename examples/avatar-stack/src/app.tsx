import { WeftProvider, RoomProvider } from "@weft/react";
import { ConnectionBadge, ExampleFrame, OfflineNote, useConnection, useScriptedVisitor } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { Article } from "./article.tsx";
import { PeopleStack } from "./people-stack.tsx";
import { playReader } from "./reader.ts";
import { usePeople } from "./use-people.ts";

/** Weft's own React package. `baseUrl` can be left out where a page and its Weft server have one origin. */
export function App({ session }: { readonly session: Session }) {
  const { demo, roomId, visitor } = session;
  return (
    <WeftProvider baseUrl={demo.baseUrl} publicApiKey={demo.publicKey} lostConnectionTimeout={2000}>
      <RoomProvider id={roomId} initialPresence={{ visitor, section: null, away: document.hidden }}>
        <Page session={session} />
      </RoomProvider>
    </WeftProvider>
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
