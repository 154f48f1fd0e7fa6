import { queryOptions } from "@tanstack/react-query";
import type { PrebuiltIndex } from "./prebuild-index.ts";
import type { DocsRecord } from "./search-item.ts";
import { openDocsIndex } from "./search.ts";

/** The one address that stays; what it names changes with every build that changes it. */
const pointer = "/docs/search-index.json";

/** The docs, ready to be searched; fetched once. */
export const docsIndexQuery = queryOptions({
  queryKey: ["docs-search-index"],
  queryFn: async ({ signal }) => {
    const { records, index } = (await readJson(pointer, signal)) as { records: string; index: string };
    const [list, prebuilt] = await Promise.all([readJson(records, signal), readJson(index, signal)]);
    return openDocsIndex(list as DocsRecord[], prebuilt as PrebuiltIndex);
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: 1,
  // A class instance with its own tables: nothing to compare, nothing to share.
  structuralSharing: false,
});

async function readJson(address: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(address, { signal });
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
  return response.json();
}
