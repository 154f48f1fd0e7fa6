import { LiveMap } from "@liveblocks/client";
import { LiveblocksProvider, RoomProvider } from "@liveblocks/react";
import { ExamplePage, isPreview } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { sampleCells } from "./sample-cells.ts";
import { Spreadsheet } from "./spreadsheet.tsx";

/** The official React SDK, pointed at this server: `baseUrl` is the only difference. */
export function App({ session }: { readonly session: Session }) {
  const { demo, roomId, visitor } = session;
  return (
    <LiveblocksProvider
      baseUrl={demo.baseUrl}
      publicApiKey={demo.publicKey}
      lostConnectionTimeout={2000}
      preventUnsavedChanges={!isPreview()}
    >
      <RoomProvider
        id={roomId}
        initialPresence={{ visitor, cell: null }}
        initialStorage={() => ({ cells: new LiveMap(Object.entries(sampleCells)) })}
      >
        <ExamplePage title="Spreadsheet" visitor={visitor}>
          <Spreadsheet session={session} />
        </ExamplePage>
      </RoomProvider>
    </LiveblocksProvider>
  );
}
