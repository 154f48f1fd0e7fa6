import { createElement } from "react";
import type { ReactNode } from "react";
import type { RichBlock, RichNode } from "./rich-node.ts";

/** What editors call their blocks, without case and dashes, as elements; what is not known is a block without a look. */
const blocks: Readonly<Record<string, string>> = {
  paragraph: "p",
  p: "p",
  blockquote: "blockquote",
  quote: "blockquote",
  bulletlist: "ul",
  ul: "ul",
  tasklist: "ul",
  orderedlist: "ol",
  ol: "ol",
  listitem: "li",
  li: "li",
  taskitem: "li",
  codeblock: "pre",
  pre: "pre",
  horizontalrule: "hr",
  hr: "hr",
};
const marks: Readonly<Record<string, string>> = {
  bold: "strong",
  strong: "strong",
  italic: "em",
  em: "em",
  underline: "u",
  link: "u",
  strike: "s",
  code: "code",
};
/** Blocks that are drawn; what follows is in the other views. */
const blocksAtMost = 1_000;

/** What an editor wrote, about as it shows it. Only text is drawn: links lead nowhere, and pictures are named. */
export function RichPreview({ nodes }: { nodes: readonly RichNode[] }) {
  if (nodes.length === 0) return <p className="text-sm text-muted">Empty.</p>;
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label="Preview"
      className="max-h-[26rem] overflow-auto rounded-md border border-line p-4 text-sm leading-6 [&_blockquote]:border-l-2 [&_blockquote]:border-line-strong [&_blockquote]:pl-3 [&_blockquote]:text-muted [&_li>p]:m-0 [&_ol]:list-decimal [&_ol]:pl-6 [&_p]:my-1.5 [&_p]:min-h-6 [&_pre]:rounded-md [&_pre]:bg-sunken [&_pre]:p-3 [&_pre]:text-xs [&_pre]:whitespace-pre-wrap [&_ul]:list-disc [&_ul]:pl-6"
    >
      {nodes.slice(0, blocksAtMost).map((node, index) => (
        <Rich key={index} node={node} />
      ))}
      {nodes.length > blocksAtMost && <p className="text-muted">Preview truncated.</p>}
    </div>
  );
}

function Rich({ node }: { node: RichNode }): ReactNode {
  if ("text" in node)
    return node.marks.reduce<ReactNode>((inner, mark) => {
      const element = marks[mark.toLowerCase()];
      return element === undefined ? inner : createElement(element, null, inner);
    }, node.text);
  const name = node.tag.toLowerCase().replaceAll(/[-_]/g, "");
  if (name === "hardbreak" || name === "br") return <br />;
  if (name === "heading" || /^h[1-6]$/.test(name)) return <Heading node={node} level={levelOf(node, name)} />;
  const element = blocks[name];
  if (element === "hr") return <hr className="my-3 border-line" />;
  const children = node.children.map((child, index) => <Rich key={index} node={child} />);
  if (element !== undefined) return createElement(element, null, ...children);
  return node.children.length > 0 ? <div>{children}</div> : <p className="text-xs text-faint">[{node.tag}]</p>;
}

/** Headings of what is shown are none of the page. */
function Heading({ node, level }: { node: RichBlock; level: number }) {
  const size = level === 1 ? "text-xl" : level === 2 ? "text-lg" : "text-base";
  return (
    <p className={`font-medium ${size}`}>
      {node.children.map((child, index) => (
        <Rich key={index} node={child} />
      ))}
    </p>
  );
}

function levelOf({ attributes }: RichBlock, name: string): number {
  return name === "heading" ? Number(attributes["level"] ?? 1) : Number(name.slice(1));
}
