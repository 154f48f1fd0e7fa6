import { fromMarkdown } from "mdast-util-from-markdown";
import { toString } from "mdast-util-to-string";

/** As much fits in one line of the search. */
const longest = 110;

/** The first sentence or so of a passage, as plain text; undefined when it begins with anything but prose. */
export function excerptOf(markdown: string): string | undefined {
  const first = fromMarkdown(markdown).children.find(({ type }) => type !== "code" && type !== "html");
  if (first?.type !== "paragraph") return undefined;
  const text = toString(first).replaceAll(/\s+/gu, " ").trim();
  if (text === "") return undefined;
  if (text.length <= longest) return text;
  return `${text.slice(0, text.lastIndexOf(" ", longest)).replace(/[,;:.–]$/u, "")}…`;
}
