import type { SortKey } from "../cursor.ts";

/** Orders of rooms: by their last connection, or their creation where there was none; by their creation; by their ids. */
export const roomOrders = ["activity", "created", "id"] as const;
export type RoomOrder = (typeof roomOrders)[number];

export interface RoomOrdering {
  readonly by: RoomOrder;
  readonly descending: boolean;
}

/** What orders see of a room. */
interface OrderedRoom {
  readonly id: string;
  readonly createdAt: number;
  readonly lastConnectionAt?: number | undefined;
}

/** The values by which an order sorts a room. */
export function orderKeyOf(by: RoomOrder, { id, createdAt, lastConnectionAt }: OrderedRoom): SortKey {
  if (by === "id") return [id];
  return [by === "created" ? createdAt : (lastConnectionAt ?? createdAt), id];
}

/** Below zero for the key that comes first. Ids compare by code point, as in databases. */
export function compareOrderKeys(
  { descending }: Pick<RoomOrdering, "descending">,
  one: SortKey,
  other: SortKey,
): number {
  const sign = descending ? -1 : 1;
  for (const [at, value] of one.entries()) {
    const difference =
      typeof value === "number"
        ? value - Number(other[at])
        : Buffer.compare(Buffer.from(value), Buffer.from(String(other[at])));
    if (difference !== 0) return sign * difference;
  }
  return 0;
}

/** A page of rooms that are all known, behind the key of the last room of the page before. */
export function pageInOrder<R extends OrderedRoom>(
  rooms: readonly R[],
  order: RoomOrdering,
  { limit, after }: { readonly limit: number; readonly after?: SortKey | undefined },
): { readonly rooms: readonly R[]; readonly next: SortKey | undefined } {
  const behind = rooms
    .map((room) => ({ room, key: orderKeyOf(order.by, room) }))
    .filter(({ key }) => after === undefined || compareOrderKeys(order, after, key) < 0)
    .toSorted((one, other) => compareOrderKeys(order, one.key, other.key));
  const page = behind.slice(0, limit);
  return { rooms: page.map(({ room }) => room), next: behind.length > limit ? page.at(-1)?.key : undefined };
}
