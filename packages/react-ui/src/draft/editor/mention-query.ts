/** What a user writes after an @, to mention a user or a group. */
import type { MentionData } from "@weft/client";
import { $createTextNode, $getNodeByKey, $getSelection, $isRangeSelection, $isTextNode } from "lexical";
import { $createMentionNode } from "./nodes.ts";

export interface MentionQuery {
  /** What is written after the @. */
  readonly text: string;
  /** Where the @ is. */
  readonly key: string;
  readonly offset: number;
}

const query = /(?:^|[\s\p{P}\p{S}])@([^\s@]{0,64})$/u;

/** What is being written at the caret, if the word there begins with an @. */
export function $mentionQuery(): MentionQuery | undefined {
  const selection = $getSelection();
  if (!$isRangeSelection(selection) || !selection.isCollapsed() || selection.anchor.type !== "text") return undefined;
  const node = selection.anchor.getNode();
  if (!$isTextNode(node) || !node.isSimpleText() || node.hasFormat("code")) return undefined;
  const match = query.exec(node.getTextContent().slice(0, selection.anchor.offset));
  const text = match?.[1];
  if (text === undefined) return undefined;
  const offset = selection.anchor.offset - text.length - 1;
  // An @ in a word, part of which has other marks, is one of an address.
  const before = node.getPreviousSibling();
  if (offset === 0 && $isTextNode(before) && !/[\s\p{P}\p{S}]$/u.test(before.getTextContent())) return undefined;
  return { text, key: node.getKey(), offset };
}

/** Begins a mention where the caret is. */
export function $beginMention(): void {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return;
  selection.insertText("@");
  if ($mentionQuery() === undefined && selection.anchor.type === "text") {
    const node = selection.anchor.getNode();
    // The word before it ends first.
    if ($isTextNode(node)) node.spliceText(selection.anchor.offset - 1, 1, " @", true);
  }
}

/** Puts a mention where it was asked for, and a space behind it. */
export function $insertMention({ key, offset, text }: MentionQuery, mention: MentionData): void {
  const node = $getNodeByKey(key);
  if (!$isTextNode(node)) return;
  const end = offset + 1 + text.length;
  const parts = offset === 0 ? node.splitText(end) : node.splitText(offset, end);
  const target = parts[offset === 0 ? 0 : 1];
  if (target === undefined) return;
  const created = $createMentionNode(mention);
  target.replace(created);
  const next = created.getNextSibling();
  if ($isTextNode(next) && /^\s/u.test(next.getTextContent())) return void next.select(1, 1);
  const space = $createTextNode(" ");
  created.insertAfter(space);
  space.select(1, 1);
}
