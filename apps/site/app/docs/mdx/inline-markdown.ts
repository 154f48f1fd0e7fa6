import { micromark } from "micromark";

/** A line of markdown from a declaration as HTML. */
export function inlineMarkdown(text: string): string {
  return micromark(text)
    .trim()
    .replace(/^<p>([\s\S]*)<\/p>$/, "$1");
}
