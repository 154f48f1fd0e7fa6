import { useQuery } from "@tanstack/react-query";
import type { PlatformEvent } from "@weft/protocol";
import { useState } from "react";
import { Link } from "react-router";
import { request } from "../../../api/request.ts";
import { Card } from "../../../ui/card.tsx";
import { ThreadMark } from "../../../ui/thread-line.tsx";
import { mergeEvents } from "../shared/live-events.ts";
import { Loaded } from "../../shared/loaded.tsx";
import { useLiveEvents } from "../shared/use-live-events.ts";
import { EventGroupRow } from "./event-group-row.tsx";
import { groupEvents } from "./group-events.ts";

/** Events that are read, of which those that say the same are one row. */
const shown = 50;

/** The latest events, as a thread whose upper end waits for the next one. It pauses under the pointer and while it contains the focus. */
export function LiveStrip({ projectId, base }: { projectId: string; base: string }) {
  const [arrived, setArrived] = useState<readonly PlatformEvent[]>([]);
  const [held, setHeld] = useState<readonly PlatformEvent[] | null>(null);
  const query = useQuery({
    queryKey: ["project", projectId, "events", "latest"],
    queryFn: ({ signal }) => request("GET /internal/projects/{projectId}/events", { path: { projectId }, signal }),
  });
  const live = useLiveEvents(`/internal/projects/${encodeURIComponent(projectId)}/events/stream`, true, (event) =>
    setArrived((before) => mergeEvents([event as PlatformEvent], before, shown)),
  );
  return (
    <Card className="flex min-w-0 flex-col p-0!">
      <header className="flex h-13 items-center gap-3 px-5">
        <ThreadMark state={live === "live" && !held ? "next" : "waiting"} />
        <h2 className="text-base">Latest events</h2>
        <span className="ml-auto text-xs text-muted" role="status">
          {held ? "Paused" : live === "live" ? "Live" : live === "lost" ? "Reconnecting…" : "Connecting…"}
        </span>
      </header>
      <Loaded query={query}>
        {({ data }) => {
          const events = held ?? mergeEvents(arrived, data, shown);
          const hold = () => setHeld((before) => before ?? events);
          if (events.length === 0)
            return (
              <p className="border-t border-line px-5 py-8 text-sm text-muted">
                No events yet. Connect a client to see activity.
              </p>
            );
          return (
            <ul
              className="max-h-[30rem] overflow-y-auto border-t border-line"
              aria-label="Latest events"
              tabIndex={0}
              onPointerEnter={hold}
              onPointerLeave={() => setHeld(null)}
              onFocus={hold}
              onBlur={() => setHeld(null)}
            >
              {groupEvents(events).map((group) => (
                <EventGroupRow key={group.oldest.id} group={group} />
              ))}
            </ul>
          );
        }}
      </Loaded>
      <div className="mt-auto border-t border-line px-5 py-3 text-sm">
        <Link to={`${base}/events`} className="link">
          All events
        </Link>
      </div>
    </Card>
  );
}
