import { Link } from "react-router";
import { request } from "../../../api/request.ts";
import type { Answer } from "../../../api/request.ts";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { useProject } from "../shared/project-context.ts";
import { PagedList } from "./paged-list.tsx";

type VisitedRooms = Answer<"GET /internal/projects/{projectId}/users/{userId}">["visitedRooms"];

/** Rooms that the user entered, and those that list them. */
export function RoomsTab({ userId, visited }: { userId: string; visited: VisitedRooms }) {
  const { project, base } = useProject();
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <section aria-labelledby="entered" className="min-w-0 rounded-lg border border-line bg-surface">
        <div className="border-b border-line px-5 py-3">
          <h2 id="entered" className="text-base">
            Entered
          </h2>
          <p className="text-sm text-muted">
            The rooms this user entered most recently, from{" "}
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
        title="Access by user ID"
        about="Rooms that list this user."
        queryKey={["project", project.id, "user", userId, "rooms"]}
        fetchPage={(cursor, signal) =>
          request("GET /internal/projects/{projectId}/rooms", {
            path: { projectId: project.id },
            query: { userId, ...(cursor !== undefined && { cursor }) },
            signal,
          })
        }
        keyOf={({ id }) => id}
        empty="No rooms list this user. They can still enter public rooms and rooms that their token or groups grant access to."
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
    <Link
      to={`${base}/rooms/${encodeURIComponent(roomId)}`}
      className="min-w-0 flex-1 truncate font-mono text-xs underline-offset-4 hover:underline"
      title={roomId}
    >
      {roomId}
    </Link>
  );
}
