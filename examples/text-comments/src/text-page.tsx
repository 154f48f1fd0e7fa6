import { AvatarStack } from "@weft/react-ui";
import { ConnectionBadge, ExampleFrame, OfflineNote, PersonSwitch, useConnection } from "@weft/example-shared";
import type { UserSession } from "@weft/example-shared";
import { useRef, useState } from "react";
import { InboxButton } from "./inbox-button.tsx";
import { InboxPanel } from "./inbox-panel.tsx";
import { TextEditor } from "./text-editor.tsx";
import type { SoughtThread } from "./text-editor.tsx";
import { useInbox } from "./use-inbox.ts";

export function TextPage({ session }: { readonly session: UserSession }) {
  const connection = useConnection();
  const inbox = useInbox();
  const [inboxOpen, setInboxOpen] = useState(false);
  const [sought, setSought] = useState<SoughtThread | null>(null);
  const inboxButton = useRef<HTMLButtonElement>(null);

  const closeInbox = () => {
    setInboxOpen(false);
    inboxButton.current?.focus();
  };

  return (
    <ExampleFrame
      title="Text with comments"
      tools={
        <>
          <ConnectionBadge connection={connection} />
          <AvatarStack className="people" max={4} size={30} />
          <PersonSwitch cast={session.cast} />
          <InboxButton
            ref={inboxButton}
            unread={inbox.unread}
            open={inboxOpen}
            onClick={() => (inboxOpen ? closeInbox() : setInboxOpen(true))}
          />
        </>
      }
    >
      <OfflineNote connection={connection} />
      <div className="desk">
        <TextEditor session={session} sought={sought} />
        {inboxOpen && <InboxPanel inbox={inbox} onClose={closeInbox} onThread={(id) => setSought({ id })} />}
      </div>
    </ExampleFrame>
  );
}
