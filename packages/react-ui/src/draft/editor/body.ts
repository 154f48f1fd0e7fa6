/**
 * The text of the editor as the body of a comment, and back. What comes back is the same body in its normal form: texts that follow
 * each other with the same marks are one, empty texts are left out where there is anything else, and what is false is left out.
 */
import type {
  CommentBody,
  CommentBodyInlineElement,
  CommentBodyParagraph,
  CommentBodyText,
  MentionData,
} from "@weft/client";
import type { ElementNode, LexicalNode, TextFormatType } from "lexical";
import { $createParagraphNode, $createTextNode, $getRoot, $isElementNode, $isTextNode } from "lexical";
import { $createLinkNode, $createMentionNode, $isLinkNode, $isMentionNode } from "./nodes.ts";

type BodyMention = Extract<CommentBodyInlineElement, { readonly type: "mention" }>;

/** Marks of text in comments. */
export const marks = ["bold", "italic", "strikethrough", "code"] as const;
export type CommentMark = (typeof marks)[number];

export function isMark(format: TextFormatType): format is CommentMark {
  return (marks as readonly string[]).includes(format);
}

export function isBodyText(inline: CommentBodyInlineElement): inline is CommentBodyText {
  return inline.type === undefined;
}

export function mentionOf({ kind, id, userIds }: BodyMention): MentionData {
  return kind === "group" ? { kind, id, ...(userIds === undefined ? {} : { userIds }) } : { kind: "user", id };
}

/** The body in its normal form. */
export function normalBody(body: CommentBody): CommentBody {
  return { version: 1, content: body.content.map(({ children }) => paragraphOf(children)) };
}

/** A paragraph in its normal form. */
export function paragraphOf(children: readonly CommentBodyInlineElement[]): CommentBodyParagraph {
  const normal: CommentBodyInlineElement[] = [];
  for (const inline of children.map(normalInline)) {
    const before = normal.at(-1);
    if (isBodyText(inline)) {
      if (inline.text === "") continue;
      if (before !== undefined && isBodyText(before) && haveSameMarks(before, inline)) {
        normal[normal.length - 1] = { ...before, text: before.text + inline.text };
        continue;
      }
    }
    if (inline.type === "link" && inline.url === "" && inline.text === undefined) continue;
    normal.push(inline);
  }
  return { type: "paragraph", children: normal.length === 0 ? [{ text: "" }] : normal };
}

function normalInline(inline: CommentBodyInlineElement): CommentBodyInlineElement {
  if (inline.type === "link") {
    const { url, text = "" } = inline;
    return text === "" || text === url ? { type: "link", url } : { type: "link", url, text };
  }
  if (inline.type === "mention") return { type: "mention", ...mentionOf(inline) };
  return { text: inline.text, ...Object.fromEntries(marks.filter((mark) => inline[mark]).map((mark) => [mark, true])) };
}

function haveSameMarks(a: CommentBodyText, b: CommentBodyText): boolean {
  return marks.every((mark) => Boolean(a[mark]) === Boolean(b[mark]));
}

/** Replaces what the editor has. */
export function $setBody({ content }: CommentBody): void {
  const root = $getRoot().clear();
  for (const { children } of content) root.append($createParagraphNode().append(...$createInlines(children)));
  if (root.isEmpty()) root.append($createParagraphNode());
}

export function $createInlines(children: readonly CommentBodyInlineElement[]): LexicalNode[] {
  return paragraphOf(children).children.flatMap((inline): LexicalNode[] => {
    if (inline.type === "mention") return [$createMentionNode(mentionOf(inline))];
    if (inline.type === "link")
      return [$createLinkNode(inline.text ?? inline.url, inline.text === undefined ? null : inline.url)];
    if (inline.text === "") return [];
    const text = $createTextNode(inline.text);
    for (const mark of marks) if (inline[mark]) text.toggleFormat(mark);
    return [text];
  });
}

/** What the editor has. */
export function $getBody(): CommentBody {
  const content = $getRoot().getChildren().filter($isElementNode).map($paragraphIn);
  return { version: 1, content: content.length === 0 ? [paragraphOf([])] : content };
}

function $paragraphIn(paragraph: ElementNode): CommentBodyParagraph {
  return paragraphOf(paragraph.getChildren().flatMap((node) => $inlineOf(node)));
}

/** A node as a part of a body; of text, the part between two offsets. */
export function $inlineOf(node: LexicalNode, from = 0, to?: number): CommentBodyInlineElement[] {
  if ($isMentionNode(node)) return [{ type: "mention", ...node.getMention() }];
  if (!$isTextNode(node)) return [];
  const text = node.getTextContent().slice(from, to);
  if ($isLinkNode(node)) {
    const own = node.getOwnUrl();
    return text === "" ? [] : [own === null ? { type: "link", url: text } : { type: "link", url: own, text }];
  }
  return [{ text, ...Object.fromEntries(marks.filter((mark) => node.hasFormat(mark)).map((mark) => [mark, true])) }];
}

/** Whether there is nothing but white space. */
export function isBodyBlank({ content }: CommentBody): boolean {
  return content.every(({ children }) => children.every((inline) => isBodyText(inline) && inline.text.trim() === ""));
}

/** A paragraph for each line. */
export function bodyOfText(text: string): CommentBody {
  return { version: 1, content: text.split(/\r\n|\r|\n/u).map((line) => paragraphOf([{ text: line }])) };
}
