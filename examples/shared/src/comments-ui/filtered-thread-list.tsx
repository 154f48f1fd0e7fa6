import type { ThreadData } from "@liveblocks/client";
import { useState } from "react";
import { shownNames, ThreadFilter } from "./thread-filter.tsx";
import type { Shown } from "./thread-filter.tsx";
import { ThreadList } from "./thread-list.tsx";
import type { ThreadListProps } from "./thread-list.tsx";

interface ShownThreads<T> {
  readonly shown: Shown;
  readonly listed: readonly T[];
  readonly open: readonly T[];
  readonly counts: Readonly<Record<Shown, number>>;
  readonly show: (which: Shown) => void;
}

/** The threads that are open, or those that are resolved, as the user chooses. */
export function useShownThreads<T extends { readonly thread: ThreadData }>(all: readonly T[]): ShownThreads<T> {
  const [shown, show] = useState<Shown>("open");
  const open = all.filter(({ thread }) => !thread.resolved);
  const resolved = all.filter(({ thread }) => thread.resolved);
  const counts = { open: open.length, resolved: resolved.length };
  return { shown, listed: shown === "open" ? open : resolved, open, counts, show };
}

interface FilteredThreadListProps extends Omit<ThreadListProps, "title" | "empty" | "children"> {
  readonly filter: ShownThreads<unknown>;
  readonly isLoading: boolean;
  /** How to begin a thread. */
  readonly hint: string;
  readonly onShow: () => void;
}

/** The threads of `filter`, which users choose above them. */
export function FilteredThreadList({ filter, isLoading, hint, onShow, ...list }: FilteredThreadListProps) {
  const { shown, counts, show } = filter;
  const none = shown === "open" ? `No open threads. ${hint}` : "No resolved threads.";
  return (
    <ThreadList {...list} title={shownNames[shown]} empty={isLoading ? "Loading comments…" : none}>
      <ThreadFilter
        shown={shown}
        counts={counts}
        onShow={(which) => {
          show(which);
          onShow();
        }}
      />
    </ThreadList>
  );
}
