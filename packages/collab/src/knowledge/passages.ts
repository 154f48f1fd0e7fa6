/**
 * Divides the Markdown of a page or file into passages: at headings, then between paragraphs. Code blocks and tables stay
 * whole unless they are very long. A passage repeats the end of the one before it in the same section.
 */
import { limits as platformLimits } from "@weft/protocol";
import type { Limits } from "@weft/protocol";
import { headingOf } from "./heading.ts";
import type { PassageRecord } from "./knowledge-records.ts";

export interface PassageSource {
  readonly markdown: string;
  readonly title: string;
  /** Of the page; files have none. */
  readonly url?: string;
}

type PassageLimits = Pick<Limits, "knowledgePassageLength" | "knowledgePassageOverlap" | "knowledgePassagesPerSource">;

const fence = /^\s*(`{3,}|~{3,})/;
/** A section with less text is not closed by the next heading below it. */
const shortSection = 300;
/** Code blocks and tables up to so many times the length of a passage are kept whole. */
const wholeBlocks = 2.5;

interface Block {
  readonly kind: "heading" | "text" | "whole";
  readonly text: string;
  readonly level: number;
  readonly anchor?: string;
}

export function passagesOf(
  { markdown, title, url }: PassageSource,
  limits: PassageLimits = platformLimits,
): readonly PassageRecord[] {
  const { knowledgePassageLength: length, knowledgePassageOverlap: overlap } = limits;
  const passages: PassageRecord[] = [];
  const path: { readonly level: number; readonly text: string }[] = [];
  let headings: readonly string[] = [];
  let anchor: string | undefined;
  let parts: string[] = [];
  let size = 0;
  /** Whether `parts` holds anything beside the end of the passage before. */
  let fresh = false;
  /** Whether no passage of the section was closed yet. */
  let isFirst = true;

  function close(): void {
    const text = parts.join("\n\n").trim();
    if (fresh && text !== "" && passages.length < limits.knowledgePassagesPerSource)
      passages.push({
        position: passages.length,
        title,
        headings,
        text,
        url: url === undefined || anchor === undefined ? url : `${url}#${anchor}`,
      });
    parts = [];
    size = 0;
    fresh = false;
  }

  function add(text: string): void {
    if (size > 0 && size + text.length > length) {
      const end = endOf(parts.join("\n\n"), overlap);
      close();
      isFirst = false;
      if (end !== "") {
        parts = [end];
        size = end.length;
      }
    }
    parts.push(text);
    size += text.length + 2;
    fresh = true;
  }

  for (const block of blocksOf(markdown)) {
    if (block.kind === "heading") {
      const isBelow = path.at(-1) !== undefined && block.level > path.at(-1)!.level;
      const joins = fresh && isFirst && size < shortSection && isBelow;
      while (path.length > 0 && path.at(-1)!.level >= block.level) path.pop();
      // The title of a page is its first heading, too.
      if (!(path.length === 0 && block.text === title)) path.push({ level: block.level, text: block.text });
      if (joins) {
        add(block.text);
        continue;
      }
      close();
      parts = [];
      size = 0;
      isFirst = true;
      headings = path.map(({ text }) => text);
      anchor = block.anchor;
      continue;
    }
    const bound = block.kind === "whole" ? length * wholeBlocks : length;
    for (const piece of block.text.length > bound ? cutText(block.text, length) : [block.text]) add(piece);
  }
  close();
  return passages;
}

/** Its first heading of the first level; empty if there is none. */
export function titleOf(markdown: string): string {
  for (const { kind, level, text } of blocksOf(markdown)) if (kind === "heading" && level === 1) return text;
  return "";
}

/** The Markdown without the marks of anchors, as it is shown. */
export function withoutAnchors(markdown: string): string {
  return markdown
    .split("\n")
    .map((line) => {
      const mark = line.startsWith("#") ? headingOf(line)?.mark : undefined;
      return mark === undefined ? line : line.slice(0, mark.start) + line.slice(mark.end);
    })
    .join("\n");
}

function* blocksOf(markdown: string): Generator<Block> {
  let lines: string[] = [];
  let open: string | undefined;
  const flush = (): Block | undefined => {
    const text = lines.join("\n").trim();
    const isTable = lines.length > 1 && lines.every((line) => /^\s*\|/.test(line));
    lines = [];
    return text === "" ? undefined : { kind: isTable ? "whole" : "text", text, level: 0 };
  };
  for (const line of markdown.split(/\r?\n/)) {
    const mark = fence.exec(line)?.[1];
    if (open !== undefined) {
      lines.push(line);
      if (mark !== undefined && mark[0] === open[0] && mark.length >= open.length) {
        open = undefined;
        yield { kind: "whole", text: lines.join("\n"), level: 0 };
        lines = [];
      }
      continue;
    }
    const heading = mark === undefined ? headingOf(line) : undefined;
    if (mark !== undefined || heading !== undefined || line.trim() === "") {
      const block = flush();
      if (block !== undefined) yield block;
    }
    if (mark !== undefined) {
      open = mark;
      lines.push(line);
    } else if (heading !== undefined) {
      if (heading.text !== "") yield { kind: "heading", ...heading };
    } else if (line.trim() !== "") lines.push(line);
  }
  const rest = flush();
  if (rest !== undefined) yield rest;
}

/** The last sentences, or words, of a text. */
function endOf(text: string, length: number): string {
  if (text.length <= length) return "";
  const end = text.slice(-length);
  const sentence = /[.!?:]\s+|\n/.exec(end);
  const from = sentence === null ? end.indexOf(" ") + 1 : sentence.index + sentence[0].length;
  return end.slice(from).trim();
}

/** Pieces of at most so many characters, cut after lines, sentences or words where there are any. */
function* cutText(text: string, length: number): Generator<string> {
  let at = 0;
  while (text.length - at > length) {
    const window = text.slice(at, at + length);
    const least = length / 2;
    const cut = [window.lastIndexOf("\n"), window.lastIndexOf(". ") + 1, window.lastIndexOf(" ")].find(
      (place) => place > least,
    );
    const end = at + (cut ?? length);
    // Not within a character of two units.
    const whole = cut === undefined && /[\uD800-\uDBFF]$/.test(window) ? end - 1 : end;
    yield text.slice(at, whole).trim();
    at = whole;
  }
  const rest = text.slice(at).trim();
  if (rest !== "") yield rest;
}
