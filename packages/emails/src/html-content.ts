/** Comments and texts as HTML: everything that users wrote is escaped, and styles are inline. */
import type { CommentBodyInlineElement } from "@weft/node";
import type { CSSProperties } from "react";
import type { ContentFormat } from "./content.ts";
import { element, textHtml } from "./inline-html.ts";
import { absoluteUrl } from "./links.ts";
import { mentionedName } from "./names.ts";
import type { ResolvedNames } from "./names.ts";

/** Styles of elements in a comment. They are laid over the package's own. */
export interface CommentStyles {
  readonly paragraph: CSSProperties;
  readonly strong: CSSProperties;
  readonly code: CSSProperties;
  readonly mention: CSSProperties;
  readonly link: CSSProperties;
}

/** Styles of elements around a mention in a text. They are laid over the package's own. */
export interface EditorStyles {
  readonly container: CSSProperties;
  readonly strong: CSSProperties;
  readonly code: CSSProperties;
  readonly mention: CSSProperties;
}

const text: CSSProperties = { margin: "0 0 8px", fontSize: 15, lineHeight: 1.5 };
const base: CommentStyles & EditorStyles = {
  paragraph: text,
  container: text,
  strong: { fontWeight: 600 },
  code: {
    fontFamily: "Menlo, Consolas, 'Courier New', monospace",
    fontSize: "0.9em",
    backgroundColor: "rgba(127, 127, 127, 0.16)",
    borderRadius: 3,
    padding: "1px 3px",
  },
  mention: { color: "#3b5bdb", fontWeight: 600 },
  link: { color: "#3b5bdb", textDecoration: "underline" },
};

interface Marks {
  readonly text: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly strikethrough?: boolean;
  readonly code?: boolean;
}

/** A format with these styles over the package's own. */
export function htmlContent(given: Partial<CommentStyles & EditorStyles> = {}): ContentFormat<string> {
  const style = (name: keyof typeof base): CSSProperties => ({ ...base[name], ...given[name] });
  const marked = ({ text: value, bold, italic, strikethrough, code }: Marks) => {
    let html = textHtml(value);
    if (html === "") return html;
    if (bold === true) html = element("strong", style("strong"), html);
    if (italic === true) html = element("em", undefined, html);
    if (strikethrough === true) html = element("s", undefined, html);
    return code === true ? element("code", style("code"), html) : html;
  };
  const mention = (name: string) => element("span", style("mention"), `@${textHtml(name)}`, { "data-mention": "" });
  const inline = (node: CommentBodyInlineElement, names: ResolvedNames) => {
    if (node.type === "mention") return mention(mentionedName(node, names));
    if (node.type !== "link") return marked(node);
    const href = absoluteUrl(node.url);
    const label = textHtml(node.text ?? node.url);
    const attributes = { href: href ?? "", target: "_blank", rel: "noopener noreferrer" };
    return href === null ? label : element("a", style("link"), label, attributes);
  };
  return {
    comment: ({ content }, names) =>
      content
        .map(({ children }) => children.map((node) => inline(node, names)).join(""))
        // A line without anything would have no height.
        .map((html) => element("p", style("paragraph"), html === "" ? "<br>" : html))
        .join(""),
    editor: (nodes, names) =>
      element(
        "div",
        style("container"),
        nodes.map((node) => (node.type === "mention" ? mention(mentionedName(node, names)) : marked(node))).join(""),
      ),
  };
}
