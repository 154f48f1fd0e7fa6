import { projectHref } from "./items.ts";
import type { RouteParams } from "./route-params.ts";
import type { SearchItem } from "./search-item.ts";

/** Rooms whose ids begin with the query, from this many characters on. */
export const roomsFrom = 2;
export const roomLimit = 3;

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
