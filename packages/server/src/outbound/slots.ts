/** Bounds how many pieces of work run at once, in total and by name; more wait, first come, first served. */
export interface Slots {
  /** Answers what frees the slot; undefined if too many wait already, or the signal aborts first. */
  take(name: string, signal: AbortSignal): Promise<(() => void) | undefined>;
}

export interface SlotBounds {
  readonly atOnce: number;
  readonly perName: number;
  readonly waiting: number;
}

export function createSlots({ atOnce, perName, waiting }: SlotBounds): Slots {
  const running = new Map<string, number>();
  const queue = new Set<{ readonly name: string; readonly start: () => void }>();
  let total = 0;

  const isFree = (name: string) => total < atOnce && (running.get(name) ?? 0) < perName;

  function occupy(name: string): () => void {
    total++;
    running.set(name, (running.get(name) ?? 0) + 1);
    return () => {
      total--;
      const left = running.get(name)! - 1;
      if (left === 0) running.delete(name);
      else running.set(name, left);
      for (const next of queue) {
        if (!isFree(next.name)) continue;
        queue.delete(next);
        next.start();
        return;
      }
    };
  }

  return {
    async take(name, signal) {
      if (signal.aborted) return undefined;
      if (isFree(name)) return occupy(name);
      if (queue.size >= waiting) return undefined;
      return new Promise((resolve) => {
        const giveUp = () => {
          queue.delete(waiter);
          resolve(undefined);
        };
        const waiter = {
          name,
          start() {
            signal.removeEventListener("abort", giveUp);
            resolve(occupy(name));
          },
        };
        queue.add(waiter);
        signal.addEventListener("abort", giveUp, { once: true });
      });
    },
  };
}
