import { LiveList, LiveMap } from "@weft/client";
import { WeftProvider, RoomProvider } from "@weft/react";
import { WeftUiConfig } from "@weft/react-ui";
import { authorizeUser, isPreview, resolversOf } from "@weft/example-shared";
import type { UserSession } from "@weft/example-shared";
import { useMemo } from "react";
import { sampleCells, sampleRows } from "./sample.ts";
import { SheetPage } from "./sheet-page.tsx";

/** Comments have authors, so this client authenticates as a user, and it resolves the names of users and groups. */
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
        initialPresence={{ cell: null }}
        initialStorage={() => ({ rows: new LiveList(sampleRows), cells: new LiveMap(Object.entries(sampleCells)) })}
      >
        {/* The emoji picker's data, from this server. */}
        <WeftUiConfig emojibaseUrl={`${import.meta.env.BASE_URL}emoji`}>
          <SheetPage session={session} />
        </WeftUiConfig>
      </RoomProvider>
    </WeftProvider>
  );
}
