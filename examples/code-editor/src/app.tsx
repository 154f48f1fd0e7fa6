import { WeftProvider, RoomProvider } from "@weft/react";
import { isPreview, useScriptedVisitor } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { CodePage } from "./code-page.tsx";
import { playWriter } from "./preview.ts";

/**
 * Weft's own React package. `baseUrl` can be left out where a page and its Weft server have one origin.
 *
 * `preventUnsavedChanges` has the browser ask before it closes a page whose edits are still waiting to be sent.
 */
export function App({ session }: { readonly session: Session }) {
  const { demo, roomId, visitor } = session;
  useScriptedVisitor(session, true, {}, playWriter);
  return (
    <WeftProvider
      baseUrl={demo.baseUrl}
      publicApiKey={demo.publicKey}
      lostConnectionTimeout={2000}
      preventUnsavedChanges={!isPreview()}
    >
      <RoomProvider id={roomId} initialPresence={{ visitor }}>
        <CodePage visitor={visitor} />
      </RoomProvider>
    </WeftProvider>
  );
}
