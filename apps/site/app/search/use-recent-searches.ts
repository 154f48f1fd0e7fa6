import { useState } from "react";
import { readItem, storeItem } from "../storage/browser-storage.ts";
import { parseRecent, recentKey, remember } from "./recent-searches.ts";
import type { RecentSearch } from "./recent-searches.ts";
import type { SearchItem } from "./search-item.ts";

/** What this browser chose before, and how to add to it. */
export function useRecentSearches(): [readonly RecentSearch[], (chosen: SearchItem | RecentSearch) => void] {
  const [recent] = useState(read);
  return [recent, (chosen) => storeItem(recentKey, JSON.stringify(remember(read(), chosen)))];
}

const read = (): RecentSearch[] => parseRecent(readItem(recentKey));
