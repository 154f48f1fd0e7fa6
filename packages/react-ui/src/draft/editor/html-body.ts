/** HTML that is pasted, as the body of a comment: paragraphs, marks and links are kept, the rest is its text. */
import type { CommentBody, CommentBodyInlineElement, CommentBodyParagraph } from "@weft/client";
import type { CommentMark } from "./body.ts";
import { paragraphOf } from "./body.ts";
import { absoluteUrl } from "./nodes.ts";

const markOf: Readonly<Record<string, CommentMark>> = {
  B: "bold",
  STRONG: "bold",
  I: "italic",
  EM: "italic",
  S: "strikethrough",
  DEL: "strikethrough",
  STRIKE: "strikethrough",
  CODE: "code",
  KBD: "code",
  SAMP: "code",
};
const dropped = new Set(["SCRIPT", "STYLE", "TEMPLATE", "NOSCRIPT", "HEAD", "TITLE", "IFRAME", "OBJECT", "SVG", "svg"]);
const blocks = new Set(
  (
    "ADDRESS ARTICLE ASIDE BLOCKQUOTE DD DIV DL DT FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE " +
    "SECTION TABLE TR UL BODY"
  ).split(" "),
);

interface Style {
  readonly marks: { readonly [K in CommentMark]?: boolean };
  readonly href?: string;
  readonly isPreformatted?: boolean;
}

/** Reads it without running or loading anything of it. */
export function bodyOfHtml(html: string): CommentBody {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const reader = new BodyReader();
  reader.read(body, { marks: {} });
  return { version: 1, content: reader.end() };
}

class BodyReader {
  readonly #paragraphs: CommentBodyParagraph[] = [];
  #inlines: CommentBodyInlineElement[] = [];

  read(parent: Node, style: Style): void {
    for (const node of parent.childNodes) {
      if (node.nodeType === 3) this.#text(node.nodeValue ?? "", style);
      else if (node.nodeType === 1) this.#element(node as HTMLElement, style);
    }
  }

  end(): readonly CommentBodyParagraph[] {
    this.#endParagraph();
    const isEmpty = ({ children }: CommentBodyParagraph) =>
      children.every((inline) => "text" in inline && inline.text === "");
    const first = this.#paragraphs.findIndex((paragraph) => !isEmpty(paragraph));
    const last = this.#paragraphs.findLastIndex((paragraph) => !isEmpty(paragraph));
    return first === -1 ? [] : this.#paragraphs.slice(first, last + 1);
  }

  #element(element: HTMLElement, style: Style): void {
    const { tagName } = element;
    if (dropped.has(tagName)) return;
    if (tagName === "BR") return this.#endParagraph(true);
    const isBlock = blocks.has(tagName);
    if (isBlock) this.#endParagraph();
    this.read(element, styleOf(element, style));
    if (isBlock) this.#endParagraph();
  }

  #text(text: string, style: Style): void {
    if (style.isPreformatted === true) {
      const [first = "", ...lines] = text.split(/\r\n|\r|\n/u);
      this.#add(first, style);
      for (const line of lines) {
        this.#endParagraph(true);
        this.#add(line, style);
      }
      return;
    }
    const collapsed = text.replaceAll(/[ \t\r\n\f]+/gu, " ");
    // White space between blocks is not shown.
    const last = this.#inlines.at(-1);
    const isAfterSpace = last === undefined || ("text" in last && last.text?.endsWith(" ") === true);
    this.#add(isAfterSpace ? collapsed.replace(/^ /u, "") : collapsed, style);
  }

  #add(text: string, { marks, href }: Style): void {
    if (text === "") return;
    const last = this.#inlines.at(-1);
    if (href === undefined) this.#inlines.push({ text, ...marks });
    // A link that has marks in it is one link, without them.
    else if (last?.type === "link" && last.url === href)
      this.#inlines[this.#inlines.length - 1] = { ...last, text: (last.text ?? "") + text };
    else this.#inlines.push({ type: "link", url: href, text });
  }

  #endParagraph(keepsEmpty = false): void {
    const last = this.#inlines.at(-1);
    if (last !== undefined && last.type === undefined)
      this.#inlines[this.#inlines.length - 1] = { ...last, text: last.text.replace(/ $/u, "") };
    if (keepsEmpty || this.#inlines.length > 0) this.#paragraphs.push(paragraphOf(this.#inlines));
    this.#inlines = [];
  }
}

function styleOf(element: HTMLElement, { marks, href, isPreformatted }: Style): Style {
  const { tagName, style } = element;
  const mark = markOf[tagName];
  const own: { [K in CommentMark]?: boolean } = mark === undefined ? {} : { [mark]: true };
  // What word processors copy is marked by styles; Google Docs wraps everything in <b style="font-weight: normal">.
  const weight = style.fontWeight;
  if (weight === "bold" || Number(weight) >= 600) own.bold = true;
  else if (weight === "normal" || weight === "400") own.bold = false;
  if (style.fontStyle === "italic") own.italic = true;
  if (style.textDecoration.includes("line-through") || style.textDecorationLine?.includes("line-through"))
    own.strikethrough = true;
  return {
    marks: { ...marks, ...own },
    href: tagName === "A" ? (absoluteUrl(element.getAttribute("href") ?? "") ?? href) : href,
    isPreformatted: isPreformatted === true || tagName === "PRE" || style.whiteSpace.startsWith("pre"),
  };
}
