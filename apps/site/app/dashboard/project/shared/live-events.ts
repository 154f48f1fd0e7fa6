import type { PlatformEvent } from "@weft/protocol";

/** The newest first, each once, at most `limit`. */
export function mergeEvents<T extends { readonly id: string }>(
  newer: readonly T[],
  older: readonly T[],
  limit = Number.POSITIVE_INFINITY,
): T[] {
  const seen = new Set<string>();
  const merged: T[] = [];
  for (const event of [...newer, ...older]) {
    if (merged.length >= limit) break;
    if (seen.has(event.id)) continue;
    seen.add(event.id);
    merged.push(event);
  }
  return merged;
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
