import type { QueryClient } from "@tanstack/react-query";

/** Fetches the dialog and the index of the docs before they are asked for: somebody points at the button. */
export async function prefetchSearch(client: QueryClient): Promise<void> {
  const [{ docsIndexQuery }] = await Promise.all([import("./docs-index.ts"), import("./search-dialog.tsx")]);
  await client.prefetchQuery(docsIndexQuery);
}
