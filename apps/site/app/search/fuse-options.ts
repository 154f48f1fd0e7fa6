import type { IFuseOptions } from "fuse.js";
import type { SearchItem } from "./search-item.ts";

/** A match late in a long heading still counts. */
export const fuseOptions = {
  threshold: 0.3,
  ignoreLocation: true,
  includeScore: true,
  shouldSort: false,
  keys: [
    { name: "title", weight: 50 },
    { name: "keywords", weight: 1 },
    { name: "path", weight: 0.5 },
  ],
} satisfies IFuseOptions<SearchItem>;
