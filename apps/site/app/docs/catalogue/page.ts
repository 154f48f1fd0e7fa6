/** A page of the documentation: written by hand, or printed from declarations. */
export interface DocPage {
  /** Without a trailing slash: `/docs/rooms/metadata`. */
  readonly route: string;
  readonly title: string;
  /** A shorter title for the tree, where the group above it says the rest. */
  readonly navTitle?: string;
  readonly description: string;
  readonly keywords: readonly string[];
  /** Addresses of pages to read next. */
  readonly related: readonly string[];
  /** Its place among the pages of its folder. */
  readonly order: number;
  /** The heading in the tree that gathers it with others of its folder. */
  readonly section?: string;
  /** The text takes the width of the list of headings too. */
  readonly wide?: boolean;
  /** MDX without front matter. */
  readonly body: string;
  /** The line of the file on which `body` begins, from 1. */
  readonly bodyLine: number;
  /** The file it was written in; undefined for a page that is printed. */
  readonly file: string | undefined;
  /** When it was last changed, ISO 8601. */
  readonly updatedAt: string;
}

/** A page that is printed from declarations, before it has its place. */
export type PrintedPage = Pick<DocPage, "route" | "title" | "description" | "body"> &
  Partial<Pick<DocPage, "navTitle" | "keywords" | "related" | "order" | "section" | "wide">>;
