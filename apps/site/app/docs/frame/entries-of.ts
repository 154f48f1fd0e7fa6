import type { PageFrame } from "../catalogue/page-frame.ts";
import type { PageHeading } from "../mdx/headings.ts";

/** A list of its own for pages without entries, so that what depends on it stays as it is. */
export const noEntries: readonly PageHeading[] = [];

const groups = /^\/docs\/api-reference\/[\w-]+\/[\w-]+$/u;

/** What the tree shows below the current page: the entries of a page of the reference that is a group of a package or of the REST API. */
export function entriesOf({ route, headings }: PageFrame): readonly PageHeading[] {
  return groups.test(route) ? headings : noEntries;
}
