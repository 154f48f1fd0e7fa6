import type { Code, Root, RootContent } from "mdast";
import type { MdxJsxFlowElement } from "mdast-util-mdx-jsx";
import { attributesOf } from "./attributes.ts";
import { installCommand, packageManagers } from "./install-command.ts";
import type { Install, PackageManager } from "./install-command.ts";
import { families } from "./package-families.ts";
import type { Family } from "./package-families.ts";
import { parseMdx } from "./parse.ts";

/** Replaces `<Install packages={["client"]} />` by its commands, for each family of packages, or for the one whose part it is in. */
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
  if (only !== undefined) return [commandsOf(only, install)];
  return families.map((each) => ({
    type: "mdxJsxFlowElement",
    name: "ForPackages",
    attributes: [{ type: "mdxJsxAttribute", name: "family", value: each }],
    children: [commandsOf(each, install)],
  }));
}

const tabs = parseMdx(`<Tabs items={${JSON.stringify(packageManagers)}} group="package-manager" />`)
  .children[0] as MdxJsxFlowElement;

/** The command of each package manager, in tabs. Weft's own packages need npm: others would look for the client in a registry. */
function commandsOf(family: Family, install: Install): Code | MdxJsxFlowElement {
  if (family === "weft") return commandOf(family, install);
  const panels = packageManagers.map((manager): MdxJsxFlowElement => {
    const command = commandOf(family, install, manager);
    return { type: "mdxJsxFlowElement", name: "Tab", attributes: [], children: [command] };
  });
  return { ...tabs, children: panels };
}

export function commandOf(family: Family, install: Install, manager?: PackageManager): Code {
  return { type: "code", lang: "bash", meta: "fixed", value: installCommand(family, install, manager) };
}
