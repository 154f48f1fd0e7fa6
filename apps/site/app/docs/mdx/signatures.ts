import type { Code, Heading, Root, RootContent } from "mdast";
import { toString } from "mdast-util-to-string";
import signatures from "../../../content/signatures.json" with { type: "json" };

const byPage: Readonly<Record<string, Readonly<Record<string, string>>>> = signatures;

/** Puts the signature of what a heading of a package's reference names below that heading. */
export function packageSignatures() {
  return (tree: Root, file: { readonly path: string }): void => {
    const page = /api-reference\/([\w-]+)\.mdx/u.exec(file.path)?.[1];
    if (page !== undefined) tree.children = withSignatures(tree.children, page);
  };
}

/** The blocks of the reference page of this name, with signatures. */
export function withSignatures(blocks: readonly RootContent[], page: string): RootContent[] {
  const known = byPage[page];
  if (known === undefined) return [...blocks];
  let above = "";
  return blocks.flatMap((block): RootContent[] => {
    if (block.type !== "heading") return [block];
    const title = toString(block);
    const text = known[keyOf(block, title, above)];
    if (block.depth === 2) above = title;
    return text === undefined ? [block] : [block, signature(text)];
  });
}

function keyOf({ depth }: Heading, title: string, above: string): string {
  return depth === 2 ? title : `${above} > ${title}`;
}

function signature(value: string): Code {
  return { type: "code", lang: "ts", meta: 'file="Signature" fragment', value };
}
