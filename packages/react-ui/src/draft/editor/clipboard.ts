/** Copying and pasting. Between composers everything is kept; to others goes text and HTML, from others text, marks and links. */
import type { CommentBody, CommentBodyInlineElement } from "@weft/client";
import type { LexicalEditor, RangeSelection } from "lexical";
import {
  $addUpdateTag,
  $createParagraphNode,
  $getRoot,
  $getSelection,
  $insertNodes,
  $isElementNode,
  $isRangeSelection,
  COMMAND_PRIORITY_EDITOR,
  CONTROLLED_TEXT_INSERTION_COMMAND,
  COPY_COMMAND,
  CUT_COMMAND,
  PASTE_COMMAND,
  PASTE_TAG,
} from "lexical";
import { isUrl } from "./auto-link.ts";
import { $createInlines, $inlineOf, bodyOfText, isBodyText, marks, mentionOf, paragraphOf } from "./body.ts";
import { bodyOfHtml } from "./html-body.ts";
import { $createLinkNode, $isLinkNode, absoluteUrl } from "./nodes.ts";

const bodyType = "application/x-weft-comment-body";

export interface ClipboardOptions {
  /** Takes files that are pasted. Answers false if it does not, and what else is pasted is. */
  readonly onPasteFiles: (files: readonly File[]) => boolean;
}

export function registerClipboard(editor: LexicalEditor, { onPasteFiles }: ClipboardOptions): () => void {
  const stops = [
    editor.registerCommand(COPY_COMMAND, (event) => $copy(event), COMMAND_PRIORITY_EDITOR),
    editor.registerCommand(
      CUT_COMMAND,
      (event) => {
        if (!$copy(event)) return false;
        const selection = $getSelection();
        if ($isRangeSelection(selection)) selection.removeText();
        return true;
      },
      COMMAND_PRIORITY_EDITOR,
    ),
    editor.registerCommand(
      PASTE_COMMAND,
      (event) => {
        const data = transferOf(event);
        if (data === null) return false;
        event.preventDefault();
        const files = [...data.files];
        // Copied text may come with a picture of itself.
        if (files.length > 0 && data.getData("text/plain") === "" && onPasteFiles(files)) return true;
        $paste(data);
        return true;
      },
      COMMAND_PRIORITY_EDITOR,
    ),
    editor.registerCommand(
      CONTROLLED_TEXT_INSERTION_COMMAND,
      (event) => {
        const selection = $getSelection();
        if (!$isRangeSelection(selection)) return false;
        if (typeof event === "string") selection.insertText(event);
        else if (event.dataTransfer !== null) $paste(event.dataTransfer);
        else if (event.data !== null) selection.insertText(event.data);
        return true;
      },
      COMMAND_PRIORITY_EDITOR,
    ),
  ];
  return () => stops.forEach((stop) => stop());
}

function transferOf(event: object | null): DataTransfer | null {
  if (event === null) return null;
  if ("clipboardData" in event) return event.clipboardData as DataTransfer | null;
  return "dataTransfer" in event ? (event.dataTransfer as DataTransfer | null) : null;
}

function $copy(event: object | null): boolean {
  const selection = $getSelection();
  const data = transferOf(event);
  if (data === null || !$isRangeSelection(selection) || selection.isCollapsed()) return false;
  (event as Event).preventDefault();
  const body = $selectedBody(selection);
  data.setData("text/plain", textOf(body));
  data.setData("text/html", htmlOf(body));
  data.setData(bodyType, JSON.stringify(body));
  return true;
}

/** What is selected, as a body. */
export function $selectedBody(selection: RangeSelection): CommentBody {
  const [start, end] = selection.isBackward()
    ? [selection.focus, selection.anchor]
    : [selection.anchor, selection.focus];
  const selected = new Set(selection.getNodes().map((node) => node.getKey()));
  const content = $getRoot()
    .getChildren()
    .filter($isElementNode)
    .filter(
      (paragraph) =>
        selected.has(paragraph.getKey()) || paragraph.getChildren().some((node) => selected.has(node.getKey())),
    )
    .map((paragraph) =>
      paragraphOf(
        paragraph
          .getChildren()
          .filter((node) => selected.has(node.getKey()))
          .flatMap((node): CommentBodyInlineElement[] => {
            const from = start.type === "text" && start.key === node.getKey() ? start.offset : 0;
            const to = end.type === "text" && end.key === node.getKey() ? end.offset : undefined;
            return $inlineOf(node, from, to);
          }),
      ),
    );
  return { version: 1, content };
}

function $paste(data: DataTransfer): void {
  $addUpdateTag(PASTE_TAG);
  const text = data.getData("text/plain");
  const selection = $getSelection();
  if (
    $isRangeSelection(selection) &&
    !selection.isCollapsed() &&
    isUrl(text.trim()) &&
    $linkSelected(selection, text.trim())
  )
    return;
  $insertBody(bodyFrom(data, text));
}

function bodyFrom(data: DataTransfer, text: string): CommentBody {
  const own = data.getData(bodyType);
  if (own !== "") {
    const body = bodyOfJson(own);
    if (body !== undefined) return body;
  }
  const html = data.getData("text/html");
  if (html !== "") {
    const body = bodyOfHtml(html);
    if (body.content.length > 0) return body;
  }
  return bodyOfText(text === "" ? data.getData("text/uri-list") : text);
}

/** Another page can put anything on the clipboard. */
function bodyOfJson(json: string): CommentBody | undefined {
  try {
    const { content } = JSON.parse(json) as CommentBody;
    const paragraphs = content.map(({ children }) => paragraphOf(children.filter(isInline)));
    return { version: 1, content: paragraphs };
  } catch {
    return undefined;
  }
}

function isInline(inline: CommentBodyInlineElement): boolean {
  if (isBodyText(inline)) return typeof inline.text === "string";
  if (inline.type === "link")
    return absoluteUrl(inline.url) !== undefined && ["string", "undefined"].includes(typeof inline.text);
  return (
    inline.type === "mention" && (inline.kind === "user" || inline.kind === "group") && typeof inline.id === "string"
  );
}

/** Makes a link of text of one paragraph that leads to a URL. */
function $linkSelected(selection: RangeSelection, url: string): boolean {
  const { content } = $selectedBody(selection);
  const [paragraph] = content;
  if (content.length !== 1 || paragraph === undefined) return false;
  if (!paragraph.children.every((inline) => isBodyText(inline) || inline.type === "link")) return false;
  const text = textOf({ version: 1, content });
  if (text.trim() === "" || isUrl(text)) return false;
  const link = $createLinkNode(text, url);
  selection.insertNodes([link]);
  link.selectEnd();
  return true;
}

/** Puts it where the selection is. The first paragraph continues the one that the selection is in. */
export function $insertBody({ content }: CommentBody): void {
  content.forEach(({ children }, at) => {
    if (at > 0) {
      const selection = $getSelection();
      if ($isRangeSelection(selection)) selection.insertParagraph();
    }
    const nodes = $createInlines(children);
    if (nodes.length === 0) return;
    // Without a selection they are put at the end.
    if ($getSelection() === null) $lastParagraph().selectEnd();
    $insertNodes(nodes);
    const last = nodes.at(-1);
    if ($isLinkNode(last) && last.isAttached()) last.selectEnd();
  });
}

function $lastParagraph() {
  const last = $getRoot().getLastChild();
  if ($isElementNode(last)) return last;
  const paragraph = $createParagraphNode();
  $getRoot().append(paragraph);
  return paragraph;
}

function textOf({ content }: CommentBody): string {
  const textOfInline = (inline: CommentBodyInlineElement) =>
    inline.type === "mention" ? `@${inline.id}` : inline.type === "link" ? (inline.text ?? inline.url) : inline.text;
  return content.map(({ children }) => children.map(textOfInline).join("")).join("\n");
}

const tags = { bold: "strong", italic: "em", strikethrough: "s", code: "code" } as const;

function htmlOf({ content }: CommentBody): string {
  return content.map(({ children }) => `<p>${children.map(htmlOfInline).join("")}</p>`).join("");
}

function htmlOfInline(inline: CommentBodyInlineElement): string {
  if (inline.type === "mention") return `<span>@${escaped(mentionOf(inline).id)}</span>`;
  if (inline.type === "link")
    return `<a href="${escaped(absoluteUrl(inline.url) ?? "")}">${escaped(inline.text ?? inline.url)}</a>`;
  return marks
    .filter((mark) => inline[mark])
    .reduce((html, mark) => `<${tags[mark]}>${html}</${tags[mark]}>`, escaped(inline.text));
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
