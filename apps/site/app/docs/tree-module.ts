import type { TreeNode } from "./catalogue/tree.ts";

/**
 * The script of the tree, which every page of the documentation loads. The pages of error codes, a hundred, are spelled by
 * their codes alone: address and title of each follow from them.
 */
export function treeModule(tree: readonly TreeNode[]): string {
  const json = JSON.stringify(tree, (_key, value: unknown) => (isOfCodes(value) ? `codes:${codesOf(value)}` : value));
  return `const codes = (names) => names.split(" ").map((title) => ({ title, href: "/docs/errors/" + title }));
export const tree = ${json.replaceAll(/"codes:([A-Z0-9_ ]+)"/gu, 'codes("$1")')};`;
}

const codesOf = (nodes: readonly TreeNode[]) => nodes.map(({ title }) => title).join(" ");

function isOfCodes(value: unknown): value is readonly TreeNode[] {
  return Array.isArray(value) && value.length > 0 && value.every(isOfCode);
}

function isOfCode(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { title = "", ...rest } = value as Partial<TreeNode>;
  return /^[A-Z0-9_]+$/u.test(title) && rest.href === `/docs/errors/${title}` && Object.keys(rest).length === 1;
}
