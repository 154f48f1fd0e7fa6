import type { DocsPassage } from "@weft/protocol";
import type { Heading, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown, gfmToMarkdown } from "mdast-util-gfm";
import { toMarkdown } from "mdast-util-to-markdown";
import { toString } from "mdast-util-to-string";
import { gfm } from "micromark-extension-gfm";
import type { PageFrame } from "./page-frame.ts";

/** A passage ends at the next heading, or before the block that makes it longer than this. Blocks stay whole. */
const longest = 2_400;
/** Headings of these levels have addresses. */
const levels: ReadonlySet<number> = new Set([2, 3]);

/** A page cut at its headings, for a search whose results are read without the page. */
export function passagesOf(
  { route, title, headings }: Pick<PageFrame, "route" | "title" | "headings">,
  markdown: string,
): DocsPassage[] {
  const passages: DocsPassage[] = [];
  let above: readonly { readonly level: number; readonly title: string }[] = [];
  let url = route;
  let blocks: RootContent[] = [];
  let at = 0;
  const end = () => {
    for (const text of cut(blocks))
      passages.push({ title, headings: above.map((heading) => heading.title), text, url });
    blocks = [];
  };
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  for (const block of tree.children) {
    if (block.type !== "heading") {
      blocks.push(block);
      continue;
    }
    // The title of the page is said by the page.
    if (block.depth === 1) continue;
    end();
    const named = headingTitle(block);
    above = [...above.filter(({ level }) => level < block.depth), { level: block.depth, title: named }];
    if (!levels.has(block.depth)) continue;
    // In their order: two headings of a page may have one name.
    const found = headings.findIndex((heading, index) => index >= at && heading.title === named);
    if (found === -1) continue;
    at = found + 1;
    url = `${route}#${headings[found]!.id}`;
  }
  end();
  return passages;
}

function headingTitle(heading: Heading): string {
  return toString(heading);
}

function* cut(blocks: readonly RootContent[]): Generator<string> {
  let part = "";
  for (const block of blocks) {
    const text = toMarkdown({ type: "root", children: [block] }, { extensions: [gfmToMarkdown()], bullet: "-" }).trim();
    if (part !== "" && part.length + text.length > longest) {
      yield part;
      part = "";
    }
    part = part === "" ? text : `${part}\n\n${text}`;
  }
  if (part !== "") yield part;
}
