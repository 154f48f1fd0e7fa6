import type { Element, Root } from "hast";
import type { MdxJsxFlowElementHast } from "mdast-util-mdx-jsx";
import { toString } from "hast-util-to-string";
import { visit } from "unist-util-visit";
import { parseCodeMeta } from "./code-meta.ts";
import { highlight } from "./highlight.ts";
import { hasOwnPlace, withDefaults } from "./placeholders.ts";

/** Turns code blocks into `CodeBlock` elements that carry their lines as HTML, coloured at build time. */
export function codeBlocks() {
  return async (tree: Root): Promise<void> => {
    const found: { parent: { children: unknown[] }; index: number; code: Element }[] = [];
    visit(tree, "element", (node, index, parent) => {
      if (node.tagName === "code" && !(parent?.type === "element" && parent.tagName === "pre")) {
        for (const child of node.children) if (child.type === "text") child.value = withDefaults(child.value);
        return;
      }
      const code = node.children[0];
      if (node.tagName !== "pre" || code?.type !== "element" || parent === undefined || index === undefined) return;
      found.push({ parent, index, code });
    });
    let switched = false;
    visit(tree, "mdxJsxFlowElement", ({ name }) => {
      if (name === "PackageSwitch") switched = true;
    });
    // The first block with a place for keys has the line above it that fills them all.
    const first = found.find(({ code }) => hasOwnPlace(toString(code)));
    for (const block of found)
      block.parent.children[block.index] = await element(block.code, block === first, switched);
  };
}

async function element(code: Element, keys: boolean, switched: boolean): Promise<MdxJsxFlowElementHast> {
  const classes = code.properties["className"];
  const language = Array.isArray(classes)
    ? (classes
        .map(String)
        .find((name) => name.startsWith("language-"))
        ?.slice("language-".length) ?? "text")
    : "text";
  const text = toString(code).replace(/\n$/, "");
  const meta = parseCodeMeta(code.data?.meta ?? "");
  const attributes = {
    language,
    html: await highlight(text, language, meta, switched && !meta.own && !meta.fixed),
    lines: String(text.split("\n").length),
    ...(meta.file !== undefined && { file: meta.file }),
    ...(meta.numbers && { numbers: "true" }),
    ...(keys && { keys: "true" }),
    ...(switched && meta.own && { own: "true" }),
  };
  return {
    type: "mdxJsxFlowElement",
    name: "CodeBlock",
    attributes: Object.entries(attributes).map(([name, value]) => ({ type: "mdxJsxAttribute", name, value })),
    children: [],
  };
}
