import type { Cursors, CursorScope, SortKey } from "./cursor.ts";

export interface Keyset<T> {
  readonly cursors: Cursors;
  readonly scope: CursorScope;
  readonly limit: number;
  /** Of the page before; absent for the first page. */
  readonly cursor: string | undefined;
  /** The first items behind a key, at most `limit`, in the order of the list. */
  readonly read: (limit: number, after: SortKey | undefined) => Promise<readonly T[]>;
  readonly keyOf: (item: T) => SortKey;
}

export interface KeysetPage<T> {
  readonly items: readonly T[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/**
 * A page of a list that is ordered by a key and read from behind the last key of the page before, so that items which come
 * and go meanwhile move no others. UNPROCESSABLE_ENTITY for a cursor of another list.
 */
export async function keysetPage<T>({ cursors, scope, limit, cursor, read, keyOf }: Keyset<T>): Promise<KeysetPage<T>> {
  const after = cursor === undefined ? undefined : cursors.decode(scope, cursor);
  // One more than asked for tells whether there is a next page.
  const found = await read(limit + 1, after);
  const items = found.slice(0, limit);
  const last = items.at(-1);
  const hasMore = found.length > limit && last !== undefined;
  return { items, nextCursor: hasMore ? cursors.encode(scope, keyOf(last)) : null };
}

interface Created {
  readonly createdAt: number;
  readonly id: string;
}

/** The key of lists in the order of creation. */
export const creationKey = ({ createdAt, id }: Created): SortKey => [createdAt, id];

/** What such a key says. */
export function createdFrom(key: SortKey): Created;
export function createdFrom(key: SortKey | undefined): Created | undefined;
export function createdFrom(key: SortKey | undefined): Created | undefined {
  return key && { createdAt: Number(key[0]), id: String(key[1]) };
}

interface Dated {
  readonly at: number;
  readonly id: string;
}

/** The key of lists in the order of time. */
export const dateKey = ({ at, id }: Dated): SortKey => [at, id];

/** What such a key says. */
export function datedFrom(key: SortKey | undefined): Dated | undefined {
  return key && { at: Number(key[0]), id: String(key[1]) };
}
