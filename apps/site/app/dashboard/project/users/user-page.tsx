import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { countOf } from "../../../formats/count.ts";
import { pageMeta } from "../../../shell/page-meta.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { IdText } from "../../../ui/id-text.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { UrlTabs } from "../../../ui/url-tabs.tsx";
import { Loaded } from "../../shared/loaded.tsx";
import { useProject } from "../shared/project-context.ts";
import { UserInbox } from "../notifications/user-inbox.tsx";
import { shownPicture } from "../shared/shown-picture.ts";
import { EraseTab } from "./erase-tab.tsx";
import { GroupsTab } from "./groups-tab.tsx";
import { NotificationSettingsTab } from "./notification-settings-tab.tsx";
import { RoomsTab } from "./rooms-tab.tsx";
import { ThreadsTab } from "./threads-tab.tsx";
import { userQuery } from "./users-queries.ts";

export const meta = () => pageMeta({ title: "User", indexed: false });

export default function UserPage() {
  const { userId = "" } = useParams();
  return <UserDetails key={userId} userId={userId} />;
}

/** What a project holds about one of its users. */
function UserDetails({ userId }: { userId: string }) {
  const { project, base } = useProject();
  const user = useQuery(userQuery(project.id, userId));
  return (
    <>
      <div className="mb-6 flex flex-col gap-1">
        <Link to={`${base}/users`} className="w-fit text-sm text-muted hover:text-ink">
          Users
        </Link>
        <div className="flex min-w-0 items-center gap-3">
          <Avatar
            id={userId}
            name={user.data?.name ?? userId}
            image={shownPicture(user.data?.avatar)}
            size="xl"
            decorative
          />
          <div className="min-w-0">
            <h1
              className={
                user.data?.name
                  ? "truncate text-xl font-medium tracking-tight"
                  : "font-mono text-xl font-medium tracking-tight wrap-anywhere"
              }
            >
              {user.data?.name ?? userId}
            </h1>
            {user.data?.name && (
              <p className="flex text-xs text-muted">
                <IdText id={userId} />
              </p>
            )}
          </div>
          <CopyButton text={userId} name="Copy user ID" />
        </div>
      </div>
      <Loaded query={user}>
        {({ seen, connected, connectedRooms, visitedRooms, erasure }) => (
          <>
            <p className="-mt-4 mb-6 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
              {connected ? (
                <>
                  <Badge tone="success">Connected</Badge>
                  {connectedRooms.length > 0 && <span>{connectionsText(connectedRooms)}</span>}
                </>
              ) : (
                seen !== null && (
                  <span>
                    Last seen <RelativeTime at={seen.lastAt} />
                  </span>
                )
              )}
              {seen === null ? (
                !connected && <span>This user has not been seen in the project.</span>
              ) : (
                <span>
                  First seen <RelativeTime at={seen.firstAt} />
                </span>
              )}
              {erasure !== null && <Badge tone="danger">Being erased</Badge>}
            </p>
            <UrlTabs
              label="User"
              tabs={[
                {
                  value: "rooms",
                  label: "Rooms",
                  content: <RoomsTab userId={userId} connected={connectedRooms} visited={visitedRooms} />,
                },
                { value: "threads", label: "Threads", content: <ThreadsTab userId={userId} /> },
                { value: "inbox", label: "Inbox", content: <UserInbox userId={userId} /> },
                { value: "settings", label: "Notifications", content: <NotificationSettingsTab userId={userId} /> },
                { value: "groups", label: "Groups", content: <GroupsTab userId={userId} /> },
                { value: "erase", label: "Erase", content: <EraseTab userId={userId} underWay={erasure} /> },
              ]}
            />
          </>
        )}
      </Loaded>
    </>
  );
}

function connectionsText(rooms: readonly { readonly connections: number }[]): string {
  const connections = rooms.reduce((sum, room) => sum + room.connections, 0);
  return `${countOf(connections, "connection")} in ${countOf(rooms.length, "room")}`;
}
