import type { Code, Root, RootContent } from "mdast";
import type { MdxJsxFlowElement } from "mdast-util-mdx-jsx";
import { attributesOf } from "./attributes.ts";
import { installCommand } from "./install-command.ts";
import type { Install } from "./install-command.ts";
import { families } from "./package-families.ts";
import type { Family } from "./package-families.ts";

/** Replaces `<Install packages={["client"]} />` by its command, for each family of packages. */
export function installBlocks() {
  return (tree: Root): void => {
    tree.children = tree.children.flatMap((block): RootContent[] =>
      block.type === "mdxJsxFlowElement" && block.name === "Install" ? blocksOf(block) : [block],
    );
  };
}

function blocksOf(element: MdxJsxFlowElement): RootContent[] {
  const { only, ...install } = attributesOf(element) as unknown as Install & { readonly only?: Family };
  if (only !== undefined) return [commandOf(only, install)];
  return families.map((family) => ({
    type: "mdxJsxFlowElement",
    name: "ForPackages",
    attributes: [{ type: "mdxJsxAttribute", name: "family", value: family }],
    children: [commandOf(family, install)],
  }));
}

export function commandOf(family: Family, install: Install): Code {
  return { type: "code", lang: "bash", meta: "fixed", value: installCommand(family, install) };
}
