import type { ThreadData } from "@weft/client";
import { positionOf, readPlace } from "./lines.ts";
import type { Place } from "./lines.ts";
import type { FileChange } from "./parse-patch.ts";

export interface PlacedThread {
  readonly thread: ThreadData;
  readonly place: Place;
}

/** The threads in the order of the page, and those whose lines are not in the change. */
export function placeThreads(threads: readonly ThreadData[], files: readonly FileChange[]) {
  const placed: (PlacedThread & { readonly position: readonly [number, number] })[] = [];
  const elsewhere: ThreadData[] = [];
  for (const thread of threads) {
    const place = readPlace(thread.metadata, files);
    if (place === null) elsewhere.push(thread);
    else placed.push({ thread, place, position: positionOf(place, files) });
  }
  placed.sort(
    (a, b) =>
      a.position[0] - b.position[0] ||
      a.position[1] - b.position[1] ||
      a.thread.createdAt.getTime() - b.thread.createdAt.getTime(),
  );
  return { placed: placed as readonly PlacedThread[], elsewhere: elsewhere as readonly ThreadData[] };
}
