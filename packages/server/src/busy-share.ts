import { performance } from "node:perf_hooks";

/** Returns which share of the time since its last call, or since it was created, the event loop was busy: from 0 to 1. */
export function createBusyShare(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}
