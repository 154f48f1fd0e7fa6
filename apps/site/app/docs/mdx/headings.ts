import GithubSlugger from "github-slugger";
import type { Root } from "mdast";
import { toString } from "mdast-util-to-string";
import { visit } from "unist-util-visit";

/** A heading of a page, as the index and the list beside the text show it. */
export interface PageHeading {
  readonly id: string;
  readonly title: string;
  readonly level: number;
}

/** The headings of a page with the anchors that its HTML gives them. */
export function headingsOf(tree: Root): readonly PageHeading[] {
  const slugger = new GithubSlugger();
  const headings: PageHeading[] = [];
  visit(tree, "heading", (node) => {
    const title = toString(node);
    const named = node.data?.hProperties?.["id"];
    headings.push({ id: typeof named === "string" ? named : slugger.slug(title), title, level: node.depth });
  });
  return headings;
}
