import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { request } from "../../../api/request.ts";
import { formatBytes } from "../../../formats/bytes.ts";
import { countOf } from "../../../formats/count.ts";
import { Badge } from "../../../ui/badge.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { ThreadMark } from "../../../ui/thread-line.tsx";
import { levelOf } from "../shared/access-level.ts";
import { eventSummary, eventWords, stationOf } from "../shared/event-words.ts";
import { Loaded } from "../../shared/loaded.tsx";
import { roomSummaryQuery } from "../rooms/room-list.ts";
import { useProject } from "../shared/project-context.ts";
import { MetadataForm } from "./metadata-form.tsx";
import { useInspectedRoom } from "./room-context.ts";
import { childCount, rootEntry } from "./storage/storage-tree.ts";

const shown = 10;

/** A room at a glance. */
export function RoomOverviewTab() {
  const { project } = useProject();
  const { room, live } = useInspectedRoom();
  const { data: summary } = useQuery(roomSummaryQuery(project.id, room.id));
  const events = useQuery({
    queryKey: ["project", project.id, "room", room.id, "latest-events"],
    queryFn: ({ signal }) =>
      request("GET /internal/projects/{projectId}/events", {
        path: { projectId: project.id },
        query: { roomId: room.id },
        signal,
      }),
    refetchInterval: 5_000,
  });
  const root = live.storage === null ? undefined : rootEntry(live.storage);
  const level = levelOf(room.defaultAccesses);
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-5">
        <section aria-label="Details" className="rounded-lg border border-line bg-surface">
          <dl className="grid grid-cols-2 gap-x-6 gap-y-4 p-5 text-sm">
            <Fact name="Access">
              <Badge tone={level === "none" ? "neutral" : "accent"}>{level === "none" ? "private" : "public"}</Badge>
            </Fact>
            <Fact name="Access list">
              {countOf(Object.keys(room.usersAccesses).length, "user")},{" "}
              {countOf(Object.keys(room.groupsAccesses).length, "group")}
            </Fact>
            <Fact name="Connected now">
              {live.connections === null ? "…" : countOf(live.connections.length, "connection")}
            </Fact>
            <Fact name="Organization">
              <code className="text-xs">{room.organizationId}</code>
            </Fact>
            <Fact name="Storage">
              {summary ? formatBytes(summary.storageBytes) : "…"}
              {root !== undefined && `, ${countOf(childCount(root), "key")}`}
            </Fact>
            <Fact name="Yjs documents">{summary ? formatBytes(summary.documentBytes) : "…"}</Fact>
            <Fact name="Created">
              <RelativeTime at={room.createdAt} />
            </Fact>
            <Fact name="Last connection">
              {room.lastConnectionAt === undefined ? "never" : <RelativeTime at={room.lastConnectionAt} />}
            </Fact>
          </dl>
        </section>
        <MetadataForm />
      </div>
      <section aria-labelledby="latest" className="min-w-0 rounded-lg border border-line bg-surface">
        <div className="flex items-center justify-between border-b border-line px-5 py-2.5">
          <h2 id="latest" className="text-base">
            Latest events
          </h2>
          <Link to="?tab=events" className="link text-sm">
            All
          </Link>
        </div>
        <Loaded query={events}>
          {({ data }) =>
            data.length === 0 ? (
              <p className="px-5 py-6 text-sm text-muted">No events yet.</p>
            ) : (
              <ul>
                {data.slice(0, shown).map((event) => (
                  <li key={event.id} className="flex items-center gap-3 px-5 text-sm">
                    <ThreadMark state={stationOf(event.kind)} />
                    <Badge tone={eventWords[event.kind].tone}>{eventWords[event.kind].label}</Badge>
                    <span className="min-w-0 flex-1 truncate py-2.5 text-muted">{eventSummary(event)}</span>
                    <RelativeTime at={event.at} className="shrink-0 text-xs text-faint" />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </section>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="min-w-0 truncate">{children}</dd>
    </div>
  );
}
