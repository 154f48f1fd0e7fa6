import { Link } from "react-router";
import { request } from "../../../api/request.ts";
import { countOf } from "../../../formats/count.ts";
import type { Answer } from "../../../api/request.ts";
import { IdText } from "../../../ui/id-text.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { useProject } from "../shared/project-context.ts";
import { PagedList } from "./paged-list.tsx";

type UserRooms = Pick<Answer<"GET /internal/projects/{projectId}/users/{userId}">, "connectedRooms" | "visitedRooms">;

export interface RoomsTabProps {
  userId: string;
  connected: UserRooms["connectedRooms"];
  visited: UserRooms["visitedRooms"];
}

/** Rooms that the user is connected to or entered, and those that list them. */
export function RoomsTab({ userId, connected, visited }: RoomsTabProps) {
  const { project, base } = useProject();
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      {connected.length > 0 && (
        <section
          aria-labelledby="connected"
          className="min-w-0 rounded-lg border border-success-line bg-surface lg:col-span-2"
        >
          <h2 id="connected" className="border-b border-line px-5 py-3 text-base">
            Connected now
          </h2>
          <ul>
            {connected.map(({ roomId, connections }) => (
              <li
                key={roomId}
                className="flex items-center gap-4 border-b border-line px-5 py-2.5 text-sm last:border-0"
              >
                <RoomLink roomId={roomId} />
                <span className="shrink-0 text-xs text-faint tabular-nums">{countOf(connections, "connection")}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="entered" className="min-w-0 rounded-lg border border-line bg-surface">
        <div className="border-b border-line px-5 py-3">
          <h2 id="entered" className="text-base">
            Recent rooms
          </h2>
          <p className="text-sm text-muted">
            From{" "}
            <Link to={`${base}/events?userId=${encodeURIComponent(userId)}`} className="link">
              the event log
            </Link>
            .
          </p>
        </div>
        {visited.length === 0 ? (
          <p className="px-5 py-6 text-sm text-muted">The event log has no rooms for this user.</p>
        ) : (
          <ul>
            {visited.map(({ roomId, enteredAt }) => (
              <li
                key={roomId}
                className="flex items-center gap-4 border-b border-line px-5 py-2.5 text-sm last:border-0"
              >
                <RoomLink roomId={roomId} />
                <RelativeTime at={enteredAt} className="shrink-0 text-xs text-faint" />
              </li>
            ))}
          </ul>
        )}
      </section>
      <PagedList
        title="Room access"
        about="Rooms that give this user access by their ID."
        queryKey={["project", project.id, "user", userId, "rooms"]}
        fetchPage={(cursor, signal) =>
          request("GET /internal/projects/{projectId}/rooms", {
            path: { projectId: project.id },
            query: { userId, ...(cursor !== undefined && { cursor }) },
            signal,
          })
        }
        keyOf={({ id }) => id}
        empty="No room has permissions for this user ID. Public rooms, tokens and groups can still give access."
      >
        {({ id, connectedNow }) => (
          <>
            <RoomLink roomId={id} />
            {connectedNow !== null && connectedNow > 0 && (
              <span className="shrink-0 text-xs text-faint">{connectedNow} connected</span>
            )}
          </>
        )}
      </PagedList>
    </div>
  );
}

function RoomLink({ roomId }: { roomId: string }) {
  const { base } = useProject();
  return (
    <Link to={`${base}/rooms/${encodeURIComponent(roomId)}`} className="flex min-w-0 flex-1 text-xs">
      <IdText id={roomId} />
    </Link>
  );
}
