import { useCallback, useState } from "react";
import { mergeEvents } from "./live-events.ts";
import type { Timed } from "./live-events.ts";

const most = 500;

/** What has come to a log since it was opened: shown at once, or held back while it is paused. */
export interface Tail<T> {
  readonly shown: readonly T[];
  readonly held: readonly T[];
  readonly paused: boolean;
  readonly arrive: (entry: T) => void;
  readonly setPaused: (paused: boolean) => void;
}

/** Follows a log; a pause keeps what is being read where it is. The newest of what comes is kept. */
export function useTail<T extends Timed>(): Tail<T> {
  const [{ shown, held, paused }, set] = useState<Pick<Tail<T>, "shown" | "held" | "paused">>({
    shown: [],
    held: [],
    paused: false,
  });
  const arrive = useCallback(
    (entry: T) =>
      set((before) =>
        before.paused
          ? { ...before, held: mergeEvents([entry], before.held, most) }
          : { ...before, shown: mergeEvents([entry], before.shown, most) },
      ),
    [],
  );
  const setPaused = useCallback(
    (next: boolean) =>
      set((before) =>
        next
          ? { ...before, paused: true }
          : { shown: mergeEvents(before.held, before.shown, most), held: [], paused: false },
      ),
    [],
  );
  return { shown, held, paused, arrive, setPaused };
}
