import mdx from "@mdx-js/rollup";
import { toString } from "hast-util-to-string";
import rehypeAutolinkHeadings from "rehype-autolink-headings";
import type { Options as AnchorOptions } from "rehype-autolink-headings";
import rehypeSlug from "rehype-slug";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";
import type { PluginOption } from "vite";
import { codeBlocks } from "./code-blocks.ts";
import { exportLists } from "./export-lists.ts";
import { headingIds } from "./heading-ids.ts";
import { installBlocks } from "./install-blocks.ts";
import { nameLists } from "./name-lists.ts";
import { packageSignatures } from "./signatures.ts";

// Beside the heading, not in it: its name stays what it says.
const anchors: AnchorOptions = {
  behavior: "after",
  test: ["h2", "h3"],
  group: { type: "element", tagName: "div", properties: { className: ["heading"] }, children: [] },
  properties: (heading) => ({
    className: ["anchor"],
    ariaLabel: `Link to “${toString(heading)}”`,
  }),
  content: { type: "text", value: "#" },
};

/** Compiles pages to modules. */
export function mdxCompiler(): PluginOption {
  return {
    enforce: "pre",
    ...mdx({
      remarkPlugins: [remarkGfm, remarkFrontmatter, headingIds, packageSignatures, nameLists, installBlocks],
      rehypePlugins: [rehypeSlug, [rehypeAutolinkHeadings, anchors], codeBlocks, exportLists],
    }),
  };
}
