declare module "virtual:docs/contents" {
  import type { MDXModule } from "mdx/types";
  /** The text of each page, by its address. */
  export const contents: Readonly<Record<string, () => Promise<MDXModule>>>;
}

declare module "virtual:docs/frames" {
  import type { PageFrame } from "./catalogue/page-frame.ts";
  /** The navigation around the text of each page, by its address. */
  export const frames: Readonly<Record<string, PageFrame>>;
}

declare module "virtual:docs/tree" {
  import type { TreeNode } from "./catalogue/tree.ts";
  export const tree: readonly TreeNode[];
}
