import { useQuery } from "@tanstack/react-query";
import { EllipsisVertical, ExternalLink, Pencil, ScrollText, Send, Trash2 } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import { pageMeta } from "../../../shell/page-meta.ts";
import { Button } from "../../../ui/button.tsx";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu, MenuItem, MenuLink } from "../../../ui/menu.tsx";
import { NotFound } from "../../../ui/not-found.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { UrlTabs } from "../../../ui/url-tabs.tsx";
import type { EarlyQuery } from "../../frame/use-early-queries.ts";
import { EventsLog } from "../events/events-log.tsx";
import { Loaded } from "../../shared/loaded.tsx";
import { useProject } from "../shared/project-context.ts";
import { ThreadsList } from "../threads/threads-list.tsx";
import type { RoomBody } from "../shared/room-body.ts";
import { AccessTab } from "./access/access-tab.tsx";
import { DevtoolsTab } from "./devtools/devtools-tab.tsx";
import { ConnectedPeople } from "./connected-people.tsx";
import { EditingSwitch } from "./editing-switch.tsx";
import type { InspectState } from "./inspect-state.ts";
import { PresenceTab } from "./presence/presence-tab.tsx";
import { RoomContext } from "./room-context.ts";
import { RoomOverviewTab } from "./room-overview-tab.tsx";
import { roomQuery } from "./room-query.ts";
import { RoomSettingsTab } from "./room-settings-tab.tsx";
import { SendEventDialog } from "./send-event-dialog.tsx";
import { StorageTab } from "./storage/storage-tab.tsx";
import { useInspector } from "./use-inspector.ts";
import { VersionsTab } from "./versions/versions-tab.tsx";
import { YjsTab } from "./yjs/yjs-tab.tsx";

export const meta = () => pageMeta({ title: "Room", indexed: false });

export const handle: EarlyQuery = {
  earlyQuery: ({ projectId = "", roomId = "" }) => roomQuery(projectId, roomId),
};

export default function RoomPage() {
  const { roomId = "" } = useParams();
  return <RoomInspector key={roomId} roomId={roomId} />;
}

/** Looks into a room without being in it. */
function RoomInspector({ roomId }: { roomId: string }) {
  const { project, base } = useProject();
  const room = useQuery(roomQuery(project.id, roomId));
  const [search, setSearch] = useSearchParams();
  const tab = search.get("tab");
  const ready = room.data !== undefined;
  useEffect(() => {
    // On a narrow screen, the selected tab may be outside the visible row.
    if (ready)
      document
        .querySelector("[role='tab'][aria-selected='true']")
        ?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [tab, ready]);
  const [sending, setSending] = useState(search.get("dialog") === "send-event");
  return (
    <Loaded query={room} missing={<NotFound action={<ButtonLink to={`${base}/rooms`}>Back to rooms</ButtonLink>} />}>
      {(found) => (
        <Inspected room={found}>
          {(live) => (
            <>
              <div className="mb-6 flex flex-wrap items-center gap-x-5 gap-y-3">
                <div className="min-w-0">
                  <Link to={`${base}/rooms`} className="text-sm text-muted hover:text-ink">
                    Rooms
                  </Link>
                  <div className="flex items-center gap-1">
                    <h1 className="font-mono text-xl font-medium tracking-tight wrap-anywhere">{found.id}</h1>
                    <CopyButton text={found.id} name="Copy room ID" />
                  </div>
                </div>
                <div className="ml-auto flex flex-wrap items-center gap-3">
                  {live.connections !== null && <ConnectedPeople connections={live.connections} />}
                  <EditingSwitch />
                  <Button onClick={() => setSending(true)}>
                    <Send className="size-4" aria-hidden />
                    Send event
                  </Button>
                  <Menu
                    trigger={
                      <IconButton name="More" variant="secondary">
                        <EllipsisVertical className="size-4" aria-hidden />
                      </IconButton>
                    }
                  >
                    <MenuItem onSelect={() => window.open(location.href, "_blank", "noopener")}>
                      <ExternalLink aria-hidden />
                      Open in a new tab
                    </MenuItem>
                    <MenuLink to={`${base}/events?roomId=${encodeURIComponent(found.id)}`}>
                      <ScrollText aria-hidden />
                      View in event log
                    </MenuLink>
                    <MenuLink to="?tab=settings">
                      <Pencil aria-hidden />
                      Rename
                    </MenuLink>
                    <MenuLink to="?tab=settings">
                      <Trash2 aria-hidden />
                      Delete room
                    </MenuLink>
                  </Menu>
                </div>
              </div>
              {live.status === "reconnecting" && (
                <p
                  role="status"
                  className="mb-4 flex items-center gap-3 rounded-lg border border-warning-line bg-warning-soft px-4 py-2.5 text-sm text-warning"
                >
                  <Spinner />
                  Reconnecting… showing the last known state
                </p>
              )}
              <UrlTabs
                label="Room"
                tabs={[
                  { value: "overview", label: "Overview", content: <RoomOverviewTab /> },
                  { value: "presence", label: "Presence", content: <PresenceTab /> },
                  { value: "storage", label: "Storage", content: <StorageTab /> },
                  { value: "yjs", label: "Yjs", content: <YjsTab /> },
                  { value: "versions", label: "Versions", content: <VersionsTab /> },
                  { value: "threads", label: "Threads", content: <ThreadsList roomId={found.id} /> },
                  { value: "events", label: "Events", content: <EventsLog roomId={found.id} /> },
                  { value: "devtools", label: "Devtools", content: <DevtoolsTab /> },
                  { value: "access", label: "Access", content: <AccessTab /> },
                  { value: "settings", label: "Settings", content: <RoomSettingsTab /> },
                ]}
              />
              <SendEventDialog
                open={sending}
                onClose={() => {
                  setSending(false);
                  setSearch(
                    (before) => {
                      before.delete("dialog");
                      return before;
                    },
                    { replace: true, preventScrollReset: true },
                  );
                }}
              />
            </>
          )}
        </Inspected>
      )}
    </Loaded>
  );
}

function Inspected({ room, children }: { room: RoomBody; children: (live: InspectState) => ReactNode }) {
  const { project } = useProject();
  const live = useInspector(project.id, room.id);
  const [editing, setEditing] = useState(false);
  const value = useMemo(() => ({ room, live, editing, setEditing }), [room, live, editing]);
  return <RoomContext value={value}>{children(live)}</RoomContext>;
}
