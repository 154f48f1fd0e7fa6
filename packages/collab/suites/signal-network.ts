/**
 * Several processes in one, for tests. Signals are carried between them as JSON, in a later turn; tests may lose them, or
 * hold them back.
 */
import { SignalListeners } from "../src/signals/signal-listeners.ts";
import type { Signal, Signals } from "../src/signals/signals.ts";

/** Not one that a test puts in its place later. */
const inLaterTurn = setImmediate;

export interface SignalNetwork {
  /** The signals of one more process. */
  join(): Signals;
  /**
   * What becomes of signals that are published from now on. Once they are carried again, those that were held are delivered,
   * and processes notice that they have missed those that were lost.
   */
  deliver(how: "carried" | "held" | "lost"): void;
  /** Waits until every signal that is not held has been delivered, with what that caused. */
  settle(): Promise<void>;
  /** What was published so far. */
  readonly published: readonly Signal[];
}

export function createSignalNetwork(): SignalNetwork {
  const processes: SignalListeners[] = [];
  const published: Signal[] = [];
  let how: "carried" | "held" | "lost" = "carried";
  let held: (() => void)[] = [];
  const missing = new Set<SignalListeners>();
  const underWay = new Set<() => void>();

  function carry(deliver: () => void): void {
    underWay.add(deliver);
    inLaterTurn(() => {
      underWay.delete(deliver);
      deliver();
    });
  }

  return {
    published,
    join() {
      const own = new SignalListeners();
      processes.push(own);
      return {
        publish(signal) {
          published.push(signal);
          const carried = JSON.stringify(signal);
          for (const other of processes) {
            if (other === own) continue;
            const deliver = () => other.tell(JSON.parse(carried) as Signal, "elsewhere");
            if (how === "lost") missing.add(other);
            else if (how === "held") held.push(deliver);
            else carry(deliver);
          }
          own.tell(signal, "here");
        },
        subscribe: (type, listener) => own.subscribe(type, listener),
        subscribeTo: (type, address, listener) => own.subscribeTo(type, address, listener),
        onMissed: (listener) => own.onMissed(listener),
      };
    },
    deliver(next) {
      how = next;
      if (how !== "carried") return;
      for (const deliver of held) carry(deliver);
      held = [];
      for (const process of missing) carry(() => process.tellMissed());
      missing.clear();
    },
    async settle() {
      do await new Promise((resolve) => inLaterTurn(resolve));
      while (underWay.size > 0);
      await new Promise((resolve) => inLaterTurn(resolve));
    },
  };
}
