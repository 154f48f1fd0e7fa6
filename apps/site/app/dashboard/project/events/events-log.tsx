import { useInfiniteQuery } from "@tanstack/react-query";
import type { PlatformEvent } from "@weft/protocol";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { request } from "../../../api/request.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { FilteredEmptyState } from "../../../ui/filtered-empty-state.tsx";
import { SkeletonLines } from "../../../ui/skeleton-lines.tsx";
import { Cell, HeaderCell, Row, Table } from "../../../ui/table.tsx";
import { filled } from "../shared/filled.ts";
import { LogRow } from "../shared/log-row.tsx";
import { eventSummary, eventWords } from "../shared/event-words.ts";
import { FilterText } from "../../shared/filter-text.tsx";
import { ListWithPanel } from "../../shared/list-with-panel.tsx";
import { mergeEvents, passes } from "../shared/live-events.ts";
import { useProject } from "../shared/project-context.ts";
import { StaleNote } from "../../shared/stale-note.tsx";
import { JumpToLatest, LiveButton } from "../shared/tail-controls.tsx";
import { TimeRange } from "../shared/time-range.tsx";
import { useFilters } from "../../shared/use-filters.ts";
import { useListKeys } from "../../shared/use-list-keys.ts";
import { useLiveEvents } from "../shared/use-live-events.ts";
import { useTail } from "../shared/use-tail.ts";
import { EventPanel } from "./event-panel.tsx";
import { KindFilter } from "./kind-filter.tsx";

const names = ["kind", "roomId", "userId", "text", "from", "to"] as const;

/** The events of a project or of one of its rooms, newest first. */
export function EventsLog({ roomId: fixedRoom }: { roomId?: string }) {
  const { project, base } = useProject();
  const filters = useFilters(names);
  const { kind, userId, text, from, to } = filters.values;
  const roomId = fixedRoom ?? filters.values.roomId;
  const [search] = useSearchParams();
  const [at, setAt] = useState(-1);
  const tail = useTail<PlatformEvent>();
  const kinds = new Set(kind === "" ? [] : kind.split(","));
  // A log that ends in the past has nothing to wait for.
  const isLive = to === "";

  const list = useInfiniteQuery({
    queryKey: ["project", project.id, "events", { kind, roomId, userId, text, from, to }],
    queryFn: ({ pageParam, signal }) =>
      request("GET /internal/projects/{projectId}/events", {
        path: { projectId: project.id },
        query: filled({ kind, roomId, userId, text, from, to, cursor: pageParam }),
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  const live = useLiveEvents(`/internal/projects/${encodeURIComponent(project.id)}/events/stream`, isLive, (event) =>
    tail.arrive(event as PlatformEvent),
  );
  const stored = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const passing = (arrived: readonly PlatformEvent[]) =>
    isLive ? arrived.filter((event) => passes(event, { kinds, roomId, userId, text, from })) : [];
  const events = mergeEvents(passing(tail.shown), stored);
  const opened = search.get("event");
  const open = (event: PlatformEvent) => filters.set({ event: event.id });
  const following = isLive && !tail.paused;
  const follow = (next: boolean) => {
    tail.setPaused(!next);
    if (next && !isLive) filters.set({ from: null, to: null });
  };

  useListKeys({
    count: events.length,
    at,
    onMove: (index) => {
      setAt(index);
      // An open panel goes along.
      if (opened !== null) open(events[index]!);
    },
    onOpen: (index) => open(events[index]!),
    onRefresh: () => void list.refetch(),
    onToggleLive: () => follow(!following),
  });

  const narrowed = [kind, userId, text, from, to, fixedRoom === undefined ? roomId : ""].some((value) => value !== "");
  const retention = list.data?.pages[0]?.retentionDays;
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
        <LiveButton following={following} state={live} onChange={follow} />
      </div>
      <ListWithPanel
        title="Event"
        details={
          opened === null ? null : (
            <EventPanel key={opened} id={opened} listed={events.find(({ id }) => id === opened)} />
          )
        }
        onClose={() => filters.set({ event: null })}
      >
        <JumpToLatest waiting={passing(tail.held).length} ended={!isLive} onJump={() => follow(true)} />
        {list.data === undefined ? (
          list.error ? (
            <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
          ) : (
            <SkeletonLines lines={8} />
          )
        ) : events.length === 0 ? (
          narrowed ? (
            <FilteredEmptyState
              onClear={() => filters.set({ kind: null, roomId: null, userId: null, text: null, from: null, to: null })}
            />
          ) : (
            <EmptyState title="No events yet">
              <p>
                Connect a client to see activity.{" "}
                <Link to={`${base}/quickstart`} className="link">
                  Open the quickstart
                </Link>
              </p>
            </EmptyState>
          )
        ) : (
          <>
            <StaleNote query={list} />
            <Table caption="Events" stacked>
              <thead>
                <Row>
                  <HeaderCell>Time</HeaderCell>
                  <HeaderCell>Type</HeaderCell>
                  {!fixedRoom && <HeaderCell>Room</HeaderCell>}
                  <HeaderCell>User</HeaderCell>
                  <HeaderCell>Summary</HeaderCell>
                </Row>
              </thead>
              <tbody>
                {events.map((event, index) => (
                  <LogRow
                    key={event.id}
                    at={event.at}
                    opened={event.id === opened}
                    reached={index === at}
                    onOpen={() => open(event)}
                  >
                    <Cell className="py-2! as-card:justify-end as-card:py-0!">
                      <Badge tone={eventWords[event.kind].tone}>{eventWords[event.kind].label}</Badge>
                    </Cell>
                    {!fixedRoom && (
                      <Cell className="py-2! as-card:py-0!">
                        {event.roomId !== null && (
                          <Link
                            to={`${base}/rooms/${encodeURIComponent(event.roomId)}`}
                            className="block max-w-52 truncate font-mono text-xs underline-offset-4 hover:underline"
                          >
                            {event.roomId}
                          </Link>
                        )}
                      </Cell>
                    )}
                    <Cell className="max-w-40 truncate py-2! font-mono text-xs as-card:justify-end as-card:py-0!">
                      <span className="truncate">{event.userId ?? ""}</span>
                    </Cell>
                    <Cell className="py-2! as-card:col-span-2 as-card:py-0!">
                      <button
                        type="button"
                        className="max-w-96 truncate rounded-sm text-left text-muted underline-offset-4 hover:text-ink hover:underline as-card:max-w-full"
                        onClick={() => open(event)}
                      >
                        {eventSummary(event)}
                      </button>
                    </Cell>
                  </LogRow>
                ))}
              </tbody>
            </Table>
          </>
        )}
        <div className="flex flex-wrap items-center justify-between gap-4 text-sm text-muted">
          <span>{retention !== undefined && `Events are kept for ${retention} days.`}</span>
          {list.hasNextPage && (
            <Button size="sm" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              Load older
            </Button>
          )}
        </div>
      </ListWithPanel>
    </div>
  );
}
