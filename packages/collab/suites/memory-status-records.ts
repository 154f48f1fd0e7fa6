import type { StatusRecords } from "../src/status/status-records.ts";

export function createMemoryStatusRecords(): StatusRecords {
  const hours = new Map<number, number>();
  return {
    async mark({ hour, slots }) {
      hours.set(hour, (hours.get(hour) ?? 0) | slots);
    },
    async from(first) {
      return [...hours]
        .filter(([hour]) => hour >= first)
        .toSorted(([a], [b]) => a - b)
        .map(([hour, slots]) => ({ hour, slots }));
    },
    async dropBefore(first) {
      for (const hour of hours.keys()) if (hour < first) hours.delete(hour);
    },
  };
}
