/** Something with a place among others, which are in ascending order of this number. */
export interface Placed {
  readonly id: string;
  readonly place: number;
}

/** In order. Of two with one place, every client shows the same one first. */
export function inOrder<T extends Placed>(items: readonly T[]): readonly T[] {
  return items.toSorted((a, b) => a.place - b.place || (a.id < b.id ? -1 : 1));
}

/** A place in front of the item at `index`, between it and the item before it. */
export function placeAt(items: readonly Pick<Placed, "place">[], index: number): number {
  const before = items[index - 1]?.place;
  const after = items[index]?.place;
  if (before === undefined) return after === undefined ? 1 : after - 1;
  return after === undefined ? before + 1 : (before + after) / 2;
}

/** The place with which the item `id` is at `index` among the others. */
export function placeToMoveTo(items: readonly Placed[], id: string, index: number): number {
  const others = items.filter((item) => item.id !== id);
  return placeAt(others, index);
}
