/** Makes links of the URLs that are written, and text again of those that are changed so that they are none. */
import type { LexicalEditor, RangeSelection, TextNode } from "lexical";
import { $createTextNode, $getSelection, $isRangeSelection, $isTextNode, TextNode as AnyTextNode } from "lexical";
import { $createLinkNode, $isLinkNode, LinkNode } from "./nodes.ts";

/** With a scheme or with www. What ends a sentence is no part of it. */
const urlPattern =
  /(?<![\p{L}\p{N}_/@.-])(?:https?:\/\/[\p{L}\p{N}][^\s<>"]*|www\.[\p{L}\p{N}-]+\.[\p{L}\p{N}][^\s<>"]*)/iu;
const endOfSentence = ".,;:!?'*_~";

/** The first URL in a text: where it is, and what it is. */
export function findUrl(text: string): { readonly at: number; readonly url: string } | undefined {
  const match = urlPattern.exec(text);
  if (match === null) return undefined;
  const [url] = match;
  // Brackets around it are not of it; those in it are.
  let unopened = countOf(url, /[)\]]/gu) - countOf(url, /[([]/gu);
  let end = url.length;
  for (; end > 0; end -= 1) {
    const last = url.charAt(end - 1);
    const isAround = (last === ")" || last === "]") && unopened > 0;
    if (isAround) unopened -= 1;
    else if (!endOfSentence.includes(last)) break;
  }
  return { at: match.index, url: url.slice(0, end) };
}

/** Whether the whole text is one URL. */
export function isUrl(text: string): boolean {
  return findUrl(text)?.url === text;
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Answers what is called when the editor is of no use any more. */
export function registerAutoLinks(editor: LexicalEditor): () => void {
  const stops = [
    editor.registerNodeTransform(AnyTextNode, (node) => {
      if (node.isSimpleText()) $linkUrls(node);
    }),
    editor.registerNodeTransform(LinkNode, $unlinkOther),
  ];
  return () => stops.forEach((stop) => stop());
}

function $linkUrls(node: TextNode): void {
  if (node.hasFormat("code")) return;
  const before = node.getPreviousSibling();
  if ($isLinkNode(before) && before.getOwnUrl() === null && $extend(before, node)) return;
  const found = findUrl(node.getTextContent());
  if (found === undefined || (found.at === 0 && continues(before))) return;
  const { at, url } = found;
  const after = node.getNextSibling();
  if (at + url.length === node.getTextContentSize() && continues(after) && !$isLinkNode(after)) return;
  const parts = node.splitText(...(at === 0 ? [url.length] : [at, at + url.length]));
  const target = parts[at === 0 ? 0 : 1];
  if (target !== undefined) $replaceText(target, $createLinkNode(url, null));
}

/** Text beside it that has other marks may be a part of the same word. */
function continues(sibling: ReturnType<TextNode["getNextSibling"]>): boolean {
  return $isTextNode(sibling) && sibling.isSimpleText() && sibling.hasFormat("code");
}

/** What is written directly behind a URL may make it a longer one: "https://example" and ".com". */
function $extend(link: LinkNode, node: TextNode): boolean {
  const text = link.getTextContent();
  const more = node.getTextContent();
  const found = findUrl(text + more);
  if (found === undefined || found.at !== 0 || found.url.length <= text.length) return false;
  const moved = found.url.length - text.length;
  const selection = $getSelection();
  const points = $isRangeSelection(selection) ? pointsIn(selection, node) : [];
  link.setTextContent(found.url);
  if (moved === more.length) node.remove();
  else node.setTextContent(more.slice(moved));
  for (const { point, offset } of points)
    if (offset <= moved) point.set(link.getKey(), text.length + offset, "text");
    else point.set(node.getKey(), offset - moved, "text");
  return true;
}

function $unlinkOther(link: LinkNode): void {
  if (link.getFormat() !== 0) link.setFormat(0);
  const text = link.getTextContent();
  if (text === "") return link.remove();
  if (link.getOwnUrl() !== null) return;
  const found = findUrl(text);
  if (found?.at === 0 && found.url === text) return;
  if (found?.at === 0) {
    // Its end is what is no URL.
    const [, rest] = link.splitText(found.url.length);
    if ($isLinkNode(rest)) $replaceText(rest, $createTextNode(rest.getTextContent()));
    return;
  }
  $replaceText(link, $createTextNode(text));
}

/** Keeps the selection where it is in the text, which stays the same. */
function $replaceText(node: TextNode, by: TextNode): void {
  const selection = $getSelection();
  const points = $isRangeSelection(selection) ? pointsIn(selection, node) : [];
  node.replace(by);
  for (const { point, offset } of points) point.set(by.getKey(), offset, "text");
}

function pointsIn({ anchor, focus }: RangeSelection, node: TextNode) {
  return [anchor, focus]
    .filter(({ key, type }) => type === "text" && key === node.getKey())
    .map((point) => ({ point, offset: point.offset }));
}
