import { projectHref } from "./items.ts";
import type { RouteParams } from "./route-params.ts";
import type { SearchItem } from "./search-item.ts";

/** Rooms are found by a part of their id, from this many characters on. */
export const roomsFrom = 2;
/** No id is longer. */
export const roomIdLength = 128;
const roomLimit = 3;

/** The rooms to offer, of those that the server found: visited rooms first, the last one before the others. */
export function offeredRooms(found: readonly string[], visited: readonly string[], text: string): readonly string[] {
  const wanted = text.toLowerCase();
  const matching = found.filter((id) => id.toLowerCase().includes(wanted));
  const place = (id: string) => (visited.includes(id) ? visited.indexOf(id) : visited.length);
  return matching.toSorted((a, b) => place(a) - place(b)).slice(0, roomLimit);
}

export function roomItems(ids: readonly string[], { accountId, projectId }: RouteParams): SearchItem[] {
  if (accountId === undefined || projectId === undefined) return [];
  return ids.map((id) => ({
    title: id,
    href: `${projectHref(accountId, projectId)}/rooms/${encodeURIComponent(id)}`,
    path: ["Rooms"],
    keywords: [],
    context: "project",
    priority: 2,
    excerpt: "Open this room in the inspector.",
  }));
}
