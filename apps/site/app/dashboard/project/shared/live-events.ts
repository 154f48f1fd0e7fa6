import type { PlatformEvent } from "@weft/protocol";

/** An entry of a log, whose time is an ISO date. */
export interface Timed {
  readonly id: string;
  readonly at: string;
}

/** The newest first, each once, at most `limit`. A stream delivers in batches and in any order, so arrival says nothing. */
export function mergeEvents<T extends Timed>(
  arrived: readonly T[],
  listed: readonly T[],
  limit = Number.POSITIVE_INFINITY,
): T[] {
  const byId = new Map([...listed, ...arrived].map((event) => [event.id, event]));
  // Entries of one instant keep the order of the list, and those that arrived later are above it.
  const order = new Map([...arrived, ...listed].toReversed().map((event, place) => [event.id, place]));
  return [...byId.values()]
    .toSorted((a, b) => compareText(b.at, a.at) || order.get(b.id)! - order.get(a.id)!)
    .slice(0, limit);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What of a stream a filtered list shows. */
export interface EventFilter {
  readonly kinds: ReadonlySet<string>;
  readonly roomId: string;
  readonly userId: string;
  readonly text: string;
  readonly from: string;
}

export function passes(event: PlatformEvent, { kinds, roomId, userId, text, from }: EventFilter): boolean {
  return (
    (kinds.size === 0 || kinds.has(event.kind)) &&
    (roomId === "" || event.roomId === roomId) &&
    (userId === "" || event.userId === userId) &&
    (from === "" || event.at >= from) &&
    (text === "" || [event.roomId, event.userId, JSON.stringify(event.data)].some((part) => holds(part, text)))
  );
}

function holds(part: string | null, text: string): boolean {
  return part?.toLowerCase().includes(text.toLowerCase()) ?? false;
}
