import type { Element, Root } from "hast";
import type { MdxJsxFlowElementHast } from "mdast-util-mdx-jsx";
import { toString } from "hast-util-to-string";
import { visit } from "unist-util-visit";
import type { ExportRow } from "../article/exports.tsx";
import { describedNames } from "./name-lists.ts";
import { exportedNames, sentenceOf } from "./exported-names.ts";
import type { ExportedName } from "./exported-names.ts";
import { highlight } from "./highlight.ts";
import { readableSignature } from "./readable-signature.ts";

/** Gives each list of exports its rows: signatures are coloured, and names with a heading of the page lead there. */
export function exportLists() {
  return async (tree: Root): Promise<void> => {
    const lists: MdxJsxFlowElementHast[] = [];
    const headings = new Map<string, string>();
    visit(tree, (node) => {
      if (node.type === "mdxJsxFlowElement" && node.name === "Exports") lists.push(node);
      if (node.type === "element" && /^h[23]$/u.test(node.tagName)) note(node, headings);
    });
    for (const list of lists) {
      const name = list.attributes.find(
        (attribute) => attribute.type === "mdxJsxAttribute" && attribute.name === "package",
      );
      if (typeof name?.value !== "string") throw new Error("A list of exports names no package.");
      const described = describedNames(name.value);
      const rows = await Promise.all(exportedNames(name.value).map((exported) => rowOf(exported, headings, described)));
      list.attributes.push({ type: "mdxJsxAttribute", name: "rows", value: JSON.stringify(rows) });
    }
  };
}

async function coloured(kind: string, signature: string): Promise<{ html: string }> {
  const text = /^(function|hook|component)$/u.test(kind) ? readableSignature(signature) : signature;
  return { html: await highlight(text, "ts", { lines: new Set(), words: [] }) };
}

function note(heading: Element, headings: Map<string, string>): void {
  const { id } = heading.properties;
  const title = toString(heading);
  // The first of several: a section of its own comes before a member of the same name.
  if (typeof id === "string" && !headings.has(title)) headings.set(title, id);
}

async function rowOf(
  exported: ExportedName,
  headings: ReadonlyMap<string, string>,
  described: ReadonlyMap<string, string>,
): Promise<ExportRow> {
  const { name, kind, entries, signature, otherSignatures = {}, aliasOf } = exported;
  const heading = headings.get(name);
  const href = heading === undefined ? described.get(name) : `#${heading}`;
  const others = Object.entries(otherSignatures);
  const shown = aliasOf === undefined ? [[others.length === 0 ? "" : entries[0]!, signature], ...others] : [];
  return {
    name,
    kind,
    text: sentenceOf(exported),
    entry: entries[0]!,
    ...(href !== undefined && { href }),
    signatures: await Promise.all(
      shown.map(async ([entry, text]) => ({
        ...(entry !== "" && { entry: entry === "." ? "Main entry point" : entry!.slice(2) }),
        ...(await coloured(kind, text!)),
      })),
    ),
  };
}
