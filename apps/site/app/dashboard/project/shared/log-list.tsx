import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { SkeletonLines } from "../../../ui/skeleton-lines.tsx";
import { HeaderCell, Row, Table } from "../../../ui/table.tsx";
import type { StationState } from "../../../ui/thread-line.tsx";
import { ListWithPanel } from "../../shared/list-with-panel.tsx";
import { StaleNote } from "../../shared/stale-note.tsx";
import { LogRow } from "./log-row.tsx";
import { JumpToLatest } from "./tail-controls.tsx";
import type { Log, LogEntry } from "./use-log.ts";

export interface LogListProps<Entry> {
  log: Log<Entry>;
  /** What the log lists: `Events`. */
  caption: string;
  /** What the panel shows: `Event`. */
  panelTitle: string;
  /** The panel of the open entry. */
  panel: (id: string) => ReactNode;
  /** The heads of the columns after the time. */
  head: ReactNode;
  /** Where an entry is on the thread of the log. */
  stationOf: (entry: Entry) => StationState;
  /** The cells of an entry after the time. */
  cells: (entry: Entry) => ReactNode;
  /** Shown where there are no entries. */
  empty: ReactNode;
}

/** The entries of a log, with the panel of the one that is open. */
export function LogList<Entry extends LogEntry>({
  log: { list, entries, opened, open, close, reached, ended, follow, state, waiting },
  caption,
  panelTitle,
  panel,
  head,
  stationOf,
  cells,
  empty,
}: LogListProps<Entry>) {
  const retention = list.data?.pages[0]?.retentionDays;
  return (
    <ListWithPanel title={panelTitle} details={opened === null ? null : panel(opened)} onClose={close}>
      {list.data !== undefined && <StaleNote query={list} lost={!ended && state === "lost"} />}
      <JumpToLatest waiting={waiting} ended={ended} onJump={() => follow(true)} />
      {list.data === undefined ? (
        list.error ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
        ) : (
          <SkeletonLines lines={8} />
        )
      ) : entries.length === 0 ? (
        empty
      ) : (
        <Table caption={caption} stacked>
          <thead>
            <Row>
              <HeaderCell className="pl-10!">Time</HeaderCell>
              {head}
            </Row>
          </thead>
          <tbody>
            {entries.map((entry, index) => (
              <LogRow
                key={entry.id}
                at={entry.at}
                station={stationOf(entry)}
                opened={entry.id === opened}
                reached={index === reached}
                onOpen={() => open(entry)}
              >
                {cells(entry)}
              </LogRow>
            ))}
          </tbody>
        </Table>
      )}
      <div className="flex flex-wrap items-center justify-between gap-4 text-sm text-muted">
        <span>{retention !== undefined && `${caption} are kept for ${retention} days.`}</span>
        {list.hasNextPage && (
          <Button size="sm" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Load older
          </Button>
        )}
      </div>
    </ListWithPanel>
  );
}
