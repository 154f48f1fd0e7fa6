import type { Code, Heading, Root, RootContent } from "mdast";
import type { MdxJsxFlowElement } from "mdast-util-mdx-jsx";
import { toString } from "mdast-util-to-string";
import signatures from "../../../content/signatures.json" with { type: "json" };
import { readableSignature, readableType } from "./readable-signature.ts";

/** What the reference says of a function or a member. */
interface Signature {
  readonly signature: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly type: string;
    readonly required: boolean;
    readonly description: string;
  }[];
}

const byPage: Readonly<Record<string, Readonly<Record<string, Signature>>>> = signatures;

/** Puts the signature and the parameters of what a heading of a package's reference names below that heading. */
export function packageSignatures() {
  return (tree: Root, file: { readonly path: string }): void => {
    const page = /api-reference\/([\w-]+(?:\/[\w-]+)?)\.mdx/u.exec(file.path)?.[1];
    if (page !== undefined) tree.children = withSignatures(tree.children, page);
  };
}

/**
 * The blocks of the reference page of this name, with signatures, and with parameters at the end of each section that has no table of
 * its own.
 */
export function withSignatures(blocks: readonly RootContent[], page: string): RootContent[] {
  const known = byPage[page];
  if (known === undefined) return [...blocks];
  let above = "";
  return sectionsOf(blocks).flatMap(([head, ...rest]): RootContent[] => {
    if (head?.type !== "heading") return head === undefined ? [] : [head, ...rest];
    const title = toString(head);
    const found = known[keyOf(head, title, above)];
    if (head.depth === 2) above = title;
    if (found === undefined) return [head, ...rest];
    const table = rest.some(isTable) ? [] : parameterTable(found);
    return [head, signature(found.signature), ...rest.slice(0, 1), ...table, ...rest.slice(1)];
  });
}

/** Blocks in groups that begin with a heading. */
function sectionsOf(blocks: readonly RootContent[]): readonly (readonly RootContent[])[] {
  const sections: RootContent[][] = [[]];
  for (const block of blocks) {
    if (block.type === "heading") sections.push([]);
    sections.at(-1)!.push(block);
  }
  return sections;
}

function isTable(block: RootContent): boolean {
  return block.type === "table" || (block.type === "mdxJsxFlowElement" && block.name === "PropsTable");
}

function keyOf({ depth }: Heading, title: string, above: string): string {
  return depth === 2 ? title : `${above} > ${title}`;
}

function signature(value: string): Code {
  return { type: "code", lang: "ts", meta: 'file="Signature" fragment', value: readableSignature(value) };
}

function parameterTable({ signature: text, parameters }: Signature): MdxJsxFlowElement[] {
  if (parameters.length === 0) return [];
  const label = /^function \w+(?:<.*>)?\(props: /u.test(text) ? "Props" : "Parameters";
  const rows = parameters.map(({ name, type, required, description }) => ({
    name,
    type: readableType(type),
    ...(required && { required }),
    description,
  }));
  return [
    {
      type: "mdxJsxFlowElement",
      name: "PropsTable",
      attributes: [
        { type: "mdxJsxAttribute", name: "label", value: label },
        { type: "mdxJsxAttribute", name: "rows", value: JSON.stringify(rows) },
      ],
      children: [],
    },
  ];
}
