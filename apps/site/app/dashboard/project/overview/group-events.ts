import type { PlatformEvent } from "@weft/protocol";

/** Consecutive events of one kind in one room. */
export interface EventGroup {
  readonly latest: PlatformEvent;
  readonly oldest: PlatformEvent;
  readonly count: number;
  /** Whether all of them concern the same user and connection. */
  readonly isOfOne: boolean;
}

/** Events, the newest first, as groups of those that say the same one after the other. */
export function groupEvents(events: readonly PlatformEvent[]): EventGroup[] {
  const groups: EventGroup[] = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (last === undefined || last.latest.kind !== event.kind || last.latest.roomId !== event.roomId) {
      groups.push({ latest: event, oldest: event, count: 1, isOfOne: true });
      continue;
    }
    const isOfOne =
      last.isOfOne && last.latest.userId === event.userId && last.latest.connectionId === event.connectionId;
    groups[groups.length - 1] = { ...last, oldest: event, count: last.count + 1, isOfOne };
  }
  return groups;
}
