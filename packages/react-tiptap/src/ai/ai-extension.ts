/**
 * The text that a copilot is asked about. Its range is kept by Yjs as well as by ProseMirror, so it stays around the same words whatever
 * this user or others write while the copilot thinks, or while its proposal is reviewed.
 */
import { Extension } from "@tiptap/core";
import { isChangeOrigin } from "@tiptap/extension-collaboration";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import type { EditorState, Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { yUndoPluginKey } from "@tiptap/y-tiptap";
import type {
  ContextualPromptContext,
  ContextualPromptResolver,
  ContextualPromptResponse,
} from "@weft/react-ui/text-editor";
import { absolutePosition, relativePosition } from "../carets/caret-plugin.ts";
import { proposalDecorations, proposedEdit } from "./proposal.ts";
import type { TextRange } from "./proposal.ts";

/** What a copilot is asked about, while the AI toolbar is open. */
export interface AiQuestion {
  /** Another one each time that the toolbar is opened. */
  readonly id: number;
  readonly range: TextRange;
  /** The range as positions of Yjs. */
  readonly kept: { readonly from: object | undefined; readonly to: object | undefined };
  /** Asked at once, without the user writing it. */
  readonly prompt: string | undefined;
  /** What is shown in the text. */
  readonly proposal: ContextualPromptResponse | undefined;
  readonly decorations: DecorationSet;
}

/** How an editor asks copilots, in `editor.storage.weftAi`. */
export interface AiStorage {
  /** The name of the AI. */
  readonly name: string;
  /** Undefined where the server's copilot answers. */
  readonly resolve: ContextualPromptResolver | undefined;
}

type Change =
  | { readonly type: "open"; readonly prompt: string | undefined }
  | { readonly type: "close" }
  | { readonly type: "propose"; readonly proposal: ContextualPromptResponse | undefined };

const key = new PluginKey<AiQuestion | null>("weftAi");
let questions = 0;

/** What the editor's copilot is asked about; null while its toolbar is closed. */
export function aiQuestion(state: EditorState): AiQuestion | null {
  return key.getState(state) ?? null;
}

/** Shows a proposal in the text, or no longer. */
export function showProposal(state: EditorState, proposal: ContextualPromptResponse | undefined): Transaction {
  return state.tr.setMeta(key, { type: "propose", proposal } satisfies Change);
}

/** The edit that puts a proposal into the text, and closes the toolbar. It is undone on its own. */
export function acceptProposal(state: EditorState, proposal: ContextualPromptResponse): Transaction {
  const question = aiQuestion(state);
  const undo = yUndoPluginKey.getState(state) as { readonly undoManager?: { stopCapturing(): void } } | undefined;
  undo?.undoManager?.stopCapturing();
  const edit = question === null ? state.tr : proposedEdit(state, question.range, proposal);
  return edit.setMeta(key, { type: "close" } satisfies Change).scrollIntoView();
}

/** How much of the text around the selection a copilot reads, in characters on each side. */
const contextLength = 1_500;

/** The text that is asked about, and what is around it. */
export function questionContext({ doc }: EditorState, { from, to }: TextRange): ContextualPromptContext {
  const between = (start: number, end: number) => doc.textBetween(start, end, "\n", " ");
  const { size } = doc.content;
  // Positions are more than characters: where blocks begin and end, and what is deeper.
  return {
    beforeSelection: between(Math.max(0, from - 2 * contextLength), from).slice(-contextLength),
    selection: between(from, to),
    afterSelection: between(to, Math.min(size, to + 2 * contextLength)).slice(0, contextLength),
  };
}

/** The AI toolbar's part of an editor. */
export function createAiExtension(storage: AiStorage): Extension {
  const send =
    (change: Change) =>
    ({ tr, dispatch }: { readonly tr: Transaction; readonly dispatch: unknown }) => {
      if (dispatch !== undefined) tr.setMeta(key, change);
      return true;
    };
  return Extension.create<object, AiStorage>({
    name: "weftAi",
    addStorage: () => storage,
    addCommands: () => ({
      askAi: (prompt) => send({ type: "open", prompt }),
      closeAi: () => send({ type: "close" }),
    }),
    addProseMirrorPlugins: () => [
      new Plugin<AiQuestion | null>({
        key,
        state: { init: () => null, apply: (transaction, question, _, state) => next(transaction, question, state) },
        props: { decorations: (state) => aiQuestion(state)?.decorations },
      }),
    ],
  });
}

function next(transaction: Transaction, question: AiQuestion | null, state: EditorState): AiQuestion | null {
  const change = transaction.getMeta(key) as Change | undefined;
  if (change?.type === "close") return null;
  if (change?.type === "open") {
    const { from, to } = state.selection;
    const kept = { from: relativePosition(state, from), to: relativePosition(state, to) };
    return drawn(state, { id: ++questions, range: { from, to }, kept, prompt: change.prompt, proposal: undefined });
  }
  if (question === null) return null;
  if (change?.type === "propose") return drawn(state, { ...question, proposal: change.proposal });
  if (!transaction.docChanged) return question;
  return drawn(state, { ...question, range: movedRange(transaction, question, state) });
}

function movedRange(transaction: Transaction, { range, kept }: AiQuestion, state: EditorState): TextRange {
  if (!isChangeOrigin(transaction))
    return { from: transaction.mapping.map(range.from, 1), to: transaction.mapping.map(range.to, -1) };
  // Others' changes replace the document as a whole.
  const size = state.doc.content.size;
  const from = absolutePosition(state, kept.from) ?? Math.min(range.from, size);
  return { from, to: Math.max(from, absolutePosition(state, kept.to) ?? Math.min(range.to, size)) };
}

function drawn(state: EditorState, question: Omit<AiQuestion, "decorations">): AiQuestion {
  const { range, proposal } = question;
  const selected = Decoration.inline(range.from, range.to, { class: "lb-root lb-tiptap-active-selection" });
  const isEdit = proposal !== undefined && proposal.type !== "other";
  const shown = isEdit ? proposalDecorations(state, range, proposal) : [selected];
  return { ...question, decorations: DecorationSet.create(state.doc, [...shown]) };
}
