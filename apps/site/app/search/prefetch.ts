import type { QueryClient } from "@tanstack/react-query";

/** Prefetches the dialog and the index of the docs when the pointer is over the button. */
export async function prefetchSearch(client: QueryClient): Promise<void> {
  const [{ docsIndexQuery }] = await Promise.all([import("./docs-index.ts"), import("./search-dialog.tsx")]);
  await client.prefetchQuery(docsIndexQuery);
}
