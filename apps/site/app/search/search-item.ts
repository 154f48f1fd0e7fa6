export type SearchContext = "docs" | "account" | "team" | "project";

/** What a row does instead of leading to a page. */
export type SearchAction =
  | "theme-light"
  | "theme-dark"
  | "theme-system"
  | "copy-public-key"
  | "ask-assistant"
  | "show-shortcuts"
  | "send-feedback";

/** A result of the search dialog. */
export interface SearchItem {
  readonly title: string;
  readonly href: string;
  /** Breadcrumbs; the first one groups what comes from the docs. */
  readonly path: readonly string[];
  readonly keywords: readonly string[];
  readonly context: SearchContext;
  /** Decides between equally good hits; high first. */
  readonly priority: number;
  /** One line that says what is there. */
  readonly excerpt?: string;
  /** Present on a row that acts instead of navigating. */
  readonly action?: SearchAction;
}

/**
 * An entry of `/docs/search-index.json`, made at build time: a page, a heading of it, or a name of the API. Pages outside
 * the documentation (examples, blog, changelog, pricing) are in it too.
 */
export interface DocsRecord {
  readonly title: string;
  readonly href: string;
  readonly path: readonly string[];
  readonly keywords: readonly string[];
  readonly excerpt?: string;
}

/** A page outranks a heading that matches as well. */
export function docsItem({ title, href, path, keywords, excerpt }: DocsRecord): SearchItem {
  return {
    title,
    href,
    path,
    keywords,
    context: "docs",
    priority: href.includes("#") ? 1 : 2,
    ...(excerpt !== undefined && { excerpt }),
  };
}
