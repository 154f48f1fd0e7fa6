import type { PageHeading } from "../mdx/headings.ts";
import { headingsOf } from "../mdx/headings.ts";
import { parseMdx } from "../mdx/parse.ts";
import { groupOf } from "./groups.ts";
import type { DocPage } from "./page.ts";
import { pagesInOrder, treeOf } from "./tree.ts";
import type { TreeNode } from "./tree.ts";
import { variantsOf } from "./variants.ts";
import type { Variant } from "./variants.ts";

/** A page to go to. */
export interface PageLink {
  readonly title: string;
  readonly href: string;
}

/** The navigation around a page's text. */
export interface PageFrame {
  readonly route: string;
  readonly title: string;
  readonly description: string;
  /** Where the page is, from its group downwards, without itself. */
  readonly path: readonly { readonly title: string; readonly href?: string }[];
  /** Levels 2 and 3. */
  readonly headings: readonly PageHeading[];
  readonly previous?: PageLink;
  readonly next?: PageLink;
  readonly related: readonly PageLink[];
  readonly updatedAt: string;
  /** The text takes the width of the list of headings too. */
  readonly wide?: true;
  /** The page for other frameworks, itself among them. */
  readonly variants?: readonly Variant[];
}

/** The frames of all pages, by address. */
export function framesOf(pages: ReadonlyMap<string, DocPage>): ReadonlyMap<string, PageFrame> {
  const tree = treeOf(pages.values());
  const order = pagesInOrder(tree);
  const frames = [...pages.values()].map((page): PageFrame => {
    const at = order.findIndex(({ href }) => href === page.route);
    const previous = linkTo(order[at - 1]?.href, pages);
    const next = linkTo(order[at + 1]?.href, pages);
    const variants = variantsOf(page.route, pages.keys());
    return {
      route: page.route,
      title: page.title,
      description: page.description,
      path: pathTo(page, tree),
      headings: headingsOf(parseMdx(page.body)).filter(({ level }) => level === 2 || level === 3),
      ...(previous !== undefined && { previous }),
      ...(next !== undefined && { next }),
      related: relatedTo(page, pages),
      updatedAt: page.updatedAt,
      ...(page.wide === true && { wide: true }),
      ...(variants.length > 0 && { variants }),
    };
  });
  return new Map(frames.map((frame) => [frame.route, frame]));
}

/** Pages to read next. A page with a section of next steps names them itself. */
function relatedTo({ body, related }: DocPage, pages: ReadonlyMap<string, DocPage>): readonly PageLink[] {
  if (/^## Next steps$/mu.test(body)) return [];
  return related.flatMap((href) => linkTo(href, pages) ?? []);
}

function linkTo(href: string | undefined, pages: ReadonlyMap<string, DocPage>): PageLink | undefined {
  const page = href === undefined ? undefined : pages.get(href);
  return page && { title: page.title, href: page.route };
}

function pathTo(page: DocPage, tree: readonly TreeNode[]): PageFrame["path"] {
  const group = groupOf(page.route);
  const nodes = tree.find(({ title }) => title === group)?.children ?? [];
  const index = nodes[0]?.href?.split("/").length === 3 ? nodes[0].href : undefined;
  const head = { title: group, ...(index !== undefined && index !== page.route && { href: index }) };
  return [head, ...(ancestors(nodes, page.route) ?? [])];
}

/** The nodes above the page of this address; undefined when it is not below them. */
function ancestors(nodes: readonly TreeNode[], route: string): PageFrame["path"] | undefined {
  for (const { title, href, children = [] } of nodes) {
    if (href === route) return [];
    const below = ancestors(children, route);
    if (below !== undefined) return [{ title, ...(href !== undefined && { href }) }, ...below];
  }
  return undefined;
}
