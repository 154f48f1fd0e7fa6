import { LiveMap, LiveObject } from "@liveblocks/client";
import { LiveblocksProvider, RoomProvider } from "@liveblocks/react";
import { ExamplePage, isPreview } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { ReactFlowProvider } from "@xyflow/react";
import { Chart } from "./chart.tsx";
import { sampleArrows, sampleSteps } from "./sample-chart.ts";

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
        initialPresence={{ visitor, cursor: null }}
        initialStorage={() => ({
          steps: new LiveMap(Object.entries(sampleSteps).map(([id, step]) => [id, new LiveObject(step)])),
          arrows: new LiveMap(Object.entries(sampleArrows)),
        })}
      >
        <ExamplePage title="Flowchart" visitor={visitor}>
          <ReactFlowProvider>
            <Chart session={session} />
          </ReactFlowProvider>
        </ExamplePage>
      </RoomProvider>
    </LiveblocksProvider>
  );
}
