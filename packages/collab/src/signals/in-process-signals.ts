import { SignalListeners } from "./signal-listeners.ts";
import type { Signals } from "./signals.ts";

/** The signals of a server that is one process: each is a call. */
export function createInProcessSignals(): Signals {
  const listeners = new SignalListeners();
  return {
    publish: (signal) => listeners.tell(signal, "here"),
    subscribe: (type, listener) => listeners.subscribe(type, listener),
    subscribeTo: (type, address, listener) => listeners.subscribeTo(type, address, listener),
    // A call is not lost.
    onMissed: (listener) => listeners.onMissed(listener),
  };
}
