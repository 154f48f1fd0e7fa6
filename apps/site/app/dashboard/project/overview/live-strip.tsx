import { useQuery } from "@tanstack/react-query";
import type { PlatformEvent } from "@weft/protocol";
import { useState } from "react";
import { Link } from "react-router";
import { request } from "../../../api/request.ts";
import { Card } from "../../../ui/card.tsx";
import { mergeEvents } from "../shared/live-events.ts";
import { Loaded } from "../../shared/loaded.tsx";
import { useLiveEvents } from "../shared/use-live-events.ts";
import { EventGroupRow } from "./event-group-row.tsx";
import { groupEvents } from "./group-events.ts";

/** Events that are read, of which those that say the same are one row. */
const shown = 50;

/** The latest events, and new ones as they happen. It pauses under the pointer and while it contains the focus. */
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
      <div className="flex items-center justify-between gap-4 px-5 pt-4 pb-3">
        <h2 className="text-lg">Latest events</h2>
        <span className="flex items-center gap-2 text-xs text-muted" role="status">
          {live === "live" && !held && <span aria-hidden className="size-2 rounded-full bg-success-solid" />}
          {held ? "Paused" : live === "live" ? "Live" : live === "lost" ? "Reconnecting…" : "Connecting…"}
        </span>
      </div>
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
