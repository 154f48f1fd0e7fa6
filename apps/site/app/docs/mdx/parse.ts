import { createProcessor } from "@mdx-js/mdx";
import type { Root } from "mdast";
import { SKIP, visit } from "unist-util-visit";
import remarkGfm from "remark-gfm";
import { headingIds } from "./heading-ids.ts";

const processor = createProcessor({ format: "mdx", remarkPlugins: [remarkGfm] });
const nameHeadings = headingIds();
const parsed = new Map<string, Root>();

/** The syntax tree of a page's MDX. It is cached, so do not change it. */
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

/** Unwraps components on a line of their own from their paragraph, as the compiler does. */
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
