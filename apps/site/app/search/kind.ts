import type { RecentSearch } from "./recent-searches.ts";
import type { SearchItem } from "./search-item.ts";

/** What a result is, in one word. */
export type ItemKind =
  | "Action"
  | "Dashboard"
  | "Room"
  | "Example"
  | "News"
  | "Guide"
  | "Error"
  | "Reference"
  | "Section"
  | "Page";

export function kindOf(item: SearchItem | RecentSearch): ItemKind {
  const { href, path, context } = item;
  if (path[0] === "Actions") return "Action";
  if (context !== "docs") return /\/rooms\/[^/]+$/u.test(href) ? "Room" : "Dashboard";
  if (href.startsWith("/examples")) return "Example";
  if (/^\/(blog|changelog)\b/u.test(href)) return "News";
  if (href.startsWith("/docs/guides/")) return "Guide";
  if (href.startsWith("/docs/errors/")) return "Error";
  if (href.startsWith("/docs/api-reference/")) return "Reference";
  return href.includes("#") ? "Section" : "Page";
}
