import { createProcessor } from "@mdx-js/mdx";
import type { Root } from "mdast";
import { SKIP, visit } from "unist-util-visit";
import remarkGfm from "remark-gfm";
import { headingIds } from "./heading-ids.ts";

const processor = createProcessor({ format: "mdx", remarkPlugins: [remarkGfm] });
const nameHeadings = headingIds();
const parsed = new Map<string, Root>();

/** The syntax tree of a page's MDX; not to be changed, since it is kept. */
export function parseMdx(source: string): Root {
  let tree = parsed.get(source);
  if (tree === undefined) {
    tree = processor.parse(source);
    nameHeadings(tree);
    unravel(tree);
    parsed.set(source, tree);
  }
  return tree;
}

/** Components that stand in a line of their own are no paragraph, as the compiler sees it, too. */
function unravel(tree: Root): void {
  visit(tree, "paragraph", (node, index, parent) => {
    const parts = node.children.filter((child) => child.type !== "text" || child.value.trim() !== "");
    const alone = parts.every(({ type }) => type === "mdxJsxTextElement" || type === "mdxTextExpression");
    if (!alone || parts.length === 0 || parent === undefined || index === undefined) return undefined;
    const blocks = parts.map((part) =>
      part.type === "mdxJsxTextElement" ? { ...part, type: "mdxJsxFlowElement" } : part,
    );
    parent.children.splice(index, 1, ...(blocks as typeof parent.children));
    return [SKIP, index];
  });
}
