export type SearchContext = "docs" | "team" | "project";

/** Something that the search dialog can lead to. */
export interface SearchItem {
  readonly title: string;
  readonly href: string;
  /** Breadcrumbs; the first one groups what comes from the docs. */
  readonly path: readonly string[];
  readonly keywords: readonly string[];
  readonly context: SearchContext;
  /** Decides between equally good hits; high first. */
  readonly priority: number;
}

/** A line of `/docs/search-index.json`, made when the docs are built: a page, a heading of it, or a name of the API. */
export interface DocsRecord {
  readonly title: string;
  readonly href: string;
  readonly path: readonly string[];
  readonly keywords: readonly string[];
}

/** A page outranks a heading that matches as well. */
export function docsItem({ title, href, path, keywords }: DocsRecord): SearchItem {
  return { title, href, path, keywords, context: "docs", priority: href.includes("#") ? 1 : 2 };
}
