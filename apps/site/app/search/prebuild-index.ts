import Fuse from "fuse.js";
import { fuseOptions } from "./fuse-options.ts";
import { docsItem } from "./search-item.ts";
import type { DocsRecord } from "./search-item.ts";

/** An index of the docs as it is written when they are built, so that no browser has to make it. */
export type PrebuiltIndex = Parameters<typeof Fuse.parseIndex>[0];

export function prebuildIndex(records: readonly DocsRecord[]): PrebuiltIndex {
  return Fuse.createIndex(fuseOptions.keys, records.map(docsItem)).toJSON();
}
