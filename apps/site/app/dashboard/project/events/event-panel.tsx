import { useQuery } from "@tanstack/react-query";
import type { PlatformEvent } from "@weft/protocol";
import { Link } from "react-router";
import { request } from "../../../api/request.ts";
import { Badge } from "../../../ui/badge.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { Drawer } from "../../../ui/drawer.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { formatClockMs } from "../../shared/clock-time.ts";
import { eventSummary, eventWords } from "../shared/event-words.ts";
import { Loaded } from "../../shared/loaded.tsx";
import { useProject } from "../shared/project-context.ts";

/** An event with all it carries, and what else its connection did. */
export function EventPanel({ event, onClose }: { event: PlatformEvent | undefined; onClose: () => void }) {
  return (
    <Drawer side="right" title="Event" open={event !== undefined} onOpenChange={(open) => !open && onClose()}>
      {event && <EventDetails event={event} />}
    </Drawer>
  );
}

function EventDetails({ event }: { event: PlatformEvent }) {
  const { project, base } = useProject();
  const { roomId, connectionId } = event;
  const neighbours = useQuery({
    queryKey: ["project", project.id, "events", "neighbours", event.id],
    queryFn: ({ signal }) =>
      request("GET /internal/projects/{projectId}/events", {
        path: { projectId: project.id },
        query: { roomId: roomId ?? "" },
        signal,
      }),
    enabled: roomId !== null && connectionId !== null,
  });
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-2">
        <span>
          <Badge tone={eventWords[event.kind].tone}>{eventWords[event.kind].label}</Badge>
        </span>
        <p>{eventSummary(event)}</p>
        <p className="text-sm text-muted">
          <RelativeTime at={event.at} />, {formatClockMs(event.at)}
        </p>
        {roomId !== null && (
          <Link to={`${base}/rooms/${encodeURIComponent(roomId)}`} className="link font-mono text-xs break-all">
            {roomId}
          </Link>
        )}
      </div>
      <CodeBlock title={event.id} code={JSON.stringify(event, null, 2)} />
      {roomId !== null && connectionId !== null && (
        <section aria-labelledby="neighbours">
          <h3 id="neighbours" className="mb-2 text-base">
            The same connection
          </h3>
          <Loaded query={neighbours}>
            {({ data }) => {
              const others = data.filter((one) => one.connectionId === connectionId && one.id !== event.id);
              return others.length === 0 ? (
                <p className="text-sm text-muted">Nothing else among the latest events of the room.</p>
              ) : (
                <ul className="flex flex-col gap-1.5 text-sm">
                  {others.map((one) => (
                    <li key={one.id} className="flex gap-3">
                      <span className="font-mono text-xs leading-5 text-faint">{formatClockMs(one.at)}</span>
                      {eventSummary(one)}
                    </li>
                  ))}
                </ul>
              );
            }}
          </Loaded>
        </section>
      )}
    </div>
  );
}
