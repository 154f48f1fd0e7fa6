import type { SearchContext, SearchItem } from "./search-item.ts";

/** What was chosen before; kept by the browser. */
export interface RecentSearch {
  readonly title: string;
  readonly href: string;
  readonly path: readonly string[];
  readonly context: SearchContext;
}

export const recentKey = "weft:recent-searches";
export const recentLimit = 5;

/** Reads what was stored; what cannot be read counts as nothing. */
export function parseRecent(stored: string | null): RecentSearch[] {
  if (stored === null) return [];
  try {
    const list: unknown = JSON.parse(stored);
    return Array.isArray(list) ? list.filter(isRecent).slice(0, recentLimit) : [];
  } catch {
    return [];
  }
}

function isRecent(value: unknown): value is RecentSearch {
  if (typeof value !== "object" || value === null) return false;
  const { title, href, path, context } = value as Partial<Record<string, unknown>>;
  return (
    typeof title === "string" &&
    // An address of this site, whatever wrote the storage.
    typeof href === "string" &&
    /^\/(?!\/)/u.test(href) &&
    Array.isArray(path) &&
    path.every((part) => typeof part === "string") &&
    (context === "docs" || context === "account" || context === "team" || context === "project")
  );
}

/** Puts a choice in front, once, and drops the oldest. */
export function remember(recent: readonly RecentSearch[], chosen: SearchItem | RecentSearch): RecentSearch[] {
  const { title, href, path, context } = chosen;
  const others = recent.filter((item) => item.href !== href || item.title !== title);
  return [{ title, href, path, context }, ...others].slice(0, recentLimit);
}
