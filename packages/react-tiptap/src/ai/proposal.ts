/** What a copilot proposes to do with a text, as an edit of the document, and how that edit is shown before it is made. */
import { Fragment, Slice } from "@tiptap/pm/model";
import type { Node } from "@tiptap/pm/model";
import type { EditorState, Transaction } from "@tiptap/pm/state";
import { Decoration } from "@tiptap/pm/view";
import type { ContextualPromptResponse } from "@weft/react-ui/text-editor";
import { ChangeSet, simplifyChanges } from "prosemirror-changeset";

/** A range of a document. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** A part of the text that is replaced: `fromA` to `toA` of the document there is, by `slice`. */
interface Replacement {
  readonly fromA: number;
  readonly toA: number;
  readonly slice: Slice;
  readonly text: string;
}

/**
 * What a proposal changes in the document, word by word: words that it keeps keep their marks, so also their comments, and what
 * others write at them meanwhile.
 */
export function replacements(
  state: EditorState,
  range: TextRange,
  { type, text }: ContextualPromptResponse,
): readonly Replacement[] {
  const from = type === "replace" ? range.from : range.to;
  const proposed = state.tr.replace(from, range.to, sliceOf(state, from, text));
  const changes = ChangeSet.create(state.doc).addSteps(proposed.doc, proposed.mapping.maps, null).changes;
  return simplifyChanges(changes, proposed.doc).map(({ fromA, toA, fromB, toB }) => ({
    fromA,
    toA,
    slice: proposed.doc.slice(fromB, toB),
    text: textOf(proposed.doc, fromB, toB),
  }));
}

/** The edit that a proposal is. */
export function proposedEdit(state: EditorState, range: TextRange, response: ContextualPromptResponse): Transaction {
  const { tr } = state;
  for (const { fromA, toA, slice } of replacements(state, range, response).toReversed()) tr.replace(fromA, toA, slice);
  return tr;
}

/** Shows a proposal in the text: words that go are struck through, and those that come are behind them. */
export function proposalDecorations(
  state: EditorState,
  range: TextRange,
  response: ContextualPromptResponse,
): readonly Decoration[] {
  return replacements(state, range, response).flatMap(({ fromA, toA, text }) => [
    ...(fromA === toA
      ? []
      : [Decoration.inline(fromA, toA, { nodeName: "del", class: "lb-root lb-tiptap-ai-deletion" })]),
    ...(text === ""
      ? []
      : [Decoration.widget(toA, () => insertion(text), { key: `insertion ${text}`, side: 1, ignoreSelection: true })]),
  ]);
}

function insertion(text: string): HTMLElement {
  const element = document.createElement("ins");
  element.className = "lb-root lb-tiptap-ai-insertion";
  element.contentEditable = "false";
  element.textContent = text;
  return element;
}

/** Lines of a proposal are paragraphs. The first continues the text in front of it, with its marks. */
function sliceOf(state: EditorState, at: number, text: string): Slice {
  const { schema, doc } = state;
  const $at = doc.resolve(at);
  const marks = $at.marks().filter(({ type }) => type.spec.inclusive !== false);
  const lines = text.replaceAll("\r", "").split(/\n+/u);
  const inline = (line: string) => (line === "" ? Fragment.empty : Fragment.from(schema.text(line, marks)));
  const [only, ...more] = lines;
  const paragraph = schema.nodes["paragraph"];
  if (more.length === 0 || paragraph === undefined || $at.parent.type.spec.code === true)
    return new Slice(inline(more.length === 0 ? (only ?? "") : text), 0, 0);
  return new Slice(Fragment.fromArray(lines.map((line) => paragraph.create(null, inline(line)))), 1, 1);
}

const textOf = (doc: Node, from: number, to: number): string => doc.textBetween(from, to, "\n", "\ufffc");
