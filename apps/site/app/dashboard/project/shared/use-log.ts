import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { FilterChanges } from "../../shared/use-filters.ts";
import { useListKeys } from "../../shared/use-list-keys.ts";
import { mergeEvents } from "./live-events.ts";
import { useLiveEvents } from "./use-live-events.ts";
import type { LiveState } from "./use-live-events.ts";
import { useTail } from "./use-tail.ts";

export interface LogEntry {
  readonly id: string;
  /** When it was, as an ISO date. */
  readonly at: string;
}

export interface LogPage<Entry> {
  readonly data: readonly Entry[];
  readonly retentionDays: number;
}

export interface LogOptions<Entry> {
  /** The stored entries that pass the filters, newest first. */
  readonly list: UseInfiniteQueryResult<InfiniteData<LogPage<Entry>>>;
  /** The path that streams new entries. */
  readonly stream: string;
  /** The end of the time range; empty while the log follows what comes. */
  readonly to: string;
  /** Whether a new entry passes the filters. */
  readonly passes: (entry: Entry) => boolean;
  /** Changes the address: `event` names the open entry. */
  readonly set: (changes: FilterChanges) => void;
}

/** A log as it is shown: stored entries with new ones above them, one of which may be open in a panel. */
export interface Log<Entry> {
  readonly list: LogOptions<Entry>["list"];
  readonly entries: readonly Entry[];
  /** The id of the open entry. */
  readonly opened: string | null;
  readonly open: (entry: Entry) => void;
  readonly close: () => void;
  /** The index of the entry that the keyboard is on; -1 for none. */
  readonly reached: number;
  /** Whether the time range ends in the past, so that nothing new appears. */
  readonly ended: boolean;
  readonly following: boolean;
  /** Appends new entries as they come, or holds them back. Following ends a time range in the past. */
  readonly follow: (following: boolean) => void;
  readonly state: LiveState;
  /** How many new entries are held back. */
  readonly waiting: number;
}

export function useLog<Entry extends LogEntry>({ list, stream, to, passes, set }: LogOptions<Entry>): Log<Entry> {
  const [search] = useSearchParams();
  const [reached, setReached] = useState(-1);
  const tail = useTail<Entry>();
  const ended = to !== "";
  const state = useLiveEvents(stream, !ended, (entry) => tail.arrive(entry as Entry));
  const passing = (arrived: readonly Entry[]) => (ended ? [] : arrived.filter(passes));
  const entries = mergeEvents(passing(tail.shown), list.data?.pages.flatMap(({ data }) => data) ?? []);
  const opened = search.get("event");
  const open = (entry: Entry) => set({ event: entry.id });
  const following = !ended && !tail.paused;
  const follow = (next: boolean) => {
    tail.setPaused(!next);
    if (next && ended) set({ from: null, to: null });
  };
  useListKeys({
    count: entries.length,
    at: reached,
    onMove: (index) => {
      setReached(index);
      // An open panel goes along.
      if (opened !== null) open(entries[index]!);
    },
    onOpen: (index) => open(entries[index]!),
    onRefresh: () => void list.refetch(),
    onToggleLive: () => follow(!following),
  });
  return {
    list,
    entries,
    opened,
    open,
    close: () => set({ event: null }),
    reached,
    ended,
    following,
    follow,
    state,
    waiting: passing(tail.held).length,
  };
}
