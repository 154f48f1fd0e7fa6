import { LiveMap, LiveObject } from "@weft/client";
import { WeftProvider, RoomProvider } from "@weft/react";
import { authorizeUser, isPreview, resolversOf } from "@weft/example-shared";
import type { UserSession } from "@weft/example-shared";
import { ReactFlowProvider } from "@xyflow/react";
import { useMemo } from "react";
import { ChartPage } from "./chart-page.tsx";
import { sampleArrows, sampleSteps } from "./sample-chart.ts";

/** Weft's own React package. The chart is the room's; the chat with the agent is the user's. */
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
      <RoomProvider
        id={roomId}
        initialPresence={{ cursor: null, isAgentWorking: false, proposal: null }}
        initialStorage={() => ({
          steps: new LiveMap(Object.entries(sampleSteps).map(([id, step]) => [id, new LiveObject(step)])),
          arrows: new LiveMap(Object.entries(sampleArrows)),
        })}
      >
        <ReactFlowProvider>
          <ChartPage session={session} />
        </ReactFlowProvider>
      </RoomProvider>
    </WeftProvider>
  );
}
