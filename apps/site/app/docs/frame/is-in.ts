import type { TreeNode } from "../catalogue/tree.ts";

/** Whether the page of this address is a node of the tree, or below it. */
export function isIn({ href, children = [] }: TreeNode, current: string): boolean {
  return href === current || children.some((child) => isIn(child, current));
}
