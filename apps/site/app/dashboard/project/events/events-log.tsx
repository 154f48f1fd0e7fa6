import { useInfiniteQuery } from "@tanstack/react-query";
import type { PlatformEvent } from "@weft/protocol";
import { Link } from "react-router";
import { Badge } from "../../../ui/badge.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { EmptyThread } from "../../../ui/thread-line.tsx";
import { FilteredEmptyState } from "../../../ui/filtered-empty-state.tsx";
import { IdText } from "../../../ui/id-text.tsx";
import { Cell, HeaderCell } from "../../../ui/table.tsx";
import { LogList } from "../shared/log-list.tsx";
import { eventSummary, eventWords, stationOf } from "../shared/event-words.ts";
import { FilterText } from "../../shared/filter-text.tsx";
import { passes } from "../shared/live-events.ts";
import { useProject } from "../shared/project-context.ts";
import { LiveButton } from "../shared/tail-controls.tsx";
import { TimeRange } from "../../shared/time-range.tsx";
import { useFilters } from "../../shared/use-filters.ts";
import { useLog } from "../shared/use-log.ts";
import { EventPanel } from "./event-panel.tsx";
import { eventFilters, eventsQuery } from "./events-query.ts";
import { KindFilter } from "./kind-filter.tsx";

/** The events of a project or of one of its rooms, newest first. */
export function EventsLog({ roomId: fixedRoom }: { roomId?: string }) {
  const { project, base } = useProject();
  const filters = useFilters(eventFilters);
  const { kind, userId, text, from, to } = filters.values;
  const roomId = fixedRoom ?? filters.values.roomId;
  const kinds = new Set(kind === "" ? [] : kind.split(","));

  const list = useInfiniteQuery(eventsQuery(project.id, { kind, roomId, userId, text, from, to }));
  const log = useLog<PlatformEvent>({
    list,
    stream: `/internal/projects/${encodeURIComponent(project.id)}/events/stream`,
    to,
    passes: (event) => passes(event, { kinds, roomId, userId, text, from }),
    set: filters.set,
  });

  const narrowed = [kind, userId, text, from, to, fixedRoom === undefined ? roomId : ""].some((value) => value !== "");
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-2 lg:flex [&>*]:min-w-0">
        <KindFilter chosen={kinds} onChange={(next) => filters.set({ kind: next.join(",") })} />
        {!fixedRoom && (
          <FilterText
            first
            label="Room ID"
            value={filters.values.roomId}
            onChange={(next) => filters.set({ roomId: next })}
          />
        )}
        <FilterText
          first={fixedRoom !== undefined}
          label="User ID"
          value={userId}
          onChange={(next) => filters.set({ userId: next })}
        />
        <FilterText label="Text" value={text} onChange={(next) => filters.set({ text: next })} />
        <TimeRange from={from} to={to} onChange={filters.set} />
        <LiveButton following={log.following} state={log.state} onChange={log.follow} />
      </div>
      <LogList
        log={log}
        caption="Events"
        panelTitle="Event"
        panel={(id) => <EventPanel key={id} id={id} listed={log.entries.find((event) => event.id === id)} />}
        head={
          <>
            <HeaderCell>Type</HeaderCell>
            {!fixedRoom && <HeaderCell>Room</HeaderCell>}
            <HeaderCell>User</HeaderCell>
            <HeaderCell>Summary</HeaderCell>
          </>
        }
        stationOf={({ kind: happened }) => stationOf(happened)}
        cells={(event) => (
          <>
            <Cell className="py-2! as-card:justify-end as-card:py-0!">
              <Badge tone={eventWords[event.kind].tone}>{eventWords[event.kind].label}</Badge>
            </Cell>
            {!fixedRoom && (
              <Cell className="py-2! as-card:py-0!">
                {event.roomId !== null && (
                  <Link to={`${base}/rooms/${encodeURIComponent(event.roomId)}`} className="flex max-w-52 text-xs">
                    <IdText id={event.roomId} />
                  </Link>
                )}
              </Cell>
            )}
            <Cell className="max-w-40 py-2! text-xs as-card:justify-end as-card:py-0!">
              <span className="flex max-w-40">{event.userId !== null && <IdText id={event.userId} />}</span>
            </Cell>
            <Cell className="py-2! as-card:col-span-2 as-card:py-0!">
              <button
                type="button"
                className="max-w-96 truncate rounded-sm text-left text-muted underline-offset-4 hover:text-ink hover:underline as-card:max-w-full"
                onClick={() => log.open(event)}
              >
                {eventSummary(event)}
              </button>
            </Cell>
          </>
        )}
        empty={
          narrowed ? (
            <FilteredEmptyState
              onClear={() => filters.set({ kind: null, roomId: null, userId: null, text: null, from: null, to: null })}
            />
          ) : (
            <EmptyState
              title="No events yet"
              thread={<EmptyThread steps={["Client connects", "Something happens", "Event is listed"]} />}
            >
              <p>
                Connect a client to see activity.{" "}
                <Link to={`${base}/quickstart`} className="link">
                  Open the quickstart
                </Link>
              </p>
            </EmptyState>
          )
        }
      />
    </div>
  );
}
