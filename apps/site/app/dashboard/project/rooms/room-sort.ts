import type { FilterChanges } from "../../shared/use-filters.ts";

/** An order of the list of rooms. */
export interface RoomSort {
  readonly by: "activity" | "created" | "id";
  readonly direction: "asc" | "desc";
}

/** Each order with its name. */
export const roomSorts: readonly { readonly sort: RoomSort; readonly label: string }[] = [
  { sort: { by: "activity", direction: "desc" }, label: "Last activity" },
  { sort: { by: "activity", direction: "asc" }, label: "Least recent activity" },
  { sort: { by: "created", direction: "desc" }, label: "Newest" },
  { sort: { by: "created", direction: "asc" }, label: "Oldest" },
  { sort: { by: "id", direction: "asc" }, label: "ID, A to Z" },
  { sort: { by: "id", direction: "desc" }, label: "ID, Z to A" },
];

export const sortName = ({ by, direction }: RoomSort) => `${by} ${direction}`;

/** The order that an address spells, by default by activity, the latest first. */
export function sortIn(search: URLSearchParams): RoomSort {
  const by = search.get("sort");
  return {
    by: by === "created" || by === "id" ? by : "activity",
    direction: search.get("direction") === "asc" ? "asc" : "desc",
  };
}

/** How the address spells an order; the order of the list by default is spelled by nothing. */
export function addressOf({ by, direction }: RoomSort): FilterChanges {
  return { sort: by === "activity" ? null : by, direction: direction === "desc" ? null : direction };
}
