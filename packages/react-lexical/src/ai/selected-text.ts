/** A part of the editor's text as characters, with where each of them is in the editor. */
import type { ElementNode, LexicalNode, RangeSelection } from "lexical";
import { $createRangeSelection, $isElementNode, $isTextNode } from "lexical";
import type { EditorPoint } from "../binding/points.ts";

/**
 * `text` is of a text node. A mention or a line break is an `atom`, which is changed as a whole. A `break` is between two blocks. A block
 * without text has an `empty` piece.
 */
interface TextPart {
  readonly kind: "text" | "atom" | "break" | "empty";
  readonly key: string;
  readonly text: string;
  /** How many characters are in front of it. */
  readonly at: number;
  /** The offset in the text node of the first character. */
  readonly from: number;
  /** Of an atom: where it is. */
  readonly place?: { readonly parent: string; readonly index: number };
}

export interface SelectedText {
  readonly text: string;
  readonly parts: readonly TextPart[];
}

/** A selection of a range. Runs in a read or an update of the editor, as all of these do. */
export function $rangeOf(anchor: EditorPoint, focus: EditorPoint): RangeSelection {
  const range = $createRangeSelection();
  range.anchor.set(anchor.key, anchor.offset, anchor.type);
  range.focus.set(focus.key, focus.offset, focus.type);
  return range;
}

/** The characters of a range. */
export function $selectedText(range: RangeSelection): SelectedText {
  const [start, end] = range.isBackward() ? [range.focus, range.anchor] : [range.anchor, range.focus];
  const parts: TextPart[] = [];
  let at = 0;
  let block: ElementNode | undefined;
  const add = (part: Omit<TextPart, "at">) => {
    parts.push({ ...part, at });
    at += part.text.length;
  };
  for (const node of range.getNodes()) {
    const isEmptyBlock = $isElementNode(node) && !node.isInline() && node.isEmpty();
    if ($isElementNode(node) && !isEmptyBlock) continue;
    const own = $isElementNode(node) ? node : blockOf(node);
    const key = node.getKey();
    if (block !== undefined && own !== undefined && !own.is(block))
      add({ kind: "break", key: own.getKey(), text: "\n", from: 0 });
    block = own;
    if (isEmptyBlock) add({ kind: "empty", key, text: "", from: 0 });
    else if ($isTextNode(node)) {
      const from = start.key === key && start.type === "text" ? start.offset : 0;
      const to = end.key === key && end.type === "text" ? end.offset : node.getTextContentSize();
      add({ kind: "text", key, text: node.getTextContent().slice(from, to), from });
    } else {
      const place = { parent: node.getParentOrThrow().getKey(), index: node.getIndexWithinParent() };
      add({ kind: "atom", key, text: node.getTextContent(), from: 0, place });
    }
  }
  return { text: parts.map(({ text }) => text).join(""), parts };
}

/** The block that a node is in. */
function blockOf(node: LexicalNode): ElementNode | undefined {
  let parent = node.getParent();
  while (parent !== null && parent.isInline()) parent = parent.getParent();
  return parent ?? undefined;
}

/** Where a character is in the editor. `side` says which it is near, where two parts meet. */
export function pointAt({ parts }: SelectedText, position: number, side: "before" | "after"): EditorPoint | undefined {
  const touching = parts.filter(({ at, text }) => at <= position && position <= at + text.length);
  const texts = touching.filter(({ kind }) => kind === "text");
  const text =
    side === "before"
      ? (texts.find(({ at }) => at < position) ?? texts[0])
      : (texts.find((part) => position < part.at + part.text.length) ?? texts.at(-1));
  if (text !== undefined) return { key: text.key, offset: text.from + position - text.at, type: "text" };
  const empty = touching.find(({ kind }) => kind === "empty");
  if (empty !== undefined) return { key: empty.key, offset: 0, type: "element" };
  const atom = touching.find(({ kind }) => kind === "atom");
  if (atom?.place === undefined) return undefined;
  const { parent, index } = atom.place;
  return { key: parent, offset: position === atom.at ? index : index + 1, type: "element" };
}
