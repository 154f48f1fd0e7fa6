import { WeftProvider, RoomProvider } from "@weft/react";
import { ExamplePage, isPreview } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { FormBuilder } from "./form-builder.tsx";
import { newForm } from "./sample-form.ts";

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
        initialPresence={{ visitor, tab: "edit", question: null }}
        initialStorage={() => newForm(isPreview())}
      >
        <ExamplePage title="Form builder" visitor={visitor}>
          <FormBuilder session={session} />
        </ExamplePage>
      </RoomProvider>
    </WeftProvider>
  );
}
