/**
 * Bounds how many pieces of work run at once: in total, by name, and by owner. More wait; owners take turns, and the work of one
 * owner begins in order.
 */
export interface Slots {
  /** Returns what frees the slot; undefined if too many wait already, or the signal aborts first. */
  take(work: SlotWork, signal: AbortSignal): Promise<(() => void) | undefined>;
}

export interface SlotWork {
  readonly name: string;
  /** Work without an owner is this server's own. */
  readonly owner?: string | undefined;
}

export interface SlotBounds {
  readonly atOnce: number;
  readonly perName: number;
  readonly perOwner: number;
  readonly waiting: number;
  readonly waitingPerOwner: number;
}

interface Waiter extends SlotWork {
  readonly start: () => void;
}

export function createSlots({ atOnce, perName, perOwner, waiting, waitingPerOwner }: SlotBounds): Slots {
  const byName = new Map<string, number>();
  const byOwner = new Map<string | undefined, number>();
  /** The owner who has waited longest for a turn is the first. */
  const queues = new Map<string | undefined, Set<Waiter>>();
  let total = 0;
  let queued = 0;

  const isFree = ({ name, owner }: SlotWork) =>
    total < atOnce &&
    (byName.get(name) ?? 0) < perName &&
    (owner === undefined || (byOwner.get(owner) ?? 0) < perOwner);

  function occupy({ name, owner }: SlotWork): () => void {
    total++;
    add(byName, name, 1);
    add(byOwner, owner, 1);
    return () => {
      total--;
      add(byName, name, -1);
      add(byOwner, owner, -1);
      startNext();
    };
  }

  function startNext(): void {
    for (const [owner, queue] of queues)
      for (const waiter of queue) {
        if (!isFree(waiter)) continue;
        leave(waiter);
        // Behind the others.
        if (queues.delete(owner) && queue.size > 0) queues.set(owner, queue);
        return waiter.start();
      }
  }

  function leave(waiter: Waiter): void {
    const queue = queues.get(waiter.owner)!;
    queue.delete(waiter);
    queued--;
    if (queue.size === 0) queues.delete(waiter.owner);
  }

  return {
    async take(work, signal) {
      if (signal.aborted) return undefined;
      if (isFree(work)) return occupy(work);
      const { name, owner } = work;
      const queue = queues.get(owner) ?? new Set();
      if (queued >= waiting || (owner !== undefined && queue.size >= waitingPerOwner)) return undefined;
      return new Promise((resolve) => {
        const giveUp = () => {
          leave(waiter);
          resolve(undefined);
        };
        const waiter: Waiter = {
          name,
          owner,
          start() {
            signal.removeEventListener("abort", giveUp);
            resolve(occupy(work));
          },
        };
        queues.set(owner, queue.add(waiter));
        queued++;
        signal.addEventListener("abort", giveUp, { once: true });
      });
    },
  };
}

function add<K>(counts: Map<K, number>, key: K, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
