/**
 * The text of a composer: what it has, where the caret is, and what is done to it. It knows no React; `editor.tsx` gives it an element
 * and renders mentions into it.
 *
 *     CommentEditor ── nodes.ts (mentions, links) ── body.ts (to and from comments)
 *           ├── commands.ts (keys)    ├── clipboard.ts ── html-body.ts
 *           ├── auto-link.ts          └── history.ts
 *           └── mention-query.ts
 */
import type { CommentBody, MentionData } from "@weft/client";
import type { LexicalEditor } from "lexical";
import {
  $addUpdateTag,
  $getRoot,
  $getSelection,
  $isElementNode,
  $isRangeSelection,
  $selectAll,
  $setSelection,
  BLUR_COMMAND,
  COMMAND_PRIORITY_EDITOR,
  createEditor,
  FOCUS_COMMAND,
  FORMAT_TEXT_COMMAND,
  HISTORY_MERGE_TAG,
  SKIP_DOM_SELECTION_TAG,
} from "lexical";
import { registerAutoLinks } from "./auto-link.ts";
import type { CommentMark } from "./body.ts";
import { $getBody, $setBody, isBodyBlank, marks } from "./body.ts";
import { registerClipboard } from "./clipboard.ts";
import type { SuggestionsKey } from "./commands.ts";
import { registerEditing } from "./commands.ts";
import type { EditorHistory } from "./history.ts";
import { registerEditorHistory } from "./history.ts";
import type { MentionQuery } from "./mention-query.ts";
import { $beginMention, $insertMention, $mentionQuery } from "./mention-query.ts";
import { $isMentionNode, LinkNode, DraftMentionNode } from "./nodes.ts";

export type CommentMarks = { readonly [K in CommentMark]: boolean };

/** What a composer shows of its text. The same object until something of it changes. */
export interface EditorState {
  /** Whether there is nothing to send: no more than white space. */
  readonly isEmpty: boolean;
  /** Whether there is no character at all, so that the placeholder is shown. */
  readonly hasNoText: boolean;
  readonly isFocused: boolean;
  /** CommentMarks of what is selected, or of what would be written. */
  readonly marks: CommentMarks;
  /** Whether text is selected, and the editor is focused. */
  readonly hasSelection: boolean;
  /** Set while a mention is being written. */
  readonly query: MentionQuery | undefined;
  /** Keys of the mentions that are in the selection. */
  readonly selectedMentions: readonly string[];
  /** Mentions by their keys, in the order of the text. */
  readonly mentions: readonly { readonly key: string; readonly mention: MentionData }[];
}

export interface CommentEditorOptions {
  /** Enter. */
  readonly onSubmit: () => void;
  /** Takes pasted files, or answers false. */
  readonly onPasteFiles: (files: readonly File[]) => boolean;
  readonly now?: () => number;
}

const noMarks: CommentMarks = { bold: false, italic: false, strikethrough: false, code: false };
const emptyState: EditorState = {
  isEmpty: true,
  hasNoText: true,
  isFocused: false,
  marks: noMarks,
  hasSelection: false,
  query: undefined,
  selectedMentions: [],
  mentions: [],
};

export class CommentEditor {
  readonly lexical: LexicalEditor;
  /** Set while suggestions are shown. It is called within an update of the text, which can be edited once that has ended. */
  onSuggestionsKey: ((key: SuggestionsKey) => boolean) | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #history: EditorHistory;
  #state: EditorState = emptyState;
  #isFocused = false;
  #hasBegun = false;

  constructor({ onSubmit, onPasteFiles, now }: CommentEditorOptions) {
    const editor = createEditor({
      namespace: "weft-comment",
      nodes: [DraftMentionNode, LinkNode],
      theme: { commentLink: "lb-composer-link", text: { strikethrough: "lb-composer-strikethrough" } },
      onError(error) {
        throw error;
      },
    });
    this.lexical = editor;
    const setFocused = (isFocused: boolean) => () => {
      this.#isFocused = isFocused;
      this.#changed();
      return false;
    };
    registerEditing(editor, {
      // A key is handled within an update of the text, and what is sent is removed from the text.
      submit: () => queueMicrotask(onSubmit),
      onSuggestionsKey: (key) => this.onSuggestionsKey?.(key) ?? false,
    });
    registerClipboard(editor, { onPasteFiles });
    registerAutoLinks(editor);
    editor.registerCommand(FOCUS_COMMAND, setFocused(true), COMMAND_PRIORITY_EDITOR);
    editor.registerCommand(BLUR_COMMAND, setFocused(false), COMMAND_PRIORITY_EDITOR);
    editor.update(() => $setBody({ version: 1, content: [] }), { discrete: true, skipTransforms: true });
    this.#history = registerEditorHistory(editor, { now });
    editor.registerUpdateListener(() => this.#changed());
  }

  /** Sets the first text, once: a composer that is shown again keeps what was written. */
  begin(body: CommentBody | undefined): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    if (body !== undefined) this.setBody(body);
  }

  get state(): EditorState {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  getBody(): CommentBody {
    return this.lexical.read($getBody);
  }

  /** Replaces the text, which cannot be undone. It may have links that would not be made of what is written. */
  setBody(body: CommentBody): void {
    this.lexical.update(
      () => {
        $addUpdateTag(HISTORY_MERGE_TAG);
        $setBody(body);
        if (this.#isFocused) $getRoot().selectEnd();
        else {
          $addUpdateTag(SKIP_DOM_SELECTION_TAG);
          $setSelection(null);
        }
      },
      { discrete: true, skipTransforms: true },
    );
    this.#history.clear();
  }

  clear(): void {
    this.setBody({ version: 1, content: [] });
  }

  focus(): void {
    const element = this.lexical.getRootElement();
    if (element === null) return;
    this.lexical.update(
      () => {
        if ($getSelection() === null) $getRoot().selectEnd();
      },
      { discrete: true },
    );
    // Lexical puts the selection where it is in the text.
    element.focus({ preventScroll: true });
    this.lexical.focus();
  }

  blur(): void {
    this.lexical.getRootElement()?.blur();
  }

  selectAll(): void {
    this.focus();
    this.lexical.update(() => void $selectAll(), { discrete: true });
  }

  toggleMark(mark: CommentMark): void {
    this.focus();
    this.lexical.dispatchCommand(FORMAT_TEXT_COMMAND, mark);
  }

  insertText(text: string): void {
    this.#edit(() => {
      const selection = $getSelection();
      if ($isRangeSelection(selection)) selection.insertText(text);
    });
  }

  /** Opens suggestions where the caret is. */
  beginMention(): void {
    this.#edit($beginMention);
  }

  /** Puts the mention where it is being written. */
  insertMention(mention: MentionData): void {
    const { query } = this.#state;
    if (query !== undefined) this.#edit(() => $insertMention(query, mention));
  }

  /** Where the @ of the mention is that is being written, in the window. */
  rectOfQuery(): DOMRect | undefined {
    const { query } = this.#state;
    if (query === undefined) return undefined;
    const element = this.lexical.getElementByKey(query.key);
    const text = element === null ? null : document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    if (element === null || text === null) return undefined;
    const range = document.createRange();
    range.setStart(text, Math.min(query.offset, text.nodeValue?.length ?? 0));
    range.setEnd(text, Math.min(query.offset + 1, text.nodeValue?.length ?? 0));
    return range.getBoundingClientRect?.() ?? element.getBoundingClientRect();
  }

  #edit(run: () => void): void {
    this.focus();
    this.lexical.update(
      () => {
        // A text that was never focused has no selection: it continues at its end.
        if ($getSelection() === null) $getRoot().selectEnd();
        run();
      },
      { discrete: true },
    );
  }

  #changed(): void {
    const now = this.lexical.getEditorState().read(() => $readState(this.#isFocused), { editor: this.lexical });
    if (isSame(this.#state, now)) return;
    this.#state = now;
    for (const listener of this.#listeners) listener();
  }
}

function $readState(isFocused: boolean): EditorState {
  const root = $getRoot();
  const selection = $getSelection();
  const range = $isRangeSelection(selection) ? selection : undefined;
  const hasSelection = range !== undefined && !range.isCollapsed() && range.getTextContent() !== "";
  const mentions = root
    .getChildren()
    .filter($isElementNode)
    .flatMap((paragraph) => paragraph.getChildren())
    .filter($isMentionNode)
    .map((node) => ({ key: node.getKey(), mention: node.getMention() }));
  return {
    isEmpty: isBodyBlank($getBody()),
    hasNoText: root.getChildrenSize() <= 1 && root.getTextContentSize() === 0,
    isFocused,
    marks:
      range === undefined
        ? noMarks
        : (Object.fromEntries(marks.map((mark) => [mark, range.hasFormat(mark)])) as unknown as CommentMarks),
    hasSelection: hasSelection && isFocused,
    query: isFocused ? $mentionQuery() : undefined,
    selectedMentions:
      range === undefined || range.isCollapsed() || !isFocused
        ? []
        : range
            .getNodes()
            .filter($isMentionNode)
            .map((node) => node.getKey()),
    mentions,
  };
}

function isSame(before: EditorState, now: EditorState): boolean {
  return JSON.stringify(before) === JSON.stringify(now);
}
