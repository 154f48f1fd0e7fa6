import { LiveMap } from "@weft/client";
import { WeftProvider, RoomProvider } from "@weft/react";
import { ExamplePage, isPreview } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { sampleCells } from "./sample-cells.ts";
import { Spreadsheet } from "./spreadsheet.tsx";

/** Weft's own React package. `baseUrl` can be left out where a page and its Weft server have one origin. */
export function App({ session }: { readonly session: Session }) {
  const { demo, roomId, visitor } = session;
  return (
    <WeftProvider
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
    </WeftProvider>
  );
}
