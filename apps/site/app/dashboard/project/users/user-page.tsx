import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { pageMeta } from "../../../shell/page-meta.ts";
import { Badge } from "../../../ui/badge.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { UrlTabs } from "../../../ui/url-tabs.tsx";
import { Loaded } from "../../shared/loaded.tsx";
import { useProject } from "../shared/project-context.ts";
import { EraseTab } from "./erase-tab.tsx";
import { GroupsTab } from "./groups-tab.tsx";
import { InboxTab } from "./inbox-tab.tsx";
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
        <div className="flex items-center gap-1">
          <h1 className="font-mono text-xl font-medium tracking-tight wrap-anywhere">{userId}</h1>
          <CopyButton text={userId} name="Copy user ID" />
        </div>
      </div>
      <Loaded query={user}>
        {({ seen, connected, visitedRooms, erasure }) => (
          <>
            <p className="-mt-4 mb-6 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
              {seen === null ? (
                <span>This user has not been seen in the project.</span>
              ) : (
                <>
                  {connected ? (
                    <Badge tone="success">Connected</Badge>
                  ) : (
                    <span>
                      Last seen <RelativeTime at={seen.lastAt} />
                    </span>
                  )}
                  <span>
                    First seen <RelativeTime at={seen.firstAt} />
                  </span>
                </>
              )}
              {erasure !== null && <Badge tone="danger">Being erased</Badge>}
            </p>
            <UrlTabs
              label="User"
              tabs={[
                { value: "rooms", label: "Rooms", content: <RoomsTab userId={userId} visited={visitedRooms} /> },
                { value: "threads", label: "Threads", content: <ThreadsTab userId={userId} /> },
                { value: "inbox", label: "Inbox", content: <InboxTab userId={userId} /> },
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
