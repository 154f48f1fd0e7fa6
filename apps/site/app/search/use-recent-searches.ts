import { useState } from "react";
import { parseRecent, recentKey, remember } from "./recent-searches.ts";
import type { RecentSearch } from "./recent-searches.ts";
import type { SearchItem } from "./search-item.ts";

/** What this browser chose before, and how to add to it. */
export function useRecentSearches(): [readonly RecentSearch[], (chosen: SearchItem | RecentSearch) => void] {
  const [recent] = useState(read);
  return [recent, (chosen) => write(remember(read(), chosen))];
}

// Storage may be full, or forbidden: search works without it.
function read(): RecentSearch[] {
  try {
    return parseRecent(localStorage.getItem(recentKey));
  } catch {
    return [];
  }
}

function write(recent: readonly RecentSearch[]): void {
  try {
    localStorage.setItem(recentKey, JSON.stringify(recent));
  } catch {
    return;
  }
}
