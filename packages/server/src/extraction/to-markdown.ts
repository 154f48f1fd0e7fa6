import TurndownService from "turndown";

/** What is read of an element of a page. */
export interface PageElement {
  readonly textContent: string | null;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  getAttribute(name: string): string | null;
  remove(): void;
}

/** Lines without the blanks around them, as one. */
const oneLine = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");

/** A node of a page, as far as its neighbors are looked for. */
interface PageNode {
  readonly nodeName: string;
  readonly nextSibling: PageNode | null;
  readonly parentNode: PageNode | null;
  readonly firstChild: PageNode | null;
}

const inlineNames = /^(span|b|strong|i|em|small|label)$/i;
/** A blank at the end of emphasis would be one within its marks. */
const plainNames = /^(span|small|label)$/i;
/** Elements around a link, and around the next one, that are looked through. */
const wrappers = 5;

/** Pages draw links side by side, as in a menu, without a blank between them: their words are not one. */
function isBesideLink(node: unknown): boolean {
  let before = node as PageNode;
  for (let depth = 0; depth < wrappers && before.nextSibling === null; depth++) {
    if (before.parentNode === null || !plainNames.test(before.parentNode.nodeName)) return false;
    before = before.parentNode;
  }
  let next = before.nextSibling;
  for (let depth = 0; depth < wrappers && next !== null && inlineNames.test(next.nodeName); depth++)
    next = next.firstChild;
  return next !== null && /^(a|button)$/i.test(next.nodeName);
}

function isPicture(node: unknown): boolean {
  return /^(img|picture|video|audio|svg)$/i.test((node as { readonly nodeName: string }).nodeName);
}

/** Markdown with tables and without pictures. Links keep their words alone: passages are cited by their page. */
export function toMarkdown(element: PageElement): string {
  const turndown = new TurndownService({ headingStyle: "atx", codeBlockStyle: "fenced", bulletListMarker: "-" });
  turndown.remove(["script", "style", "noscript"]);
  // Marks of anchors are no emphasis and no links.
  turndown.escape = (text) => text;
  turndown.addRule("picture", {
    filter: (node) => isPicture(node),
    replacement: () => "",
  });
  turndown.addRule("link", {
    filter: "a",
    replacement: (text, node) => (isBesideLink(node) ? `${text} ` : text),
  });
  turndown.addRule("cell", {
    filter: ["td", "th"],
    replacement: (text) => ` ${oneLine(text).replaceAll("|", "\\|")} |`,
  });
  turndown.addRule("row", {
    filter: "tr",
    replacement: (text, row) => {
      const cells = [...(row as unknown as { childNodes: Iterable<{ readonly nodeName: string }> }).childNodes].filter(
        ({ nodeName }) => /^(td|th)$/i.test(nodeName),
      );
      const isHead = cells.length > 0 && cells.every(({ nodeName }) => /^th$/i.test(nodeName));
      return `\n|${text}${isHead ? `\n|${" --- |".repeat(cells.length)}` : ""}`;
    },
  });
  turndown.addRule("table", {
    filter: "table",
    replacement: (text) => `\n\n${text.replaceAll(/\n{2,}/g, "\n").trim()}\n\n`,
  });
  turndown.addRule("tableParts", { filter: ["thead", "tbody", "tfoot"], replacement: (text) => text });
  // Its types are those of a DOM, where there are any.
  const node: unknown = element;
  return turndown
    .turndown(node as string)
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}
