import type { Signals } from "./signals/signals.ts";

/** What the processes of a server count together. */
export interface SharedCounts {
  /** Counts what was taken here. Once it is as much as `portion`, the other processes are told. */
  add(key: string, amount: number, portion: number): void;
}

export interface SharedCountsOptions {
  readonly signals: Pick<Signals, "publish" | "subscribe">;
  /** Names what is counted: counts of one name belong together. */
  readonly name: string;
  /** Another process has taken as much. */
  readonly taken: (key: string, amount: number) => void;
}

/** Keys whose counts wait here; beyond it the oldest is told, however small it is. */
const keysWaiting = 10_000;

/**
 * Counts of several processes, each of which tells the others in portions: all of them together pass a limit by no more than
 * a portion each, and what is on its way. Where signals are lost, a process counts its own.
 */
export function createSharedCounts({ signals, name, taken }: SharedCountsOptions): SharedCounts {
  const waiting = new Map<string, number>();
  const tell = (key: string, amount: number) => {
    waiting.delete(key);
    signals.publish({ type: "takenTogether", name, key, amount });
  };
  signals.subscribe("takenTogether", (signal, from) => {
    if (from === "elsewhere" && signal.name === name) taken(signal.key, signal.amount);
  });
  return {
    add(key, amount, portion) {
      const sum = (waiting.get(key) ?? 0) + amount;
      if (sum >= portion) return tell(key, sum);
      waiting.set(key, sum);
      const [oldest] = waiting;
      if (waiting.size > keysWaiting && oldest !== undefined) tell(...oldest);
    },
  };
}

/** How much of a limit one process takes before it tells the others. */
export const portionOf = (limit: number): number => limit / 1_000;
