/** What a copilot is asked about, and the edit that its proposal is. */
import type { ContextualPromptContext, ContextualPromptResponse } from "@weft/react-ui/text-editor";
import type { RangeSelection } from "lexical";
import { $getNodeByKey, $getRoot, $isTextNode, $setSelection } from "lexical";
import type { Change } from "../binding/diff.ts";
import { rebase } from "../binding/diff.ts";
import { $rangeOf, $selectedText, pointAt } from "./selected-text.ts";
import type { SelectedText } from "./selected-text.ts";
import { asDelta, wordChanges } from "./word-changes.ts";

/** How much of the text around the selection a copilot reads, in characters on each side. */
const contextLength = 1_500;

/** The text that is asked about, and what is around it. */
export function $questionContext(range: RangeSelection): ContextualPromptContext {
  const [start, end] = range.isBackward() ? [range.focus, range.anchor] : [range.anchor, range.focus];
  const root = $getRoot();
  const first = { key: "root", offset: 0, type: "element" } as const;
  const last = { key: "root", offset: root.getChildrenSize(), type: "element" } as const;
  return {
    beforeSelection: $selectedText($rangeOf(first, start)).text.slice(-contextLength),
    selection: $selectedText(range).text,
    afterSelection: $selectedText($rangeOf(end, last)).text.slice(0, contextLength),
  };
}

/**
 * Puts a proposal into the text of a range, word by word: words that it keeps keep their formats, threads and mentions. What has changed
 * since the copilot was asked stays.
 *
 * @param asked the text of the range as the copilot was asked about it.
 */
export function $acceptProposal(range: RangeSelection, asked: string, { type, text }: ContextualPromptResponse): void {
  const selected = $selectedText(range);
  const proposed = text.replaceAll("\r", "").replaceAll(/\n+/gu, "\n");
  const changes: readonly Change<never>[] =
    type === "replace"
      ? wordChanges(asked, proposed)
      : proposed === ""
        ? []
        : [{ at: asked.length, remove: 0, insert: [proposed] }];
  const since = asDelta(wordChanges(asked, selected.text));
  // From the end, so that the places of those before stay.
  for (const change of rebase(changes, since).toReversed()) $apply(selected, change);
}

function $apply(selected: SelectedText, { at, remove, insert }: Change<never>): void {
  let [from, to, text] = [at, at + remove, insert.join("")];
  // What is changed as a whole is written again as text where only a part of it goes.
  for (const part of selected.parts) {
    const end = part.at + part.text.length;
    if (part.kind !== "atom" || part.at >= to || end <= from) continue;
    if (part.at < from) [text, from] = [part.text.slice(0, from - part.at) + text, part.at];
    if (end > to) [text, to] = [text + part.text.slice(part.text.length - (end - to)), end];
  }
  const start = pointAt(selected, from, from === to ? "before" : "after");
  const end = from === to ? start : pointAt(selected, to, "before");
  if (start === undefined || end === undefined) return;
  const range = $rangeOf(start, end);
  const node = $getNodeByKey(start.key);
  if ($isTextNode(node)) {
    range.format = node.getFormat();
    range.style = node.getStyle();
  }
  $setSelection(range);
  const [line = "", ...more] = text.split("\n");
  if (line !== "" || from !== to) range.insertText(line);
  for (const next of more) {
    range.insertParagraph();
    if (next !== "") range.insertText(next);
  }
}
