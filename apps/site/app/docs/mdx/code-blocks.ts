import type { Element, ElementContent, Root } from "hast";
import type { MdxJsxFlowElementHast } from "mdast-util-mdx-jsx";
import { toString } from "hast-util-to-string";
import { visit } from "unist-util-visit";
import { parseCodeMeta } from "./code-meta.ts";
import { highlight } from "./highlight.ts";
import { families, officialForm } from "./package-families.ts";
import { hasOwnPlace, withDefaults } from "./placeholders.ts";

/** Turns code blocks into `CodeBlock` elements that carry their lines as HTML, coloured at build time. */
export function codeBlocks() {
  return async (tree: Root): Promise<void> => {
    let switched = false;
    let inProse = false;
    visit(tree, "mdxJsxFlowElement", ({ name, attributes }) => {
      if (name !== "PackageSwitch") return;
      switched = true;
      inProse = attributes.some((attribute) => attribute.type === "mdxJsxAttribute" && attribute.name === "prose");
    });
    const found: { parent: { children: unknown[] }; index: number; code: Element }[] = [];
    visit(tree, "element", (node, index, parent) => {
      if (node.tagName === "code" && !(parent?.type === "element" && parent.tagName === "pre")) {
        node.children = node.children.flatMap((child) =>
          child.type === "text" ? inlineCode(withDefaults(child.value), inProse) : [child],
        );
        return;
      }
      const code = node.children[0];
      if (node.tagName !== "pre" || code?.type !== "element" || parent === undefined || index === undefined) return;
      found.push({ parent, index, code });
    });
    // The first block with a place for keys has the line above it that fills them all.
    const first = found.find(({ code }) => hasOwnPlace(toString(code)));
    for (const block of found)
      block.parent.children[block.index] = await element(block.code, block === first, switched);
  };
}

/** Code in a sentence, with the names of both families of packages where they differ. */
function inlineCode(code: string, switched: boolean): ElementContent[] {
  const official = switched ? officialForm(code) : code;
  if (official === code) return [{ type: "text", value: code }];
  return families.map((family) => ({
    type: "element",
    tagName: "span",
    properties: { className: [`for-${family}`] },
    children: [{ type: "text", value: family === "weft" ? code : official }],
  }));
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
