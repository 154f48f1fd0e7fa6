/** What the keys and the browser's editing events do to the text. */
import type { LexicalEditor, RangeSelection, TextFormatType } from "lexical";
import {
  $getSelection,
  $isRangeSelection,
  $selectAll,
  CLICK_COMMAND,
  COMMAND_PRIORITY_EDITOR,
  DELETE_CHARACTER_COMMAND,
  DELETE_LINE_COMMAND,
  DELETE_WORD_COMMAND,
  FORMAT_TEXT_COMMAND,
  INSERT_LINE_BREAK_COMMAND,
  INSERT_PARAGRAPH_COMMAND,
  KEY_DOWN_COMMAND,
  KEY_ENTER_COMMAND,
  KEY_ESCAPE_COMMAND,
  KEY_TAB_COMMAND,
  KEY_ARROW_DOWN_COMMAND,
  KEY_ARROW_UP_COMMAND,
  REMOVE_TEXT_COMMAND,
  SELECT_ALL_COMMAND,
} from "lexical";
import { isApple } from "../../ui/platform.ts";
import { isMark } from "./body.ts";

/** What keys do while suggestions are open. */
export type SuggestionsKey = "next" | "previous" | "choose" | "close";

export interface EditingOptions {
  readonly submit: () => void;
  /** Answers whether the key was of use to suggestions. */
  readonly onSuggestionsKey: (key: SuggestionsKey) => boolean;
}

export function registerEditing(editor: LexicalEditor, { submit, onSuggestionsKey }: EditingOptions): () => void {
  const inRange = (edit: (selection: RangeSelection) => void) => () => {
    const selection = $getSelection();
    if (!$isRangeSelection(selection)) return false;
    edit(selection);
    return true;
  };
  const newLine = inRange((selection) => void selection.insertParagraph());
  const deleting = (run: (selection: RangeSelection, isBackward: boolean) => void) => (isBackward: boolean) =>
    inRange((selection) => run(selection, isBackward))();
  const toSuggestions = (key: SuggestionsKey) => (event: KeyboardEvent | null) => {
    if (event === null || isComposing(editor, event) || !onSuggestionsKey(key)) return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const first = COMMAND_PRIORITY_EDITOR;
  const stops = [
    editor.registerCommand(
      DELETE_CHARACTER_COMMAND,
      deleting((selection, isBackward) => selection.deleteCharacter(isBackward)),
      first,
    ),
    editor.registerCommand(
      DELETE_WORD_COMMAND,
      deleting((selection, isBackward) => selection.deleteWord(isBackward)),
      first,
    ),
    editor.registerCommand(
      DELETE_LINE_COMMAND,
      deleting((selection, isBackward) => selection.deleteLine(isBackward)),
      first,
    ),
    editor.registerCommand(
      REMOVE_TEXT_COMMAND,
      inRange((selection) => selection.removeText()),
      first,
    ),
    editor.registerCommand(INSERT_LINE_BREAK_COMMAND, newLine, first),
    editor.registerCommand(INSERT_PARAGRAPH_COMMAND, newLine, first),
    editor.registerCommand(CLICK_COMMAND, openLink, first),
    editor.registerCommand(SELECT_ALL_COMMAND, () => ($selectAll(), true), first),
    editor.registerCommand(
      FORMAT_TEXT_COMMAND,
      (format: TextFormatType) => {
        // The browser's other formats, such as underline, are not of comments.
        if (isMark(format)) inRange((selection) => selection.formatText(format))();
        return true;
      },
      first,
    ),
    editor.registerCommand(
      KEY_DOWN_COMMAND,
      (event) => {
        const mark = markOfShortcut(event);
        if (mark === undefined) return false;
        event.preventDefault();
        return editor.dispatchCommand(FORMAT_TEXT_COMMAND, mark);
      },
      first,
    ),
    editor.registerCommand(
      KEY_ENTER_COMMAND,
      (event) => {
        if (event === null) return newLine();
        if (isComposing(editor, event)) return true;
        event.preventDefault();
        if (event.shiftKey) return newLine();
        if (toSuggestions("choose")(event)) return true;
        submit();
        return true;
      },
      first,
    ),
    editor.registerCommand(
      KEY_TAB_COMMAND,
      (event) => (event.shiftKey ? false : toSuggestions("choose")(event)),
      first,
    ),
    editor.registerCommand(KEY_ARROW_DOWN_COMMAND, toSuggestions("next"), first),
    editor.registerCommand(KEY_ARROW_UP_COMMAND, toSuggestions("previous"), first),
    editor.registerCommand(
      KEY_ESCAPE_COMMAND,
      (event) => {
        if (isComposing(editor, event) || toSuggestions("close")(event)) return true;
        editor.getRootElement()?.blur();
        return true;
      },
      first,
    ),
  ];
  return () => stops.forEach((stop) => stop());
}

/** A link is text that is edited: it is opened by a click with Command or Control. */
function openLink(event: MouseEvent): boolean {
  const isMod = isApple() ? event.metaKey : event.ctrlKey;
  const link = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-href]") : null;
  const href = link?.dataset["href"] ?? "";
  if (!isMod || href === "") return false;
  event.preventDefault();
  window.open(href, "_blank", "noopener,noreferrer");
  return true;
}

/** Keys of an input method, as the Enter that ends its composition, are not of the editor. Safari sends that one after its end. */
function isComposing(editor: LexicalEditor, event: KeyboardEvent): boolean {
  return editor.isComposing() || event.isComposing || event.keyCode === 229;
}

/** The editor itself knows those of bold and italic. */
function markOfShortcut({ key, metaKey, ctrlKey, shiftKey, altKey }: KeyboardEvent): TextFormatType | undefined {
  const isMod = isApple() ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  if (!isMod || altKey) return undefined;
  if (key.toLowerCase() === "e" && !shiftKey) return "code";
  return key.toLowerCase() === "s" && shiftKey ? "strikethrough" : undefined;
}
