import { useQuery } from "@tanstack/react-query";
import type { PlatformEvent } from "@weft/protocol";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { request } from "../../../api/request.ts";
import { Badge } from "../../../ui/badge.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { formatClockMs, formatInstant } from "../../shared/clock-time.ts";
import { Loaded } from "../../shared/loaded.tsx";
import { eventSummary, eventWords } from "../shared/event-words.ts";
import { useProject } from "../shared/project-context.ts";
import { EventDeliveries } from "./event-deliveries.tsx";
import { JsonTree } from "./json-tree.tsx";

export interface EventPanelProps {
  id: string;
  /** The event, where the log lists it. */
  listed: PlatformEvent | undefined;
}

/** An event with its payload, the webhook deliveries that it caused, and the other events of its connection. */
export function EventPanel({ id, listed }: EventPanelProps) {
  return listed ? <EventDetails event={listed} /> : <FetchedEvent id={id} />;
}

/** An event that an address names, and that is further back than the log is shown. */
function FetchedEvent({ id }: { id: string }) {
  const { project } = useProject();
  const query = useQuery({
    queryKey: ["project", project.id, "event", id],
    queryFn: ({ signal }) =>
      request("GET /internal/projects/{projectId}/events/{eventId}", {
        path: { projectId: project.id, eventId: id },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Loaded query={query} missing={<p className="text-sm text-muted">This event is no longer available.</p>}>
      {(event) => <EventDetails event={event} />}
    </Loaded>
  );
}

const views = [
  { value: "tree", label: "Tree" },
  { value: "raw", label: "Raw" },
] as const;

function EventDetails({ event }: { event: PlatformEvent }) {
  const { base } = useProject();
  const [view, setView] = useState<"tree" | "raw">("tree");
  const { roomId, connectionId } = event;
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-2">
        <span>
          <Badge tone={eventWords[event.kind].tone}>{eventWords[event.kind].label}</Badge>
        </span>
        <p>{eventSummary(event)}</p>
        <p className="text-sm text-muted">
          {formatInstant(event.at)} (<RelativeTime at={event.at} />)
        </p>
        {roomId !== null && (
          <Link to={`${base}/rooms/${encodeURIComponent(roomId)}`} className="link font-mono text-xs wrap-anywhere">
            {roomId}
          </Link>
        )}
      </div>
      <section aria-labelledby="payload" className="flex flex-col gap-3">
        <div className="flex items-center justify-between gap-4">
          <h3 id="payload" className="text-base">
            Payload
          </h3>
          <SegmentedControl label="Payload as" options={views} value={view} onValueChange={setView} />
        </div>
        {view === "raw" ? (
          <CodeBlock title={event.id} code={JSON.stringify(event, null, 2)} />
        ) : (
          <JsonTree label="Payload" value={event} />
        )}
      </section>
      <EventDeliveries id={event.id} kind={event.kind} />
      {roomId !== null && connectionId !== null && (
        <Neighbours event={event} roomId={roomId} connectionId={connectionId} />
      )}
    </div>
  );
}

function Neighbours({ event, roomId, connectionId }: { event: PlatformEvent; roomId: string; connectionId: number }) {
  const { project } = useProject();
  const [search] = useSearchParams();
  const addressOf = (id: string) => {
    const next = new URLSearchParams(search);
    next.set("event", id);
    return { search: `?${next}` };
  };
  const query = useQuery({
    queryKey: ["project", project.id, "events", "neighbours", roomId, connectionId],
    queryFn: ({ signal }) =>
      request("GET /internal/projects/{projectId}/events", {
        path: { projectId: project.id },
        query: { roomId, connectionId: String(connectionId) },
        signal,
      }),
  });
  return (
    <section aria-labelledby="neighbours">
      <h3 id="neighbours" className="mb-2 text-base">
        Same connection
      </h3>
      <Loaded query={query}>
        {({ data }) => {
          const others = data.filter(({ id }) => id !== event.id);
          return others.length === 0 ? (
            <p className="text-sm text-muted">No other events.</p>
          ) : (
            <ul className="flex flex-col gap-1.5 text-sm">
              {others.map((one) => (
                <li key={one.id} className="flex gap-3">
                  <span className="font-mono text-xs leading-5 text-faint">{formatClockMs(one.at)}</span>
                  <Link to={addressOf(one.id)} replace preventScrollReset className="link">
                    {eventSummary(one)}
                  </Link>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </section>
  );
}
