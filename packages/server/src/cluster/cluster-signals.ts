import { SignalListeners } from "@weft/collab";
import type { Signal, Signals } from "@weft/collab";

/** The signals of a process that is a node of a cluster. */
export interface ClusterSignals extends Signals {
  /** From now on, other nodes are told what is published here. */
  connect(publish: (signal: Signal) => void): void;
  /** Another node has published it. */
  take(signal: Signal): void;
  /** Signals of other nodes may have been missed. */
  missed(): void;
}

export function createClusterSignals(): ClusterSignals {
  const listeners = new SignalListeners();
  // Before it has joined, no other node waits for what this one says.
  let publish: (signal: Signal) => void = () => {};
  return {
    publish(signal) {
      listeners.tell(signal, "here");
      publish(signal);
    },
    subscribe: (type, listener) => listeners.subscribe(type, listener),
    subscribeTo: (type, address, listener) => listeners.subscribeTo(type, address, listener),
    onMissed: (listener) => listeners.onMissed(listener),
    connect: (to) => void (publish = to),
    take: (signal) => listeners.tell(signal, "elsewhere"),
    missed: () => listeners.tellMissed(),
  };
}
