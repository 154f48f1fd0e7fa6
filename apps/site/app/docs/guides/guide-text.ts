import { fromMarkdown } from "mdast-util-from-markdown";
import { toString } from "mdast-util-to-string";
import { headingsOf } from "../mdx/headings.ts";
import type { PageHeading } from "../mdx/headings.ts";

/** The text of a guide without a heading that repeats its title. */
export function withoutTitle(markdown: string, title: string): string {
  const [first] = fromMarkdown(markdown).children;
  if (first?.type !== "heading" || toString(first).trim() !== title.trim()) return markdown;
  return markdown.slice(first.position?.end.offset).trimStart();
}

/** The headings of a guide, as the list beside the text shows them. The page has the one heading of the first level. */
export function guideHeadings(markdown: string): readonly PageHeading[] {
  return headingsOf(fromMarkdown(markdown))
    .map((heading) => ({ ...heading, level: Math.max(2, heading.level) }))
    .filter(({ level }) => level <= 3);
}
