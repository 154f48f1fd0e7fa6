import { RoomProvider, useEventListener } from "@liveblocks/react";
import { ConnectionBadge, ExampleFrame, OfflineNote, PersonSwitch, useConnection } from "@weft/example-shared";
import type { UserSession } from "@weft/example-shared";
import { useScriptedPerson } from "@weft/example-shared/comments";
import { useRef, useState } from "react";
import { ColleaguePanel } from "./colleague/colleague-panel.tsx";
import { playColleague } from "./colleague/script.ts";
import { useColleague } from "./colleague/use-colleague.ts";
import { InboxPanel } from "./inbox/inbox-panel.tsx";
import { InboxRefresher } from "./inbox/inbox-refresher.tsx";
import type { ThreadNotification } from "./inbox/use-inbox.ts";
import { useInboxRefresh } from "./inbox/use-inbox-refresh.ts";
import type { Document } from "./room-types.ts";
import { RoomWatch } from "./room-watch.tsx";
import { SettingsPanel } from "./settings/settings-panel.tsx";
import { ThreadPanel } from "./thread-panel.tsx";
import { useSample } from "./use-sample.ts";

interface CentrePageProps {
  readonly session: UserSession;
  readonly documents: readonly [Document, Document];
}

export function CentrePage({ session, documents }: CentrePageProps) {
  const connection = useConnection();
  const { key, refresh } = useInboxRefresh();
  const colleague = useColleague(session, refresh);
  const isReady = useSample(session);
  const [opened, setOpened] = useState<ThreadNotification>();
  const { you } = session.cast;
  useEventListener(({ event }) => {
    if (event.type === "notified" && event.userId === you.id) refresh();
  });
  // The script continues while the page re-renders.
  const latest = useRef(colleague);
  latest.current = colleague;
  useScriptedPerson(session, isReady && colleague.canReply, (scene) => playColleague(() => latest.current, scene));
  return (
    <ExampleFrame
      title="Notification center"
      tools={
        <>
          <ConnectionBadge connection={connection} />
          <PersonSwitch cast={session.cast} />
        </>
      }
    >
      <OfflineNote connection={connection} />
      {isReady && <InboxRefresher key={key} />}
      <RoomProvider id={documents[1].roomId} initialPresence={{}} initialStorage={{}}>
        <RoomWatch />
      </RoomProvider>
      <div className="centre">
        {isReady ? (
          <InboxPanel onThread={setOpened} />
        ) : (
          <section className="card inbox">
            <p role="status">Loading notifications…</p>
          </section>
        )}
        <ColleaguePanel colleague={colleague} />
        {opened && (
          <RoomProvider id={opened.roomId} initialPresence={{}} initialStorage={{}}>
            <ThreadPanel
              threadId={opened.threadId}
              documentName={documents.find(({ roomId }) => roomId === opened.roomId)?.name ?? opened.roomId}
              onClose={() => setOpened(undefined)}
            />
          </RoomProvider>
        )}
        {isReady && <SettingsPanel documents={documents} />}
      </div>
    </ExampleFrame>
  );
}
