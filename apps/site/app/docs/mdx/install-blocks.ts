import type { Code, Root, RootContent } from "mdast";
import type { MdxJsxFlowElement } from "mdast-util-mdx-jsx";
import { attributesOf } from "./attributes.ts";
import { installCommand } from "./install-command.ts";
import type { Install } from "./install-command.ts";
import { families } from "./package-families.ts";
import type { Family } from "./package-families.ts";

/** Replaces `<Install packages={["client"]} />` by its command, for each family of packages, or for the one whose part it is in. */
export function installBlocks() {
  return (tree: Root): void => {
    tree.children = withCommands(tree.children);
  };
}

function withCommands(blocks: readonly RootContent[], family?: Family): RootContent[] {
  return blocks.flatMap((block): RootContent[] => {
    if (block.type !== "mdxJsxFlowElement") return [block];
    if (block.name === "Install") return blocksOf(block, family);
    if (block.name !== "ForPackages") return [block];
    const inside = attributesOf(block)["family"] as Family;
    return [{ ...block, children: withCommands(block.children, inside) as MdxJsxFlowElement["children"] }];
  });
}

function blocksOf(element: MdxJsxFlowElement, family: Family | undefined): RootContent[] {
  const { only = family, ...install } = attributesOf(element) as unknown as Install & { readonly only?: Family };
  if (only !== undefined) return [commandOf(only, install)];
  return families.map((each) => ({
    type: "mdxJsxFlowElement",
    name: "ForPackages",
    attributes: [{ type: "mdxJsxAttribute", name: "family", value: each }],
    children: [commandOf(each, install)],
  }));
}

export function commandOf(family: Family, install: Install): Code {
  return { type: "code", lang: "bash", meta: "fixed", value: installCommand(family, install) };
}
