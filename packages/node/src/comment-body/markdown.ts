/**
 * Makes the body of a comment from Markdown. A body has paragraphs of marked text, links and mentions; everything else (headings,
 * lists, quotes, tables, HTML) stays as it was written, each line a paragraph.
 */
import type { BodyOfComment, CommentBodyInlineElement, CommentBodyText } from "../types/threads.ts";
import { Scanner } from "./scanner.ts";

type Marks = Pick<CommentBodyText, "bold" | "code" | "italic" | "strikethrough">;

/** The marks of each delimiter, the longest first, as they are looked for. */
const delimiters: readonly (readonly [delimiter: string, marks: Marks])[] = [
  ["***", { bold: true, italic: true }],
  ["___", { bold: true, italic: true }],
  ["**", { bold: true }],
  ["__", { bold: true }],
  ["~~", { strikethrough: true }],
  ["*", { italic: true }],
  ["_", { italic: true }],
  ["~", { strikethrough: true }],
];

const fence = /^ {0,3}(```|~~~)/;
const thematicBreak = /^ {0,3}(?:\*[ \t]*){3,}$|^ {0,3}(?:-[ \t]*){3,}$|^ {0,3}(?:_[ \t]*){3,}$/;
/** The beginning of a line that is a block of its own: a heading, an item, a quote, a row of a table. */
const blockStart = /^[ \t]*(?:#{1,6}[ \t]|[-*+][ \t]|\d{1,9}[.)][ \t]|>|\|)/;
const markOfBlock = /^[ \t]*(?:#{1,6}[ \t]+|[-*+][ \t]+|\d{1,9}[.)][ \t]+|>[ \t]?)?/;

/**
 * The body of a comment. `@ada` mentions the user with this id.
 *
 * @example
 * const body = markdownToCommentBody("**Done**, see [the plan](https://example.com). @ada");
 */
export function markdownToCommentBody(markdown: string): BodyOfComment {
  const paragraphs: CommentBodyInlineElement[][] = [];
  for (const block of blocksOf(markdown.replaceAll(/\r\n?/g, "\n").split("\n"))) {
    const children = block.isCode ? [{ text: block.text }] : inlineOf(block);
    if (children.length > 0) paragraphs.push(children);
  }
  return { version: 1, content: paragraphs.map((children) => ({ type: "paragraph", children })) };
}

interface Block {
  readonly text: string;
  readonly isCode: boolean;
}

function* blocksOf(lines: readonly string[]): Generator<Block> {
  let open: string[] = [];
  const close = function* (): Generator<Block> {
    if (open.length > 0) yield { text: open.join("\n"), isCode: false };
    open = [];
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const fenced = fence.exec(line);
    if (fenced !== null) {
      yield* close();
      const end = lines.findIndex((each, index) => index > at && each.trim().startsWith(fenced[1]!));
      const code = lines.slice(at + 1, end === -1 ? undefined : end);
      yield { text: code.join("\n"), isCode: true };
      at = end === -1 ? lines.length : end;
    } else if (line.trim() === "" || thematicBreak.test(line)) {
      yield* close();
    } else if (blockStart.test(line)) {
      yield* close();
      open.push(line);
      // What follows a heading or a row is another paragraph; items and quotes go on.
      if (/^[ \t]*[#|]/.test(line)) yield* close();
    } else open.push(line);
  }
  yield* close();
}

function inlineOf({ text }: Block): CommentBodyInlineElement[] {
  const [mark] = markOfBlock.exec(text)!;
  const isMarked = mark.trim() !== "";
  const written = isMarked ? text.slice(mark.length) : text;
  const nodes: CommentBodyInlineElement[] = isMarked ? [{ text: mark }] : [];
  parse(written.trimEnd(), {}, nodes);
  return nodes;
}

/** Appends the nodes of a text that is inside these marks. */
function parse(text: string, marks: Marks, nodes: CommentBodyInlineElement[]): void {
  const scanner = new Scanner(text);
  let plainFrom = 0;
  const flush = (end: number) => {
    if (end > plainFrom) pushText(nodes, text.slice(plainFrom, end), marks);
  };
  while (scanner.at < text.length) {
    const from = scanner.at;
    const found = scanner.escape() ?? scanner.code() ?? scanner.link() ?? scanner.address() ?? scanner.mention();
    if (found !== undefined) {
      flush(from);
      plainFrom = scanner.at;
      if (found.kind === "node") nodes.push(found.node);
      else pushText(nodes, found.text, found.isCode ? { ...marks, code: true } : marks);
      continue;
    }
    const emphasis = emphasisAt(scanner);
    if (emphasis === undefined) {
      scanner.at++;
      continue;
    }
    flush(from);
    parse(emphasis.text, { ...marks, ...emphasis.marks }, nodes);
    plainFrom = scanner.at;
  }
  flush(text.length);
}

function emphasisAt(scanner: Scanner): { readonly text: string; readonly marks: Marks } | undefined {
  for (const [delimiter, marks] of delimiters) {
    const text = scanner.delimited(delimiter);
    if (text !== undefined) return { text, marks };
  }
  return undefined;
}

/** Neighbours with the same marks are one text. */
function pushText(nodes: CommentBodyInlineElement[], text: string, marks: Marks): void {
  const last = nodes.at(-1);
  if (last !== undefined && last.type === undefined && isSame(last, marks)) last.text += text;
  else nodes.push({ text, ...marks });
}

function isSame(a: Marks, b: Marks): boolean {
  return (["bold", "code", "italic", "strikethrough"] as const).every((mark) => a[mark] === b[mark]);
}
