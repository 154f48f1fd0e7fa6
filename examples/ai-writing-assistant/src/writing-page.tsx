import { AvatarStack, WeftUiConfig } from "@weft/react-ui";
import {
  ConnectionBadge,
  ExampleFrame,
  NoModelNote,
  OfflineNote,
  PersonSwitch,
  useConnection,
} from "@weft/example-shared";
import type { UserSession } from "@weft/example-shared";
import { useState } from "react";
import { AskingNote } from "./asking-note.tsx";
import { WritingEditor } from "./writing-editor.tsx";

export function WritingPage({ session }: { readonly session: UserSession }) {
  const connection = useConnection();
  const [popovers, setPopovers] = useState<HTMLElement | null>(null);
  return (
    <ExampleFrame
      title="AI writing assistant"
      tools={
        <>
          <ConnectionBadge connection={connection} />
          <AvatarStack className="people" max={4} size={30} />
          <PersonSwitch cast={session.cast} />
        </>
      }
    >
      <OfflineNote connection={connection} />
      {!session.demo.hasModel && <NoModelNote />}
      {/* Toolbars that float are part of the page’s main content, for screen readers, too. */}
      <WeftUiConfig portalContainer={popovers ?? undefined}>
        <WritingEditor session={session} />
      </WeftUiConfig>
      <AskingNote />
      <div ref={setPopovers} />
    </ExampleFrame>
  );
}
