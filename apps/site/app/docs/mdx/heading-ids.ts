import type { Heading, Root } from "mdast";
import { visit } from "unist-util-visit";

const marker = /\s*\[#([\w-]+)\]$/;

/** Lets a heading of a printed page name its anchor: `### List rooms [#list-rooms]`. */
export function headingIds() {
  return (tree: Root): void => {
    visit(tree, "heading", (heading: Heading) => {
      const last = heading.children.at(-1);
      if (last?.type !== "text") return;
      const id = marker.exec(last.value)?.[1];
      if (id === undefined) return;
      last.value = last.value.replace(marker, "");
      heading.data = { ...heading.data, hProperties: { id } };
    });
  };
}
